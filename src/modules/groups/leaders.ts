/** Who of the console leads a group: a duty, by which helpers see the group and those below it (decision 0023). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action, view } from '../../resource/action.ts'
import { anyOfIds } from '../../resource/any-of.ts'
import type { Caller } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { ADMINISTRATORS, type Role, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { living } from '../people/living.ts'
import { lockGroup } from './edit-group.ts'
import { groups, SEE_GROUPS } from './groups.ts'

/** Somebody of the console to whom a group is entrusted. */
export interface GroupLeader {
  membership_id: number
  name: string
  email: string
  role: Role
}

/** Who may be entrusted with a group, and who is. */
export interface GroupLeaders {
  leaders: GroupLeader[]
  /** Others of the team who can be: administrators see every group anyway. */
  others: GroupLeader[]
}

const may = within(ADMINISTRATORS)
const fields = { id: field.ref('groups').required(), membership_id: field.ref().required() }

export const giveDuty = action({
  name: 'groups.give_duty',
  logged: 'Entrusted somebody with a group',
  done: 'They see this group now, and those below it.',
  may,
  fields,
  stepUp: true,
  detail: ({ membership_id }) => ({ membership_id }),
  async run(tx, { caller }, { id, membership_id }) {
    const church = caller.church.id
    await lockGroup(tx, caller, id)
    checkTeam(await teamOf(tx, caller, ADMINISTRATORS), membership_id)
    await tx.run(sql`insert into duties (church_id, membership_id, kind, subject_id, created_at)
      values (${church}, ${membership_id}, 'group', ${id}, ${tx.now}::timestamptz)
      on conflict (church_id, membership_id, kind, subject_id) do nothing`)
    return { id, membership_id }
  },
})

export const takeDuty = action({
  name: 'groups.take_duty',
  logged: 'Took a group from somebody',
  done: 'They no longer see it as its leader.',
  may,
  fields,
  detail: ({ membership_id }) => ({ membership_id }),
  async run(tx, { caller }, { id, membership_id }) {
    await lockGroup(tx, caller, id)
    // Somebody may have become an administrator since.
    checkTeam(await teamOf(tx, caller), membership_id)
    await tx.run(sql`delete from duties where church_id = ${caller.church.id} and membership_id = ${membership_id}
      and kind = 'group' and subject_id = ${id}`)
    return { id, membership_id }
  },
})

/** @throws ApiError `validation_failed`, in the same words for nobody and for somebody out of sight */
function checkTeam(team: readonly GroupLeader[], id: number): void {
  const problems = new Problems()
  if (!team.some(({ membership_id }) => membership_id === id)) {
    problems.add('membership_id', because('names nobody of the team whom you can entrust with a group'))
  }
  problems.throwIfAny()
}

/** Those of the team whom the caller sees. @param but for those who have these roles */
const teamOf = (db: Db, { church, visible }: Caller, but: readonly Role[] = []): Promise<GroupLeader[]> =>
  db.all<GroupLeader>(sql`select m.id as membership_id, u.name, u.email, m.role
    from memberships m join users u on u.id = m.user_id
    where m.church_id = ${church.id} and m.role <> all(${[...but]}::text[])
      and ${visible === null ? sql`true` : anyOfIds('branch_id', visible)} order by u.name, m.id`)

export const leadersView = view({
  name: 'group_leaders',
  may,
  fields: { id: fields.id },
  async run({ read }, caller, { id }): Promise<GroupLeaders> {
    await checkVisible(read, groups, caller, id)
    const [team, duties] = await Promise.all([
      teamOf(read, caller, ADMINISTRATORS),
      read.all<{ membership_id: number }>(sql`select membership_id from duties
        where church_id = ${caller.church.id} and kind = 'group' and subject_id = ${id}`),
    ])
    const leads = new Set(duties.map(({ membership_id }) => membership_id))
    return {
      leaders: team.filter(one => leads.has(one.membership_id)),
      others: team.filter(one => !leads.has(one.membership_id)),
    }
  },
})

/** How a member is reached. */
export interface Contact {
  /** Of the membership. */
  id: number
  full_name: string
  role: string
  email: string | null
  phone: string | null
}

/** Names and addresses of active members: all that helpers are told of people. */
export const contactsView = view({
  name: 'group_contacts',
  may: within(SEE_GROUPS),
  fields: { id: fields.id },
  async run({ read }, caller, { id }): Promise<Contact[]> {
    await checkVisible(read, groups, caller, id)
    const { church, visible } = caller
    return await read.all<Contact>(sql`select m.id, p.full_name, m.role, p.email, p.phone
      from group_members m join people p on p.church_id = ${church.id} and p.id = m.person_id
      where m.church_id = ${church.id} and m.group_id = ${id} and m.status = 'active' and ${living()}
        and ${visible === null ? sql`true` : sql`p.branch_id = any(${[...visible]}::bigint[])`} order by m.id`)
  },
})
