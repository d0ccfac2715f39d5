/** Which day it is at a church: that of the branch, never that of the server. */
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'

/** The time zone of a branch. */
export async function timezoneOf(db: Db, church: number, branch: number): Promise<string> {
  const found = await db.first<{ timezone: string }>(
    sql`select timezone from branches where church_id = ${church} and id = ${branch}`,
  )
  return found?.timezone ?? 'UTC'
}

/** What day it is in each branch of a church. */
export async function daysOfBranches(db: Db, church: number, now: Date): Promise<{ branch: number; day: string }[]> {
  const branches = await db.all<{ id: number; timezone: string }>(
    sql`select id, timezone from branches where church_id = ${church} order by id`,
  )
  return branches.map(({ id, timezone }) => ({ branch: id, day: today(now, timezone) }))
}

/** The day of a change in a branch. */
export const dayIn = async (tx: Tx, church: number, branch: number): Promise<string> =>
  today(new Date(tx.now), await timezoneOf(tx, church, branch))

/** The same in a statement. @param branch the column that names it */
export const dayInEach = (tx: Tx, church: number, branch: Sql): Sql =>
  sql`(select (${tx.now}::timestamptz at time zone b.timezone)::date from branches as b
    where b.church_id = ${church} and b.id = ${branch})`
