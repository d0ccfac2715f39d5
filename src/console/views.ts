/** Reads of the console that the API does not have. */
import { sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { listKeys } from '../modules/church/api-keys.ts'
import type { Caller } from '../resource/caller.ts'
import type { Permission } from '../sign-in/roles.ts'
import type { Parts } from './operation.ts'
import { listUsers } from './users.ts'

/** A view: JSON text of `data`. */
export type View = (parts: Parts, caller: Caller) => Promise<string>

const MOST_ACTS = 200

async function listActs({ database }: Parts, { church }: Caller): Promise<string> {
  const acts = await database.read.all<{ created_at: string }>(sql`
    select id, user_name, operation, target, ip, created_at from audit_log
    where church_id = ${church.id} order by id desc limit ${MOST_ACTS}`)
  return JSON.stringify(acts.map(act => ({ ...act, created_at: printTimestamp(act.created_at) })))
}

/** Every view there is, by the permission it needs. */
export const VIEWS: Partial<Record<Permission, View>> = {
  keys: async ({ database }, { church }) => JSON.stringify(await listKeys(database, church.id)),
  users: listUsers,
  audit: listActs,
}
