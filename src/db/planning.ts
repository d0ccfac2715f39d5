/** How a connection plans statements where the database is Citus. */
import type pg from 'pg'

/** The value of a church says which node it is on, so each statement is planned with its values there; elsewhere nothing happens. */
const PLAN_ANEW = `select set_config('plan_cache_mode', 'auto', false) from pg_extension where extname = 'citus'`

/** Says so to a new connection, ahead of whatever is sent over it. */
export function planAnew(client: pg.ClientBase): void {
  // One that breaks is told by the statements behind this one.
  client.query(PLAN_ANEW).catch(() => undefined)
}
