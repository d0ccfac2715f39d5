/** Whom a meeting expects: the members of the group that holds it, else the people of its branch. */
import { type Db, idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Caller } from '../../resource/caller.ts'
import { membersOn } from '../groups/members-on.ts'
import { COMES } from '../people/living.ts'
import type { Held } from './meeting-row.ts'

/** As much of a meeting as tells who is expected. */
type Expecting = Pick<Held, 'branch_id' | 'group_id' | 'held_on'>

/** Over `person_id`: whoever belongs to a group, or did. */
const everIn = (church: number, group: number): Sql =>
  sql`person_id in (select m.person_id from group_members as m where m.church_id = ${church} and m.group_id = ${group})`

/**
 * Over `person_id`, `branch_id` and `status` of people: those whom a roll lists. Of a group they are its members of that day.
 * Others can be marked all the same.
 */
export function expectedAt(church: number, { branch_id, group_id, held_on }: Expecting): Sql {
  if (group_id === null) return sql`branch_id = ${branch_id} and ${COMES}`
  return sql`status <> 'deceased' and person_id in (select m.person_id from group_members as m
    where ${membersOn({ church, group: group_id, held_on })})`
}

/** Over the same: those whom a search in the roll finds. Helpers find nobody whom they do not know from the group. */
export function foundAt(caller: Caller, meeting: Expecting): Sql {
  const { group_id } = meeting
  if (group_id === null) return expectedAt(caller.church.id, meeting)
  const members = everIn(caller.church.id, group_id)
  return isHelper(caller)
    ? sql`${members} and status <> 'deceased'`
    : sql`(${members} or (branch_id = ${meeting.branch_id} and ${COMES}))`
}

/** Whether somebody sees nothing of the church but the groups that are entrusted to them. */
export const isHelper = ({ by }: Caller): boolean => by.kind === 'person' && by.role === 'helper'

/** Whether who asks may mark these people: helpers nobody but those of the group, and whoever is on its roll: they know their names. */
export async function mayMark(
  db: Db,
  caller: Caller,
  { id, group_id }: Pick<Held, 'id' | 'group_id'>,
  people: readonly number[],
): Promise<boolean> {
  const asked = [...new Set(people)]
  if (!isHelper(caller) || asked.length === 0) return true
  if (group_id === null) return false
  const { id: church } = caller.church
  const found = await db.all(
    sql`select 1 from unnest(${idArray(asked)}::bigint[]) as one (person_id) where ${everIn(church, group_id)}
      or person_id in (select a.person_id from attendances as a where a.church_id = ${church} and a.meeting_id = ${id})`,
  )
  return found.length === asked.length
}
