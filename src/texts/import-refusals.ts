/** Why rows are refused, behind the name of a column. */
import { because } from './because.ts'

/** Of the day of a gift. */
export const NO_DAY = because('is empty in this row: write the day of the gift, and import the row again')

/** Of the amount of a gift. */
export const SUM_LINE = because(
  'is the sum of rows above it and no gift: take this row out of the file, or import the others without it',
)

/** Of a person who would be put into a group. */
export const HAS_DIED = because('names somebody who has died')

/** Of a meeting of which a row would change something. */
export const CLASS_IS_CLOSED = because('is that of a class that is closed: open it again first')
