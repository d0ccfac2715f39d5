/** What whoever looks after a group has to know of its children: helpers see it of the groups of their duties. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { groups } from '../groups/groups.ts'

/** A child in a group, as whoever looks after it is told of them: nothing of what is said in confidence. */
export interface ChildOfGroup {
  person_id: number
  full_name: string
  grade: string | null
  label_note: string | null
  photo_ok: boolean | null
}

/** Active members of a group of whom there is a note, or who may not be photographed. The group's sight is judged by the caller. */
export const childrenOf = (db: Db, { church, visible }: Pick<Caller, 'church' | 'visible'>, group: number) =>
  db.all<ChildOfGroup>(sql`select d.person_id, p.full_name, d.grade, d.label_note, d.photo_ok
    from group_members m
    join child_details d on d.church_id = ${church.id} and d.person_id = m.person_id
    join people p on p.church_id = ${church.id} and p.id = m.person_id
    where m.church_id = ${church.id} and m.group_id = ${group} and m.status = 'active' and not p.removed and p.status <> 'deceased'
      and (d.label_note is not null or not d.photo_ok)
      and ${visible === null ? sql`true` : sql`p.branch_id = any(${[...visible]}::bigint[])`} order by p.full_name, m.id`)

export const groupChildren = view({
  name: 'group_children',
  may: within([...STAFF, 'helper']),
  fields: { id: field.ref('groups').required() },
  async run({ read }, caller, { id }): Promise<ChildOfGroup[]> {
    await checkVisible(read, groups, caller, id)
    return await childrenOf(read, caller, id)
  },
})
