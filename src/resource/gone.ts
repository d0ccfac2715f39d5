/** What a request names and somebody else removed while it ran: no check can see that, the database's foreign keys do. */
import { faultCode, violated } from '../db/faults.ts'
import { Problems } from '../errors.ts'
import { because } from '../texts/because.ts'

const FOREIGN_KEY = '23503'
/** PostgreSQL's own names of foreign keys: table, columns, `fkey`. */
const COLUMN = /_church_id_(\w+)_fkey$/

/**
 * Passes an error on, or in its place the refusal of the field that named what is gone.
 * @throws ApiError `validation_failed`, else the error itself
 */
export function refuseGone(error: unknown, fields: Readonly<Record<string, unknown>>): never {
  const field = faultCode(error) === FOREIGN_KEY ? COLUMN.exec(violated(error) ?? '')?.[1] : undefined
  if (field === undefined || !Object.hasOwn(fields, field)) throw error
  const problems = new Problems()
  problems.add(field, because('names what somebody removed just now'))
  problems.throwIfAny()
  throw error
}
