/** Times of rows that tests move instead of waiting. */
import { ident, type Sql, sql } from '../../src/db/sql.ts'

/**
 * For `update … set`: the time of a column so much later, or earlier.
 * Reckoned in UTC, since Citus refuses a change that depends on the session's time zone.
 * @param by in PostgreSQL's words, such as '-6 minutes'
 */
export const moved = (column: string, by: string): Sql =>
  sql`(${ident(column)} at time zone 'UTC' + ${by}::interval) at time zone 'UTC'`
