/** What a closed class holds: its teacher has said who was there, and nobody changes it by the way. */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { because } from '../../texts/because.ts'

/**
 * Joined to sessions `s`: those of churches that have the school. Where it is switched off nobody opens or closes a class, and what
 * is left of them holds nothing up.
 */
export const whereSchoolIs = sql`join churches as c on c.id = s.church_id and 'school' = any(c.modules)`

/** @returns those of meetings whose class has closed its session, or is closed itself */
export async function ofClosedClasses(db: Db, church: number, meetings: readonly number[]): Promise<Set<number>> {
  if (meetings.length === 0) return new Set()
  const ids = idArray([...new Set(meetings)])
  const found = await db.all<{ id: number }>(sql`
    select s.meeting_id as id from class_sessions as s ${whereSchoolIs}
    where s.church_id = ${church} and s.meeting_id = any(${ids}) and s.status = 'closed'
    union select m.id from meetings as m
      join groups as g on g.church_id = ${church} and g.id = m.group_id and g.kind = 'class' and g.status = 'closed'
    where m.church_id = ${church} and m.id = any(${ids})`)
  return new Set(found.map(({ id }) => id))
}

/** @param meeting locked, of which something is changed @throws ApiError `wrong_state` where its class is closed */
export async function checkClassOpen(db: Db, church: number, meeting: number): Promise<void> {
  const closed = await ofClosedClasses(db, church, [meeting])
  if (closed.size === 0) return
  throw new ApiError('wrong_state', {
    message: because(
      'This is the meeting of a class that is closed. Open the session of the class again to change who was there.',
    ),
  })
}

/**
 * The status of the class session that is held at a meeting: what becomes of the two is for the session to say. Where the
 * school is switched off nobody can say it, and the meeting is one as others are.
 */
export async function sessionAt(db: Db, church: number, meeting: number): Promise<string | undefined> {
  const found = await db.first<{ status: string }>(sql`select s.status from class_sessions as s ${whereSchoolIs}
    where s.church_id = ${church} and s.meeting_id = ${meeting} and s.status <> 'discarded'`)
  return found?.status
}
