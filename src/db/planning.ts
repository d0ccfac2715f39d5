/** What is otherwise where the database is Citus: how a connection plans statements, and how much a statement may ask. */
import type pg from 'pg'
import type { Db } from './handle.ts'
import { raw } from './sql.ts'

const CITUS = `from pg_extension where extname = 'citus'`

/** The value of a church says which node it is on, so each statement is planned with its values there; elsewhere nothing happens. */
const PLAN_ANEW = `select set_config('plan_cache_mode', 'auto', false) ${CITUS}`

/** Says so to a new connection, ahead of whatever is sent over it. */
export function planAnew(client: pg.ClientBase): void {
  // One that breaks is told by the statements behind this one.
  client.query(PLAN_ANEW).catch(() => undefined)
}

/** Whether the database is Citus: the churches of one statement may then lie on several nodes. */
export async function isCitus(db: Db): Promise<boolean> {
  return (await db.first(raw(`select 1 ${CITUS}`))) !== undefined
}
