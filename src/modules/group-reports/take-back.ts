/** How reports are taken back that an import put on record: they are drafts again, of which nobody is told. */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { endedBy, idsOf, judgedBy, type TakeBack, type Undoing } from '../../resource/take-back.ts'
import { ofClosedClasses } from '../meetings/closed-classes.ts'
import { heldOf, lockMeeting, setMeeting } from '../meetings/meeting-row.ts'
import { holdAgain, recordNotHeld, takeBackCame } from './attendance.ts'
import { groupReports } from './group-reports.ts'

const drafts = endedBy(groupReports, { status: 'draft' })

/**
 * What they counted is taken back with them; a meeting that came with them, and of which then nothing is recorded, is cancelled, and
 * one that they had cancelled is open again, but none that somebody else cancelled. Those of closed classes stay.
 */
export const takeBackReports: TakeBack = {
  ...drafts,
  async judge(db, undoing, records) {
    const church = undoing.church.id
    const judged = await drafts.judge(db, undoing, records)
    const of = await db.all<{ id: number; meeting_id: number }>(sql`select id, meeting_id from group_reports
      where church_id = ${church} and id = any(${idArray(idsOf(records))})`)
    const meetings = of.map(({ meeting_id }) => meeting_id)
    const closed = await ofClosedClasses(db, church, meetings)
    const kept = new Set(of.filter(({ meeting_id }) => closed.has(meeting_id)).map(({ id }) => id))
    return new Map(
      [...judged].map(([id, { name, stays = [] }]) => {
        return [id, judgedBy(name, kept.has(id) ? [...stays, { code: 'closed' }] : stays)]
      }),
    )
  },
  async remove(tx, undoing, records) {
    const church = undoing.church.id
    for (const { id, came, edited } of await meetingsOf(tx, undoing, idsOf(records))) {
      const meeting = await lockMeeting(tx, church, id)
      if (meeting === undefined) continue
      if (came) await recordNotHeld(tx, church, meeting, false)
      else if (heldOf(meeting).status === 'cancelled') await openAgain(tx, church, meeting, edited)
      else await takeBackCame(tx, church, meeting, false)
    }
    await drafts.remove(tx, undoing, records)
  },
}

/** When a meeting was first changed by hand, or cancelled by a report, beside the import; or that others cancelled it before that. */
type Edited = 'before' | 'by_it' | 'since' | 'cancelled_before'

interface ReportedMeeting {
  id: number
  /** A report brought it, of this import or of one before that was taken back. */
  came: boolean
  edited: Edited
}

/**
 * An import of reports is one transaction, so what it made and changed is of the moment at which it was completed; there is one
 * report of a meeting, whichever imports brought it.
 */
const meetingsOf = (tx: Tx, { church, id }: Undoing, reports: readonly number[]): Promise<ReportedMeeting[]> =>
  tx.all<ReportedMeeting>(sql`select m.id,
      exists (select 1 from import_records as w
        join imports as o on o.church_id = ${church.id} and o.id = w.import_id and o.completed_at = m.created_at
        where w.church_id = ${church.id} and w.resource = 'group_reports' and w.record_id = r.id) as came,
      case when m.edited_at > i.completed_at then 'since' when m.edited_at = i.completed_at then 'by_it'
        when m.updated_at < i.completed_at then 'cancelled_before' else 'before' end as edited
    from group_reports as r join meetings as m on m.church_id = ${church.id} and m.id = r.meeting_id
      join imports as i on i.church_id = ${church.id} and i.id = ${id}
    where r.church_id = ${church.id} and r.id = any(${idArray(reports)}) order by m.id`)

/** Opens what the import cancelled, and nothing else. Nobody had changed by hand what it changed first: then nobody has. */
async function openAgain(tx: Tx, church: number, meeting: TextRow, edited: Edited): Promise<void> {
  if (edited === 'since' || edited === 'cancelled_before') return
  const { id } = heldOf(meeting)
  await holdAgain(tx, church, meeting, new Date(printTimestamp(tx.now)))
  if (edited === 'by_it') await setMeeting(tx, church, id, sql`edited_at = null`)
}
