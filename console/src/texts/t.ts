/** Texts of the pages, in the language they are shown in: `t` for plain ones, `rich` for those with elements in them. */
import { Children, type ReactNode } from 'react'
import type { Writing } from '../../../src/texts/forms.ts'
import { ENGLISH, type Language, type Say, type Value } from '../../../src/texts/language.ts'
import { type Refusal, refusalsIn } from '../../../src/texts/refused.ts'
import { saidIn, type Worded } from '../../../src/texts/said.ts'

export { msg } from '../../../src/texts/language.ts'

let spoken: Language = ENGLISH
let known: readonly string[] = []
let refused = refusalsIn(ENGLISH, known)

/** Says everything in this language from now on. */
export function speak(language: Language): void {
  spoken = language
  refuseBy(known)
}

/** Says these refusals in the language from now on: they come with the declarations, or with the first refusal before. */
export function refuseBy(messages: readonly string[]): void {
  known = messages
  refused = refusalsIn(spoken, messages)
}

/** What the server refused, in the language of the page: the API speaks English. What it does not mark (`because`, `msg`) stays. */
export const inWords: Refusal = (english, of) => refused(english, of)

/**
 * Says a text: `t('Save gift')`, `t('{count, plural, one {# gift} other {# gifts}}', { count })`.
 * @param message the English text (ICU MessageFormat): whole sentences, which a translator may turn round
 */
export const t: Say = (message, values) => spoken.say(message, values)

/** Says what the server hands over to be said, with its values or in English. */
export const saidHere = (words: Worded): string =>
  typeof words === 'string' ? inWords(words) : saidIn(spoken, words, inWords)

/** Whether the language has words of its own for a text. */
export const knows = (message: string): boolean => spoken.knows(message)

/** The language that is spoken: for what the server says in the same way. */
export const language = (): Language => spoken

/** How numbers, days and lists are written: in the language that is spoken, as the country of the church does that is shown. */
export const writing = (): Writing => spoken

/** The language that is spoken, for names and their order (BCP 47). It is known before pages are loaded. */
export const locale = (): string => spoken.locale

type Part = Value | ReactNode | ((chunks: ReactNode) => ReactNode)

/** Says a text with elements in it: `rich('Ask <b>{name}</b>.', { name, b: chunks => <b>{chunks}</b> })`. */
export function rich(message: string, values: Readonly<Record<string, Part>>): ReactNode {
  const parts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (chunks: ReactNode[]) => value(Children.toArray(chunks)) : value,
  ])
  return Children.toArray(spoken.parts<ReactNode>(message, Object.fromEntries(parts)))
}
