/** What whoever looks after children has to know of them, by their group and on a roll: helpers see it of the groups of their duties. */
import { type Db, idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { mayThey, STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { groups } from '../groups/groups.ts'
import { ofGroupsInSight } from '../groups/sight.ts'

/** A child in a group, as whoever looks after it is told of them: nothing of what is said in confidence. */
export interface ChildOfGroup {
  person_id: number
  full_name: string
  grade: string | null
  label_note: string | null
  photo_ok: boolean | null
}

/** Who looks after children: staff within their branches, helpers in the groups of their duties (decisions, Children). */
const LOOK_AFTER = within([...STAFF, 'helper'])

/** Those of whom there is a note, or who may not be photographed, in the caller's branches. @param which over `child_details as d` */
const knownChildren = (db: Db, { church, visible }: Pick<Caller, 'church' | 'visible'>, which: Sql) =>
  db.all<ChildOfGroup>(sql`select d.person_id, p.full_name, d.grade, d.label_note, d.photo_ok
    from child_details d join people p on p.church_id = ${church.id} and p.id = d.person_id
    where d.church_id = ${church.id} and not p.removed and p.status <> 'deceased' and (d.label_note is not null or not d.photo_ok)
      and ${visible === null ? sql`true` : sql`p.branch_id = any(${idArray(visible)})`} and ${which}
    order by p.full_name, d.person_id`)

/** Over `child_details as d`: active members of these groups. */
const inGroups = (church: number, groups: Sql): Sql => sql`d.person_id in (select person_id from group_members
  where church_id = ${church} and ${groups} and status = 'active')`

/** What whoever takes a roll has to know of a child on it. */
export type ChildNotes = Pick<ChildOfGroup, 'label_note' | 'photo_ok'>

/**
 * What is to be known of the people on a roll, by their ids: staff are told it of all whom they see, helpers of members of the
 * groups that they see, whoever does not look after children of nobody.
 */
export async function notesOn(
  db: Db,
  caller: Caller,
  people: readonly number[],
): Promise<ReadonlyMap<number, ChildNotes>> {
  const { by, church, visible } = caller
  if (by.kind !== 'person' || !mayThey(by.role, LOOK_AFTER, visible !== null)) return new Map()
  const theirs = by.role === 'helper' ? inGroups(church.id, ofGroupsInSight(caller) ?? sql`true`) : sql`true`
  const known = await knownChildren(db, caller, sql`d.person_id = any(${idArray(people)}) and ${theirs}`)
  return new Map(known.map(({ person_id, label_note, photo_ok }) => [person_id, { label_note, photo_ok }]))
}

export const groupChildren = view({
  name: 'group_children',
  may: LOOK_AFTER,
  fields: { id: field.ref('groups').required() },
  async run({ read }, caller, { id }): Promise<ChildOfGroup[]> {
    await checkVisible(read, groups, caller, id)
    return await knownChildren(read, caller, inGroups(caller.church.id, sql`group_id = ${id}`))
  },
})
