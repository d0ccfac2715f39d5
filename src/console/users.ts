/** The people of a church's console: invited, given another role, taken out. */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import type { Caller } from '../resource/caller.ts'
import { type ConsoleParts, type Operation, operation, view } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { invite } from '../sign-in/join.ts'
import { ROLES, type Role } from '../sign-in/roles.ts'

/** Nobody gives more than they have: only owners make or change owners (deny by default). */
function checkRank({ user }: Caller, ...roles: readonly Role[]): void {
  if (user?.role !== 'owner' && roles.includes('owner')) {
    throw new ApiError('not_permitted', { message: 'Only an owner can make or change owners.' })
  }
}

const inviteUser = operation({
  name: 'users.invite',
  fields: {
    email: field.email().required(),
    role: field.oneOf(ROLES).required(),
    branch_id: field.ref().nullable().settable(),
  },
  stepUp: true,
  target: ({ email = '' }) => email,
  detail: ({ role, branch_id = null }) => ({ role, branch_id }),
  async run({ database, baseUrl }, caller, { email = '', role = 'viewer', branch_id = null }) {
    checkRank(caller, role)
    const { token, ...invitation } = await database.write(caller.church.id, tx =>
      invite(tx, caller.church, { email, role, branch_id }, caller.user?.name ?? null),
    )
    return JSON.stringify({ ...invitation, link: `${baseUrl()}/join?token=${token}` })
  },
})

interface Membership {
  id: number
  user_id: string
  role: Role
}

async function lockMembership({ database }: ConsoleParts, church: number, id: number): Promise<Membership> {
  const found = await database.read.first<Membership>(sql`select id, user_id, role from memberships
    where church_id = ${church} and id = ${id}`)
  if (found === undefined) throw new ApiError('not_found')
  return found
}

const KEEP_AN_OWNER = 'is the last owner; make somebody else owner first'

const changeUser = operation({
  name: 'users.change',
  fields: {
    id: field.ref().required(),
    role: field.oneOf(ROLES).required(),
    branch_id: field.ref().nullable().settable(),
  },
  stepUp: true,
  detail: ({ role, branch_id = null }) => ({ role, branch_id }),
  async run(parts, caller, { id = 0, role = 'viewer', branch_id = null }) {
    const before = await lockMembership(parts, caller.church.id, id)
    checkRank(caller, before.role, role)
    const problems = new Problems()
    if (role === 'owner' && branch_id !== null) problems.add('branch_id', 'does not go with the role owner')
    if (branch_id !== null && !caller.branches.has(branch_id))
      problems.add('branch_id', 'names no branch of this church')
    problems.throwIfAny()
    return await parts.database.writeAlone(caller.church.id, async tx => {
      await tx.run(sql`update memberships set role = ${role}, branch_id = ${branch_id}
        where church_id = ${caller.church.id} and id = ${id}`)
      await keepAnOwner(tx, caller.church.id)
      return JSON.stringify({ id, role, branch_id })
    })
  },
})

const removeUser = operation({
  name: 'users.remove',
  fields: { id: field.ref().required() },
  stepUp: true,
  async run(parts, caller, { id = 0 }) {
    const before = await lockMembership(parts, caller.church.id, id)
    checkRank(caller, before.role)
    return await parts.database.writeAlone(caller.church.id, async tx => {
      await tx.run(sql`delete from memberships where church_id = ${caller.church.id} and id = ${id}`)
      await keepAnOwner(tx, caller.church.id)
      return JSON.stringify({ id })
    })
  },
})

/** @throws ApiError `validation_failed` where nobody would be left who can do everything */
async function keepAnOwner(tx: Tx, church: number): Promise<void> {
  const owner = await tx.first(sql`select 1 from memberships where church_id = ${church} and role = 'owner' limit 1`)
  if (owner !== undefined) return
  const problems = new Problems()
  problems.add('id', KEEP_AN_OWNER)
  problems.throwIfAny()
}

/** The people of a church and the open invitations, for the screen of users. */
async function listUsers({ database }: ConsoleParts, { church }: Caller): Promise<string> {
  const [users, invitations] = await Promise.all([
    database.read.all<{
      created_at: string
    }>(sql`select m.id, u.name, u.email, u.two_factor_enabled, m.role, m.branch_id,
        m.created_at from memberships m join users u on u.id = m.user_id
      where m.church_id = ${church.id} order by m.id`),
    database.read.all<{ expires_at: string }>(sql`select id, email, role, branch_id, invited_by, expires_at
      from invitations where church_id = ${church.id} and accepted_at is null and expires_at > now() order by id`),
  ])
  return JSON.stringify({
    users: users.map(one => ({ ...one, created_at: printTimestamp(one.created_at) })),
    invitations: invitations.map(one => ({ ...one, expires_at: printTimestamp(one.expires_at) })),
  })
}

export const USER_OPERATIONS: readonly Operation[] = [inviteUser, changeUser, removeUser]

export const USERS_VIEW = view({ name: 'users', fields: {}, run: listUsers })
