/** Who is there to be named on pages of leaders and to be written to, and who is expected to come. */
import { type Db, idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** True of people, over `people as p` or another alias, who are on record and have not died. */
export const living = (people = sql`p`): Sql => sql`(not ${people}.removed and ${people}.status <> 'deceased')`

/** Those of people who have died, by their ids. */
export async function diedAmong(db: Db, church: number, people: readonly number[]): Promise<Set<number>> {
  const died = await db.all<{ id: number }>(sql`select id from people
    where church_id = ${church} and id = any(${idArray(people)}) and status = 'deceased'`)
  return new Set(died.map(({ id }) => id))
}

/** True of people by their status: those who are expected where they were before. */
export const COMES = sql`status not in ('inactive', 'transferred', 'deceased')`
