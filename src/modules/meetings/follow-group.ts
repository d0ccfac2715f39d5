/** What becomes of the schedule of a group when the group is paused or closed, goes on, or moves to another branch. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { lockSchedule, remake } from './make-meetings.ts'
import { zoneOfBranch } from './moments.ts'

/** Moves it to the branch of its group, and makes, cancels or plans again the meetings to come that nobody has touched. */
export async function followGroup(tx: Tx, church: number, id: number, now: Date): Promise<void> {
  const schedule = await lockSchedule(tx, church, id)
  if (schedule === undefined) return
  const group = await tx.first<{ branch_id: number }>(
    sql`select branch_id from groups where church_id = ${church} and id = ${schedule.group_id}::bigint`,
  )
  const branch_id = group?.branch_id ?? schedule.branch_id
  if (branch_id === schedule.branch_id) return await remake(tx, church, schedule, now)
  const timezone = await zoneOfBranch(tx, church, schedule, branch_id)
  await tx.run(sql`update schedules set branch_id = ${branch_id}, timezone = ${timezone}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${id}`)
  await remake(tx, church, { ...schedule, branch_id, timezone }, now)
}
