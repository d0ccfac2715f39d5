/**
 * Why something is refused: the API says it in English, and the console, which gets the English words, in its own language
 * (docs/decisions/0015-texts.md).
 */
import { ENGLISH, type Values } from './language.ts'

/**
 * A refusal in English, marked so that it is in the catalogues: `because('must be at most {most} characters', { most })`.
 * @param message the English text, whole, as any other
 */
export const because = (message: string, values?: Values): string => ENGLISH.say(message, values)
