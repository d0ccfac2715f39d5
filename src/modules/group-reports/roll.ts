/** Who is asked about in a report: the members of the group on the day of its meeting, with what is on record of each there. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { onDay } from '../groups/members-on.ts'
import type { STATES } from '../meetings/fields.ts'

/** Somebody of the group, whatever branch their record is in: who is named to whom is for those who show it. */
export interface RollMember {
  person_id: number
  first_name: string
  last_name: string | null
  full_name: string
  /** Of their record. */
  branch_id: number
  role: string
  /** What is on record; null for nothing. */
  state: (typeof STATES)[number] | null
}

/**
 * Members of the day of a meeting, by last name; one who has left since is among them. Of a group that was put on record
 * later than it met, its members of now. Who has died is among them where something is on record of them.
 */
export async function rollOf(
  db: Db,
  church: number,
  { group, meeting, held_on }: { group: number; meeting: number; held_on: string },
): Promise<RollMember[]> {
  const rows = await db.all<RollMember & { of_day: boolean; active: boolean }>(sql`
    with mine as (
      select distinct on (person_id, of_day) person_id, role, of_day, active from (
        select person_id, role, status = 'active' as active, ${onDay(held_on)} as of_day
        from group_members where church_id = ${church} and group_id = ${group}) as all_of_them
      where of_day or active
      order by person_id, of_day, array_position(array['leader', 'assistant', 'member', 'guest'], role))
    select p.id as person_id, p.first_name, p.last_name, p.full_name, p.branch_id, mine.role, a.state, mine.of_day, mine.active
    from mine join people as p on p.church_id = ${church} and p.id = mine.person_id
      left join attendances as a on a.church_id = ${church} and a.meeting_id = ${meeting} and a.person_id = mine.person_id
    where not p.removed and (p.status <> 'deceased' or a.state is not null) order by p.last_name, p.first_name, p.id`)
  const ofDay = rows.filter(({ of_day }) => of_day)
  const roll = ofDay.length > 0 ? ofDay : rows.filter(({ active }) => active)
  return roll.map(({ of_day: _, active: __, ...member }) => member)
}
