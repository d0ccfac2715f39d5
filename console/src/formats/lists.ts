/** Several words in one, as the language joins them. */
import { locale } from '../texts/t.ts'

const [all, any, row] = [
  new Intl.ListFormat(locale(), { type: 'conjunction' }),
  new Intl.ListFormat(locale(), { type: 'disjunction' }),
  new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }),
]

/** SMS, email, and WhatsApp. */
export const listOfAll = (words: Iterable<string>): string => all.format(words)

/** Member or visitor. */
export const listOfAny = (words: Iterable<string>): string => any.format(words)

/** 3 sent, 1 failed, 2 waiting. */
export const listed = (words: Iterable<string>): string => row.format(words)
