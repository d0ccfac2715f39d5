/** Texts of one line, such as names: what is written into mails and headers must not begin a line of its own. */
import { because } from '../texts/because.ts'
import { isPlainText } from './json.ts'

/** Control characters, and Unicode's own line and paragraph separators. */
const BREAKS = /[\p{Cc}\u2028\u2029]/u

/** Characters that turn the direction of what follows, so that it reads as something else. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/u

/** Whether a text is one line that reads as it is written. */
export const isLine = (text: string): boolean => !BREAKS.test(text) && !TURNS.test(text)

/** Letters up to those of European languages, and signs: none of them is joined with another, breaks a line or turns its direction. */
const PLAIN = /^[\x20-\x7e\u00a0-\u02ff]*$/

/** Whether a value is a trimmed line of at most so many characters that needs no better look; false for many that are one, too. */
export const isPlainLine = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && PLAIN.test(value) && value.trim() === value

/** What is wrong with a text that has to be one line of 1 to so many characters; undefined where nothing is. */
export function lineProblem(text: string, most: number): string | undefined {
  const length = [...text].length
  if (length === 0 || length > most || !isPlainText(text)) return because('must be 1 to {most} characters', { most })
  return isLine(text) ? undefined : because('must be one line, without control characters')
}

/** A text as one line, cut to so many characters: for what was stored before that was checked. */
export function asLine(text: string, most: number): string {
  const plain = text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  const letters = [...plain]
  return letters.length <= most ? plain : `${letters.slice(0, most - 1).join('')}…`
}
