/** The log of who did what in a church's console, newest first. */
import { join, sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { view } from '../resource/action.ts'
import { anyOfIds } from '../resource/any-of.ts'
import { ADMINISTRATORS, within } from '../resource/roles.ts'
import * as field from '../resource/types.ts'

/** Lines of one answer. */
const AUDIT_PAGE = 50

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

export const auditView = view({
  name: 'audit',
  may: within(ADMINISTRATORS),
  fields: {
    before: field.ref().settable().doc('Older lines than the one of this id'),
    user_id: field.text(100).settable(),
    operation: field.text(100).settable(),
  },
  async run({ read }, { church, visible }, { before, user_id, operation }) {
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
      where ${join(conditions, ' and ')} order by id desc limit ${AUDIT_PAGE}`)
    return acts.map(
      (act): AuditEntry => ({
        ...act,
        detail: JSON.parse(act.detail) as AuditEntry['detail'],
        created_at: printTimestamp(act.created_at),
      }),
    )
  },
})
