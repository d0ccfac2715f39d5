/** /healthz: the process answers. /readyz: it can do its work. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { unavailable } from '../errors.ts'
import type { Reply, Request } from './message.ts'
import { failure } from './respond.ts'

const ok = (): Reply => ({ status: 200, headers: {}, body: '{"ok":true,"data":{"status":"up"}}' })

export const healthz = ok

/** 503 while the database cannot be reached. */
export const readyz =
  (database: Database) =>
  async (request: Request): Promise<Reply> => {
    try {
      await database.read.first(sql`select 1`)
      return ok()
    } catch (fault) {
      return failure(unavailable(1, fault), request.id)
    }
  }
