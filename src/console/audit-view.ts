/** The log of who did what in a church's console. */
import { sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { view } from '../resource/operation.ts'

const MOST_ACTS = 200

/** One line of the log, as the page shows it. */
export interface AuditEntry {
  id: number
  user_name: string
  operation: string
  target: string | null
  detail: Record<string, unknown>
  ip: string
  created_at: string
}

export const AUDIT_VIEW = view({
  name: 'audit',
  fields: {},
  async run({ database }, { church }) {
    const acts = await database.read.all<AuditEntry>(sql`
      select id, user_name, operation, target, detail, ip, created_at from audit_log
      where church_id = ${church.id} order by id desc limit ${MOST_ACTS}`)
    return JSON.stringify(acts.map(entry => ({ ...entry, created_at: printTimestamp(entry.created_at) })))
  },
})
