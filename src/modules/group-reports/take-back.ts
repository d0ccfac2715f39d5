/** How reports are taken back that an import put on record: they are drafts again, of which nobody is told. */
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { endedBy, idsOf, judgedBy, type TakeBack } from '../../resource/take-back.ts'
import { ofClosedClasses } from '../meetings/closed-classes.ts'
import { lockMeeting } from '../meetings/meeting-row.ts'
import { recordNotHeld, takeBackCame } from './attendance.ts'
import { groupReports } from './group-reports.ts'

const drafts = endedBy(groupReports, { status: 'draft' })

/** What they counted is taken back with them; a meeting that came with them, and of which then nothing is recorded, is cancelled. Those of closed classes stay. */
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
    const meetings = await tx.all<{ id: number; came: boolean }>(sql`select m.id, m.created_at = i.completed_at as came
      from group_reports as r join meetings as m on m.church_id = ${church} and m.id = r.meeting_id
        join imports as i on i.church_id = ${church} and i.id = ${undoing.id}
      where r.church_id = ${church} and r.id = any(${idArray(idsOf(records))}) order by m.id`)
    for (const { id, came } of meetings) {
      const meeting = await lockMeeting(tx, church, id)
      if (meeting === undefined) continue
      if (came) await recordNotHeld(tx, church, meeting, false)
      else await takeBackCame(tx, church, meeting, false)
    }
    await drafts.remove(tx, undoing, records)
  },
}
