/** Which language a browser is answered in, and which way it is written. */

/** A browser names few; what is more says nothing. */
const MOST_NAMED = 20

/** Languages of an `Accept-Language` header (RFC 9110, 12.5.4), the dearest first; without those that it refuses. */
function wanted(header: string): string[] {
  const named = header
    .split(',', MOST_NAMED)
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const q = parameters.map(one => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1]).find(one => one !== undefined)
      return { tag: tag.trim().toLowerCase(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
  return named.sort((a, b) => b.q - a.q).map(({ tag }) => tag)
}

/**
 * The language for a browser: the first it asks for that there is, a wider one counting too, as `fr` for `fr-CI`.
 * @param header its `Accept-Language`, or a language that somebody has chosen
 * @param offered BCP 47, as the catalogues are named
 * @param usual where none of them is asked for
 */
export function chosenLanguage(header: string | undefined, offered: readonly string[], usual: string): string {
  for (const tag of wanted(header ?? '')) {
    const parts = tag.split('-')
    for (let length = parts.length; length > 0; length -= 1) {
      const wider = parts.slice(0, length).join('-')
      const found = offered.find(one => one.toLowerCase() === wider)
      if (found !== undefined) return found
    }
  }
  return usual
}

/** Scripts that are written from right to left (CLDR); those of languages of today. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

/** The `dir` of a page in a language. @param locale BCP 47 */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
