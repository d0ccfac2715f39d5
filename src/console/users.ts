/** The people of a church's console: given another role, taken out. Who is limited to a branch sees nobody outside of it. */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { leaveTasks } from '../modules/tasks/leave-team.ts'
import { action, view } from '../resource/action.ts'
import { anyOfIds } from '../resource/any-of.ts'
import type { Caller } from '../resource/caller.ts'
import { ADMINISTRATORS, ROLES, type Role, within } from '../resource/roles.ts'
import type { Reading } from '../resource/services.ts'
import { atOnce, tableFile } from '../resource/table-file.ts'
import * as field from '../resource/types.ts'
import { dropInvitations, dropInvitationsBy } from '../sign-in/join.ts'
import { because } from '../texts/because.ts'
import { type Actor, actorOf, checkGrant, checkRank, sees } from './rank.ts'

const may = within(ADMINISTRATORS)

interface Membership {
  id: number
  user_id: string
  email: string
  role: Role
  branch_id: number | null
}

/** The member as they are now, for who sees them. @throws ApiError `not_found`, for one out of sight too */
async function membershipOf(tx: Tx, church: number, actor: Actor, id: number): Promise<Membership> {
  const found = await tx.first<Membership>(sql`select m.id, m.user_id, u.email, m.role, m.branch_id
    from memberships m join users u on u.id = m.user_id where m.church_id = ${church} and m.id = ${id}`)
  if (found === undefined || !sees(actor, found.branch_id)) throw new ApiError('not_found')
  return found
}

export const changeUser = action({
  name: 'users.change',
  logged: 'Changed a role',
  may,
  fields: {
    id: field.ref().required(),
    role: field.oneOf(ROLES).required(),
    branch_id: field.ref('branches').nullable().settable(),
  },
  stepUp: true,
  alone: true,
  detail: ({ role, branch_id = null }) => ({ role, branch_id }),
  async run(tx, { caller, note }, { id, role, branch_id = null }) {
    const church = caller.church.id
    const actor = await actorOf(tx, caller, may)
    const before = await membershipOf(tx, church, actor, id)
    checkRank(actor, before.role, role)
    const problems = new Problems()
    checkGrant(actor, caller, { role, branch_id }, problems)
    problems.throwIfAny()
    await tx.run(sql`update memberships set role = ${role}, branch_id = ${branch_id}
      where church_id = ${church} and id = ${id}`)
    await keepAnOwner(tx, church)
    await dropInvitations(tx, church, before.email)
    const changed = before.role !== role || before.branch_id !== branch_id
    if (changed) await dropInvitationsBy(tx, church, before.user_id)
    note({ target: before.email, detail: { role_before: before.role, branch_id_before: before.branch_id } })
    return { id, role, branch_id }
  },
})

export const removeUser = action({
  name: 'users.remove',
  logged: 'Removed someone from the team',
  may,
  fields: { id: field.ref().required() },
  stepUp: true,
  alone: true,
  async run(tx, { caller, note }, { id }) {
    const church = caller.church.id
    const actor = await actorOf(tx, caller, may)
    const before = await membershipOf(tx, church, actor, id)
    checkRank(actor, before.role)
    await leaveTasks(tx, church, id)
    await tx.run(sql`delete from memberships where church_id = ${church} and id = ${id}`)
    await keepAnOwner(tx, church)
    await dropInvitations(tx, church, before.email)
    await dropInvitationsBy(tx, church, before.user_id)
    note({ target: before.email, detail: { role_before: before.role, branch_id_before: before.branch_id } })
    return { id }
  },
})

/** @throws ApiError `validation_failed` where nobody would be left who can do everything */
async function keepAnOwner(tx: Tx, church: number): Promise<void> {
  const owner = await tx.first(sql`select 1 from memberships where church_id = ${church} and role = 'owner' limit 1`)
  if (owner !== undefined) return
  const problems = new Problems()
  problems.add('id', because('is the last owner; make somebody else owner first'))
  problems.throwIfAny()
}

/** Somebody of the console. */
export interface TeamMember {
  id: number
  user_id: string
  name: string
  email: string
  two_factor_enabled: boolean
  role: Role
  branch_id: number | null
  created_at: string
}

/** An invitation that nobody has used yet. */
export interface OpenInvitation {
  id: number
  /** Null for a link whose user says their own address. */
  email: string | null
  role: Role
  branch_id: number | null
  invited_by: string | null
  expires_at: string
  expired: boolean
}

/** The people of the console, and who is invited. */
export interface Team {
  users: TeamMember[]
  invitations: OpenInvitation[]
  /** Whether invitations are mailed. */
  mails: boolean
}

const DAYS_SHOWN = 30

async function listUsers({ read, config }: Reading, { church, visible }: Caller): Promise<Team> {
  const limit = visible === null ? sql`true` : anyOfIds('branch_id', visible)
  const [users, invitations] = await Promise.all([
    read.all<TeamMember>(sql`select m.id, m.user_id, u.name, u.email, u.two_factor_enabled, m.role, m.branch_id,
        m.created_at from memberships m join users u on u.id = m.user_id
      where m.church_id = ${church.id} and ${limit} order by m.id`),
    read.all<OpenInvitation>(sql`select id, email, role, branch_id, invited_by, expires_at,
        expires_at <= now() as expired from invitations
      where church_id = ${church.id} and accepted_at is null and ${limit}
        and expires_at > now() - ${DAYS_SHOWN} * interval '1 day' order by id`),
  ])
  return {
    users: users.map(one => ({ ...one, created_at: printTimestamp(one.created_at) })),
    invitations: invitations.map(one => ({ ...one, expires_at: printTimestamp(one.expires_at) })),
    mails: config.smtpUrl !== '',
  }
}

/** The team as a file; who is invited is no member yet. */
export const usersFile = tableFile({
  name: 'users_file',
  may,
  fields: {},
  called: 'team',
  columns: {
    name: (one: TeamMember) => one.name,
    email: one => one.email,
    role: one => one.role,
    branch_id: one => one.branch_id,
    two_factor_enabled: one => String(one.two_factor_enabled),
    created_at: one => one.created_at,
  },
  rows: (reading, caller) => atOnce(listUsers(reading, caller).then(({ users }) => users)),
})

export const usersView = view({ name: 'users', may, fields: {}, run: listUsers })
