/** The log of who did what in a church's console, newest first. */
import type { Db } from '../db/database.ts'
import { join, sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { view } from '../resource/action.ts'
import { anyOfIds } from '../resource/any-of.ts'
import type { Caller } from '../resource/caller.ts'
import { ADMINISTRATORS, within } from '../resource/roles.ts'
import { inParts, tableFile } from '../resource/table-file.ts'
import * as field from '../resource/types.ts'

/** Lines of one answer. */
const AUDIT_PAGE = 50
/** Lines that are in memory at once while a file is made. */
const FILE_BATCH = 500

/** One line of the log, as the page shows it. */
export interface AuditEntry {
  id: number
  user_id: string
  user_name: string
  operation: string
  target: string | null
  detail: Record<string, unknown>
  ip: string
  created_at: string
}

/** Who acted, and what they did. */
const filters = { user_id: field.text(100).settable(), operation: field.text(100).settable() }

interface Wanted {
  before?: number | undefined
  user_id?: string | undefined
  operation?: string | undefined
}

/** Lines in the sight of a caller, the newest first, not more than `most`. */
async function readEntries(
  read: Db,
  { church, visible }: Caller,
  { before, user_id, operation }: Wanted,
  most: number,
): Promise<AuditEntry[]> {
  const conditions = [
    sql`church_id = ${church.id}`,
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(user_id === undefined ? [] : [sql`user_id = ${user_id}`]),
    ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
    // Who is limited to a branch sees what was done by people who were limited to it, or to one below, at the time.
    ...(visible === null ? [] : [anyOfIds('branch_id', visible)]),
  ]
  const acts = await read.all<Omit<AuditEntry, 'detail'> & { detail: string }>(sql`
    select id, user_id, user_name, operation, target, detail, ip, created_at from audit_log
    where ${join(conditions, ' and ')} order by id desc limit ${most}`)
  return acts.map(act => ({
    ...act,
    detail: JSON.parse(act.detail) as AuditEntry['detail'],
    created_at: printTimestamp(act.created_at),
  }))
}

export const auditView = view({
  name: 'audit',
  may: within(ADMINISTRATORS),
  fields: { before: field.ref().settable().doc('Older lines than the one of this id'), ...filters },
  run: ({ read }, caller, wanted) => readEntries(read, caller, wanted, AUDIT_PAGE),
})

/** The log as a CSV file, under the filters of its page. */
export const auditFile = tableFile({
  name: 'audit_file',
  may: within(ADMINISTRATORS),
  fields: filters,
  called: 'audit-log',
  columns: {
    created_at: (one: AuditEntry) => one.created_at,
    user_name: one => one.user_name,
    operation: one => one.operation,
    target: one => one.target,
    detail: one => JSON.stringify(one.detail),
    ip: one => one.ip,
  },
  rows: ({ read }, caller, wanted) =>
    inParts(FILE_BATCH, last => readEntries(read, caller, { ...wanted, before: last?.id }, FILE_BATCH)),
})
