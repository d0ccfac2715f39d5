/** What is recorded of a meeting is of its day: it follows where the meeting is moved to another one. */
import type { Tx } from '../../db/database.ts'
import { ident, sql } from '../../db/sql.ts'
import { type Extended, extensionPoint } from '../../resource/extension-point.ts'
import { summed, tally } from '../../resource/tally.ts'

/** Tables of what modules record of meetings: each row names its meeting by `meeting_id`, and has the day of that as `held_on`. */
export const recordedOfMeetings = extensionPoint<string>('what is recorded of meetings', table => table)

/** A meeting that was moved. */
interface Moved {
  id: number
  /** Days. */
  from: string
  to: string
}

/** Moves along all that is recorded of a meeting. @param meeting that is locked */
export async function followDay(tx: Tx, church: number, house: Extended, { id, from, to }: Moved): Promise<void> {
  const moving = sql`set held_on = ${to}::date, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and meeting_id = ${id}`
  for (const table of ['headcounts', ...house.addedAt(recordedOfMeetings)]) {
    await tx.run(sql`update ${ident(table)} ${moving}`)
  }
  const marked = await tx.all<{ id: number; branch_id: number; status: string }>(
    sql`update attendances ${moving} returning id, branch_id, status`,
  )
  const deltas = marked.flatMap(one => [
    { ...one, day: from, n: -1 },
    { ...one, day: to, n: 1 },
  ])
  if (deltas.length > 0) await tally(tx, church, 'attendances', summed(deltas))
}
