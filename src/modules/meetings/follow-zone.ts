/** What becomes of schedules and of meetings to come where their branch is set to another time zone. */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { listed } from '../../resource/demo.ts'
import type { MovedZone } from '../church/zone-of-branch.ts'
import { hintReports } from '../groups/reports-due.ts'
import { momentsOf, type OnTheWall, stateOf } from './moments.ts'

const COLUMNS = `held_on date, local_time text, minutes integer, starts_at timestamptz, ends_at timestamptz, status text,
  reopened_at timestamptz`

/** Meetings `t` that are still to come, also those that were cancelled and may be held after all. */
export const stillAhead = (now: Date): Sql =>
  sql`(t.status = 'planned' or t.status = 'cancelled' and t.starts_at > ${now.toISOString()}::timestamptz)`

/**
 * They go along, whoever made or changed them: the clock on the wall stays, the moments are those of the new zone. What is in another
 * zone than its branch was stays in that, since somebody chose it by hand; so does what was.
 */
export async function followZone(tx: Tx, church: number, { branch, from, to, now }: MovedZone): Promise<void> {
  const theirs = sql`t.church_id = ${church} and t.branch_id = ${branch} and t.timezone = ${from}`
  await tx.run(sql`update schedules as t set timezone = ${to}, updated_at = ${tx.now}::timestamptz where ${theirs}`)
  if (!(await toZone(tx, sql`${theirs} and ${stillAhead(now)}`, to, now))) return
  // Reports may be due at other moments.
  await hintReports(tx, church, now)
}

/** Moves meetings to another zone; their clocks on the wall stay. @param which of the meetings `t` @returns whether there are any */
export async function toZone(tx: Tx, which: Sql, to: string, now: Date): Promise<boolean> {
  const walls = await tx.all<Required<Omit<OnTheWall, 'timezone'>>>(
    sql`select distinct held_on, local_time, minutes from meetings as t where ${which}`,
  )
  if (walls.length === 0) return false
  const rows = walls.map(wall => {
    const moments = momentsOf({ ...wall, timezone: to })
    return { ...wall, ...moments, ...stateOf(moments, now) }
  })
  await tx.run(sql`update meetings as t set timezone = ${to}, starts_at = wall.starts_at, ends_at = wall.ends_at,
      status = case when t.status = 'planned' then wall.status else t.status end,
      reopened_at = case when t.status = 'planned' then wall.reopened_at else t.reopened_at end,
      updated_at = ${tx.now}::timestamptz
    from (select * from ${listed(rows, COLUMNS)}) as wall where ${which}
      and t.held_on = wall.held_on and t.local_time = wall.local_time and t.minutes = wall.minutes`)
  return true
}
