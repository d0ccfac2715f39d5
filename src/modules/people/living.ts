/** Who is there to be named on pages of leaders and to be written to, and who is expected to come. */
import { type Sql, sql } from '../../db/sql.ts'

/** True of people, over `people as p` or another alias, who are on record and have not died. */
export const living = (people = sql`p`): Sql => sql`(not ${people}.removed and ${people}.status <> 'deceased')`

/** True of people by their status: those who are expected where they were before. */
export const COMES = sql`status not in ('inactive', 'transferred', 'deceased')`
