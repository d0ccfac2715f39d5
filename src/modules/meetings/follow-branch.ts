/** What becomes of meetings that somebody planned or changed where their group moves to another branch; `follow-group.ts` has the others. */
import { idArray, type Tx } from '../../db/database.ts'
import { every, ident, sql } from '../../db/sql.ts'
import type { Extended } from '../../resource/extension-point.ts'
import { timezoneOf } from '../church/days.ts'
import type { MovedGroup } from '../groups/moved-groups.ts'
import { hintReports } from '../groups/reports-due.ts'
import { stillAhead, toZone } from './follow-zone.ts'
import { recordedOfMeetings } from './moved-day.ts'

/**
 * Those to come go along, and to the clock on the wall of their new branch where they had that of the old one. What was stays where it
 * was held, and so does that of which anything is on record.
 */
export async function followBranch(
  tx: Tx,
  church: number,
  house: Extended,
  { group, from, to, now }: MovedGroup,
): Promise<void> {
  const recorded = ['attendances', 'headcounts', ...house.addedAt(recordedOfMeetings)]
  const theirs = every([
    sql`t.church_id = ${church} and t.group_id = ${group} and t.branch_id = ${from} and ${stillAhead(now)}`,
    sql`(t.slot is null or t.edited_at is not null)`,
    ...recorded.map(
      table =>
        sql`not exists (select 1 from ${ident(table)} as r where r.church_id = ${church} and r.meeting_id = t.id)`,
    ),
  ])
  // Who records something of one holds it meanwhile: only afterwards is it seen whether there is anything on record.
  await tx.all(sql`select t.id from meetings as t where t.church_id = ${church} and t.group_id = ${group}
    and t.branch_id = ${from} and ${stillAhead(now)} order by t.id for no key update`)
  const moved = await tx.all<{
    id: number
  }>(sql`update meetings as t set branch_id = ${to}, updated_at = ${tx.now}::timestamptz
    where ${theirs} returning t.id`)
  if (moved.length === 0) return
  const [before, after] = [await timezoneOf(tx, church, from), await timezoneOf(tx, church, to)]
  if (before !== after) {
    const ids = moved.map(({ id }) => id)
    await toZone(
      tx,
      sql`t.church_id = ${church} and t.id = any(${idArray(ids)}) and t.timezone = ${before}`,
      after,
      now,
    )
  }
  // Reports may be due at other moments.
  await hintReports(tx, church, now)
}
