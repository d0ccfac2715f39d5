/** /healthz: the process answers. /readyz: it can do its work. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Reply } from './message.ts'

const ok = (): Reply => ({ status: 200, headers: {}, body: '{"ok":true,"data":{"status":"up"}}' })

export const healthz = ok

/** Throws what the database throws: 503 while it cannot be reached. */
export const readyz = (database: Database) => async (): Promise<Reply> => {
  await database.read.first(sql`select 1`)
  return ok()
}
