/** What people read passes here: an English text is looked up in a language, and filled in (docs/decisions/0015-texts.md). */
import { IntlMessageFormat } from 'intl-messageformat'
import type { GuidePlace } from './chapter.ts'
import { directionOf } from './chosen.ts'
import { type Writing, writtenIn } from './forms.ts'

/** What stands in a placeholder. */
export type Value = string | number

export type Values = Readonly<Record<string, Value>>

/** Translations by their English text. */
export type Catalogue = Readonly<Record<string, string>>

/**
 * Says a text in one language: `say('{count, plural, one {# gift} other {# gifts}}', { count })` (ICU MessageFormat).
 * @param message the English text, which is also its name in the catalogues; what stands before `|` tells translators which
 *   of two meanings is meant, as in `status|Open`
 * @throws where a value is missing
 */
export type Say = (message: string, values?: Values) => string

/** A page in another language. */
export interface LanguageChoice {
  /** BCP 47. */
  locale: string
  /** As those call it who speak it. */
  name: string
  /** Its address, relative to the page. */
  href: string
}

/** A language that texts are said in. */
export interface Language extends Writing {
  /** Of its words, as its catalogue is named (BCP 47): `en`. */
  locale: string
  /** Of a page that is shown in it: the same in all languages that are offered. */
  choices?: readonly LanguageChoice[]
  /** Of a page that is shown in it: light or dark, where somebody chose on this device; as the device has it, unless said. */
  appearance?: 'light' | 'dark'
  /** Of a page that is shown in it: where the guide tells more. */
  guide?: GuidePlace
  say: Say
  /** Whether it has words of its own for a text: English has none. */
  knows(message: string): boolean
  /** As `say`, in parts: what stands between tags is handed to the function of their name, in `values`. */
  parts<T>(
    message: string,
    values: Readonly<Record<string, Value | T | ((chunks: (string | T)[]) => T)>>,
  ): (string | T)[]
}

/** Marks a text that is said later, so that it is found (`npm run texts`). */
export const msg = (message: string): string => message

const MEANING = /^[a-z][a-z ]*\|/

/** An English text as it is shown, without the meaning that stands before a bar for translators. */
export const withoutMeaning = (message: string): string => message.replace(MEANING, '')

/** A telephone number, the number of a document: they are read from the left, and would be turned around behind Arabic letters. */
const CODE = /^(?=.*[+/-])[\d ()+/.,-]+$/
export const isCode = (text: string): boolean => CODE.test(text)

/** Values as they stand in a text that is written from right to left: codes stay in one piece (UAX #9, isolates). */
const isolated = <V>(values: Readonly<Record<string, V>>): Record<string, V | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isCode(value) ? `\u2066${value}\u2069` : value,
    ]),
  )

/** What the format gives a meaning to. Where none stands in a text, the text is what it says. */
const FORMATTED = /[{<']/

/**
 * A language by its catalogue. What is not in the catalogue is said in English.
 * @param locale BCP 47
 * @param country whose way of writing numbers and days it has, ISO 3166-1; null where none is known
 */
export function languageOf(locale: string, catalogue: Catalogue = {}, country: string | null = null): Language {
  const formats = new Map<string, IntlMessageFormat>()
  const written = writtenIn(locale, country)
  const isEnglish = locale.split('-')[0] === 'en'
  const placed = directionOf(locale) === 'rtl' ? isolated : <V>(values: V): V => values
  // An empty translation is one that is still to be made.
  const wordsOf = (message: string): string => catalogue[message] || withoutMeaning(message)
  const formatOf = (message: string): IntlMessageFormat => {
    const known = formats.get(message)
    if (known !== undefined) return known
    const format = new IntlMessageFormat(wordsOf(message), isEnglish || catalogue[message] ? written : 'en')
    formats.set(message, format)
    return format
  }
  return {
    locale,
    written,
    knows: message => Boolean(catalogue[message]),
    say(message, values) {
      const words = wordsOf(message)
      return FORMATTED.test(words) ? String(formatOf(message).format(values && placed(values))) : words
    },
    parts<T>(message: string, values: Readonly<Record<string, Value | T | ((chunks: (string | T)[]) => T)>>) {
      const parts = formatOf(message).format<T>(placed(values))
      return Array.isArray(parts) ? parts : [parts]
    },
  }
}

/** English, which every text is written in. */
export const ENGLISH = languageOf('en')
