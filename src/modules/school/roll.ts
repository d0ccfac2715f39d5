/** The roll of a class on a day: who was a member then, and who else is marked there (decisions, School). */
import { type Db, idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { membersOn } from '../groups/members-on.ts'

/** A meeting whose roll it is. */
export interface RollOf {
  church: number
  group: number
  meeting: number
  held_on: string
}

/** Roles in a class of those who teach: nobody expects a mark of them. */
export const TEACHERS = ['leader', 'assistant'] as const
const TEACHES = sql`role in ('leader', 'assistant')`

/** The role in a class of somebody on a day; undefined for who is no member. */
export async function roleOn(db: Db, roll: Omit<RollOf, 'meeting'>, person: number): Promise<string | undefined> {
  const found = await db.first<{ role: string }>(sql`select role from group_members
    where ${membersOn(roll)} and person_id = ${person} order by status, id desc limit 1`)
  return found?.role
}

/** Pupils whom nobody marked, or whose mark was taken back. @param branches those of whose people; null for all */
export async function unmarkedPupils(db: Db, roll: RollOf, branches: readonly number[] | null): Promise<number[]> {
  const found = await db.all<{ person_id: number }>(sql`select distinct person_id from group_members
    where ${membersOn(roll)} and not ${TEACHES}
      and person_id in (select p.id from people as p
        where p.church_id = ${roll.church} and not p.removed and p.status <> 'deceased' and ${inBranches(branches)})
      and person_id not in (select person_id from attendances where church_id = ${roll.church}
        and meeting_id = ${roll.meeting} and state <> 'undone' and person_id is not null)
      and person_id not in (select person_id from group_members where ${membersOn(roll)} and ${TEACHES})
    order by person_id`)
  return found.map(({ person_id }) => person_id)
}

/** Somebody on the roll of a class. */
export interface Pupil {
  person_id: number
  name: string
  photo_url: string | null
  /** In the class; null for a visitor. */
  role: string | null
  state: 'present' | 'absent' | 'excused' | null
}

/** The roll of a class, as somebody sees it. */
export interface SeenRoll {
  pupils: Pupil[]
  /** Those of other branches whom it does not name. */
  others: number
}

/**
 * The roll: pupils by first name, then visitors, then teachers. People who are removed have no name on it, who has died is on it
 * only where they were marked.
 * @param branches those of whom it names people; null for all
 */
export async function rollOf(db: Db, roll: RollOf, branches: readonly number[] | null): Promise<SeenRoll> {
  const all = await db.all<Pupil & { seen: boolean }>(sql`
    with member as (select distinct on (person_id) person_id as member_id, role from group_members
        where ${membersOn(roll)} order by person_id, status, id desc),
      marked as (select person_id as marked_id, state from attendances
        where church_id = ${roll.church} and meeting_id = ${roll.meeting} and state <> 'undone' and person_id is not null)
    select p.id as person_id, p.full_name as name, p.photo_url, member.role, marked.state,
      ${inBranches(branches)} as seen
    from people as p left join member on member.member_id = p.id left join marked on marked.marked_id = p.id
    where p.church_id = ${roll.church} and not p.removed
      and ((member.member_id is not null and p.status <> 'deceased') or marked.marked_id is not null)
    order by case when member.role in ('leader', 'assistant') then 2 when member.role is null then 1 else 0 end,
      p.first_name, p.last_name, p.id`)
  const pupils = all.flatMap(({ seen, ...pupil }) => (seen ? [pupil] : []))
  return { pupils, others: all.length - pupils.length }
}

/** Over `p` of people: those whom somebody sees whom these branches limit. */
const inBranches = (branches: readonly number[] | null): Sql =>
  branches === null ? sql`true` : sql`p.branch_id = any(${idArray(branches)})`
