/** Why rows are refused, behind the name of a column: the console says these in its language. */
import { msg } from './language.ts'

/** Of the day of a gift. */
export const NO_DAY = msg('is empty in this row: write the day of the gift, and import the row again')

/** Of the amount of a gift. */
export const SUM_LINE = msg(
  'is the sum of rows above it and no gift: take this row out of the file, or import the others without it',
)

/** Of a person who would be put into a group. */
export const HAS_DIED = msg('names somebody who has died')

/** Of a meeting of which a row would change something. */
export const CLASS_IS_CLOSED = msg('is that of a class that is closed: open it again first')

/** Those that are said in the language of the page. */
export const SAID_REFUSALS: readonly string[] = [NO_DAY, SUM_LINE, HAS_DIED, CLASS_IS_CLOSED]
