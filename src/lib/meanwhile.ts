/** Two people with one form: what was typed over what somebody else wrote meanwhile is told apart from what was not touched. */
import { latinDigits } from './digits.ts'

/** The same words, or the same number however it is written. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => text.replace(/\r\n?/g, '\n').trim())
  if (a === b) return true
  const [x = '', y = ''] = [a, b].map(text => latinDigits(text ?? '').replace(/[,\s]/g, ''))
  return /^\d+(\.\d+)?$/.test(x) && /^\d+(\.\d+)?$/.test(y) && Number(x) === Number(y)
}

/** What is in a field. */
export interface TypedOver {
  /** What was shown when the form was opened; undefined where it does not say. */
  was: string | undefined
  typed: string
  /** What is on record now. */
  now: string
}

/** Whether somebody typed there. */
export const isTyped = ({ was, typed }: TypedOver): boolean => was === undefined || !isSame(was, typed)

/** Whether two people typed different things: the second one is to see what the first one wrote. */
export const clashes = (field: TypedOver): boolean =>
  field.was !== undefined && isTyped(field) && !isSame(field.was, field.now) && !isSame(field.typed, field.now)
