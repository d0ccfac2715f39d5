/** Who hands a report in, and who may return it: whoever leads above the group, and the staff. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { dutiesOf } from '../../resource/duties.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { byOf } from '../meetings/agent.ts'
import { reportPrinter } from './fields.ts'
import type { Handing, ReportSource } from './hand-in.ts'
import { REPORTS } from './report-row.ts'
import { giveReturned } from './returned.ts'

const { column } = reportPrinter

/** Whether somebody acts as a leader, by a duty, and not for the whole church. */
export const actsAsLeader = ({ by }: Caller): boolean => by.kind === 'person' && by.role === 'helper'

const sourceOf = ({ by }: Caller): ReportSource =>
  by.kind === 'key' ? 'api' : by.kind === 'command' ? 'command_line' : 'console'

/** What of a report follows from who hands it in. */
export const handingOf = (caller: Caller): Pick<Handing, 'source' | 'by' | 'leads'> => ({
  source: sourceOf(caller),
  by: byOf(caller),
  leads: actsAsLeader(caller),
})

/** Whether somebody may return the reports of a group that they see: a leader only those of groups below their own. */
export async function mayReturn(db: Db, caller: Caller, group: number): Promise<boolean> {
  if (!actsAsLeader(caller)) return true
  const duties = dutiesOf(caller, 'group')
  if (duties === undefined) return false
  const found = await db.first<{ above: boolean }>(sql`select reach[1:cardinality(reach) - 1] && ${duties} as above
    from groups where church_id = ${caller.church.id} and id = ${group}`)
  return found?.above === true
}

/**
 * Opens a report again that was handed in, and gives its leader the task to hand it in again. The same again changes nothing.
 * @param before its row, locked and in sight
 * @throws ApiError `not_permitted` for a leader of no group above; `wrong_state` for a draft; `validation_failed` without a sentence
 */
export async function returnReport(
  tx: Tx,
  caller: Caller,
  before: TextRow,
  reason: string,
  now: Date,
): Promise<TextRow> {
  const { id: church } = caller.church
  if (!(await mayReturn(tx, caller, Number(column(before, 'group_id'))))) {
    throw new ApiError('not_permitted', { message: because('Whoever leads above this group may return its reports.') })
  }
  const status = column(before, 'status')
  if (status === 'returned') return before
  if (status !== 'submitted') {
    throw new ApiError('wrong_state', { message: because('This report is not handed in, so it cannot be returned.') })
  }
  const after = await changeRow(tx, REPORTS, church, before, {
    status: 'returned',
    returned_because: reason,
    reviewed_by: byOf(caller).name,
    reviewed_at: tx.now,
  })
  await giveReturned(tx, caller.church, after, reason, now)
  return after
}
