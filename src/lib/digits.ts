/** Digits as people type them: in those of their script, and of full width. */

// Built from Intl, so that an amount that was formatted in any language can be read back.
let digits: ReadonlyMap<string, string> | undefined

function digitsOfAllScripts(): ReadonlyMap<string, string> {
  digits ??= new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap(system => {
      const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
      return [...format.format(9_876_543_210)].map((digit, at) => [digit, String(9 - at)] as const)
    }),
  )
  return digits
}

/** Full-width characters have those of ASCII at this distance. */
const [WIDE, WIDTH] = [/[\uff01-\uff5e]/g, 0xff01 - 0x21]

/** Digits of all scripts and of full width as ours. Others, such as the small one of 1500², stay what they are: they are no digits. */
export const latinDigits = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(WIDE, wide => String.fromCharCode(wide.charCodeAt(0) - WIDTH))
    .replace(/[^\0-\x7f]/gu, letter => digitsOfAllScripts().get(letter) ?? letter)

/** A whole number that somebody typed, such as a head count: `84`, `٨٤`. @returns undefined for anything else, and for more than `most` */
export function wholeNumber(text: string, most: number): number | undefined {
  const latin = latinDigits(text).trim()
  const number = Number(latin)
  return /^\d{1,15}$/.test(latin) && number <= most ? number : undefined
}
