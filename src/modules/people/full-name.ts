/** Parts of a name that stands in one cell: "Pastor Ada N. Okafor", "Okafor, Ada", "OKAFOR Ada Ngozi". */
import { fold } from '../../lib/fold.ts'

const TITLES = new Map(
  [
    ...['Mr', 'Mrs', 'Miss', 'Ms', 'Dr', 'Prof', 'Pastor', 'Rev', 'Reverend', 'Bishop', 'Archbishop', 'Apostle'],
    ...['Prophet', 'Evangelist', 'Evang', 'Elder', 'Deacon', 'Deaconess', 'Dcn', 'Dcns', 'Brother', 'Bro', 'Sister'],
    ...[
      'Sis',
      'Chief',
      'Engr',
      'Barr',
      'Arc',
      'Alhaji',
      'Hon',
      'Sir',
      'Lady',
      'Madam',
      'Master',
      'Canon',
      'Ven',
      'Fr',
      'Pst',
    ],
  ].map(title => [fold(title), title]),
)

const PARTICLES = /^(van|von|de|del|della|der|den|di|da|dos|du|la|le|bin|ibn|al|el|ter|st|san|mac)$/i

/** Whether a word is said before a name: `Mrs`, `Pastor`. */
export const isTitle = (word: string): boolean => TITLES.has(fold(word).replace(/\.$/, ''))

const titleOf = (words: readonly string[]): Record<string, string> =>
  words.length === 0 ? {} : { title: words.map(word => TITLES.get(fold(word).replace(/\.$/, '')) ?? word).join(' ') }

/** First, middle and last name, and the title before them. */
export function partedName(text: string): Record<string, string> {
  const [surname = '', given] = text.split(/\s*,\s*/)
  const all = (given === undefined ? text : given).trim().split(/\s+/).filter(Boolean)
  const first = all.findIndex(word => !isTitle(word))
  // Whoever is called by a title alone has that as their name.
  if (first < 0) return given === undefined ? { first_name: text.trim() } : { first_name: surname }
  const titles = titleOf(all.slice(0, first))
  const words = all.slice(first)
  if (given !== undefined) {
    const outer = surname.split(/\s+/)
    const own = outer.filter(word => !isTitle(word))
    return {
      ...titleOf(outer.filter(isTitle)),
      ...titles,
      ...givenNames(words),
      ...(own.length > 0 && { last_name: own.join(' ') }),
    }
  }
  if (words.length === 1) return { ...titles, first_name: words[0] ?? '' }
  if (isCapital(words[0]) && !words.slice(1).some(isCapital)) {
    return { ...titles, ...givenNames(words.slice(1)), last_name: asWritten(words[0] ?? '') }
  }
  const at = words.findIndex((word, index) => index > 0 && PARTICLES.test(word) && index < words.length - 1)
  const last = at > 0 ? at : words.length - 1
  return { ...titles, ...givenNames(words.slice(0, last)), last_name: words.slice(last).join(' ') }
}

/** First and middle names that stand in one cell. */
export const otherNames = (text: string): Record<string, string> =>
  givenNames(
    text
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean),
  )

function givenNames([first = '', ...middle]: readonly string[]): Record<string, string> {
  return { first_name: first, ...(middle.length > 0 && { middle_name: middle.join(' ') }) }
}

const isCapital = (word = ''): boolean => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()

/** A surname in capitals only says that it is the surname. */
const asWritten = (word: string): string =>
  word.toLowerCase().replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
