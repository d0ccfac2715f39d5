/** Why somebody cannot be forgotten at this moment: data, said in the reader's language. */
import { msg, type Say } from './language.ts'

/** What stands in the way. */
export type ForgetHindrance =
  /** A message to them is with a provider; a file is being imported. */
  | { code: 'sending' | 'importing' }
  /** They are part of another record. */
  | { code: 'merged'; into: number }

const WORDS = {
  sending: msg('is being sent a message at this moment; try again in a minute'),
  importing: msg('cannot be forgotten while a file is being imported; try again when that has ended'),
  merged: msg('was merged into person {into}: forget that one, and this goes with it'),
}

/** As what follows *This person*. */
export const forgetHindranceWords = (hindrance: ForgetHindrance, say: Say): string =>
  say(WORDS[hindrance.code], hindrance.code === 'merged' ? { into: String(hindrance.into) } : {})
