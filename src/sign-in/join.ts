/**
 * How people come to a church's console: by a link that is shown or mailed once. It is good for one person, for a few
 * days, and is used up by a POST, never by a GET (mail scanners follow links).
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { record } from '../events/record.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { isEmailAddress } from '../lib/email.ts'
import type { Church } from '../resource/caller.ts'
import { audit } from './audit-log.ts'
import type { NoteFailure } from './failures.ts'
import { ROLES, type Role } from './roles.ts'
import type { SignIn } from './sign-in.ts'

const TOKEN_BYTES = 24
const GOOD_DAYS = 7

export interface NewInvitation {
  /** Null for a link whose user says their own address, such as the first owner's. */
  email: string | null
  role: Role
  branch_id: number | null
}

/** Who invites; null for the command line. */
export type Inviter = { id: string; name: string } | null

/** An invitation as the events and lists show it. */
export interface Invitation extends NewInvitation {
  id: number
  invited_by: string | null
  expires_at: string
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Invites somebody, in the caller's transaction; records `user.invited` where an address is known.
 * @returns the invitation, and the token of its link, never to be seen again
 * @throws ApiError `validation_failed`
 */
export async function invite(
  tx: Tx,
  church: Church,
  { email, role, branch_id }: NewInvitation,
  inviter: Inviter,
): Promise<Invitation & { token: string }> {
  const problems = new Problems()
  if (email !== null && !isEmailAddress(email)) problems.add('email', 'must be an e-mail address')
  if (!ROLES.includes(role)) problems.add('role', `must be one of ${ROLES.join(', ')}`)
  if (role === 'owner' && branch_id !== null) problems.add('branch_id', 'does not go with the role owner')
  const known = await tx.first(sql`select 1 from branches where church_id = ${church.id} and id = ${branch_id}`)
  if (branch_id !== null && known === undefined) problems.add('branch_id', 'names no branch of this church')
  problems.throwIfAny()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  // Of several links with different roles, the widest would count.
  if (email !== null) await dropInvitations(tx, church.id, email)
  const row = await tx.first<{ id: number; expires_at: string }>(sql`
    insert into invitations (church_id, email, role, branch_id, token_hash, invited_by, inviter_id, expires_at, created_at)
    values (${church.id}, ${email?.toLowerCase() ?? null}, ${role}, ${branch_id}, ${hashOf(token)}, ${inviter?.name ?? null},
      ${inviter?.id ?? null}, ${tx.now}::timestamptz + ${GOOD_DAYS} * interval '1 day', ${tx.now}::timestamptz) returning id, expires_at`)
  const invitation = {
    id: row?.id ?? 0,
    email,
    role,
    branch_id,
    invited_by: inviter?.name ?? null,
    expires_at: printTimestamp(row?.expires_at ?? tx.now),
  }
  if (email !== null) await record(tx, church, 'user.invited', JSON.stringify(invitation))
  return { ...invitation, token }
}

/** Makes open invitations of an address useless. */
export async function dropInvitations(tx: Tx, church: number, email: string): Promise<void> {
  await tx.run(sql`delete from invitations
    where church_id = ${church} and email = ${email.toLowerCase()} and accepted_at is null`)
}

/** Makes the open invitations that somebody made useless: they hold the links, and may no longer give what those give. */
export async function dropInvitationsBy(tx: Tx, church: number, user: string): Promise<void> {
  await tx.run(sql`delete from invitations
    where church_id = ${church} and inviter_id = ${user} and accepted_at is null`)
}

/**
 * Gives an open invitation a new link, good for as long as a new one; the former link no longer works.
 * @param inviter who gets the link, so that the invitation is theirs from now on
 * @returns its token and when it ends, or undefined where there is no such invitation
 */
export async function renewInvitation(
  tx: Tx,
  church: number,
  id: number,
  inviter: Inviter,
): Promise<{ token: string; expires_at: string } | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = await tx.first<{ expires_at: string }>(sql`update invitations set token_hash = ${hashOf(token)},
      invited_by = ${inviter?.name ?? null}, inviter_id = ${inviter?.id ?? null},
      expires_at = ${tx.now}::timestamptz + ${GOOD_DAYS} * interval '1 day'
    where church_id = ${church} and id = ${id} and accepted_at is null returning expires_at`)
  return row && { token, expires_at: printTimestamp(row.expires_at) }
}

interface Found {
  church_id: number
  id: number
  email: string | null
  role: Role
  branch_id: number | null
  church_name: string
  /** Whether somebody has the address already, and joins with the password that they have. */
  known: boolean
}

/** An open invitation, or undefined for a token that is wrong, used or too old. */
export async function findInvitation(database: Database, token: string): Promise<Found | undefined> {
  return await database.read.first<Found>(sql`
    select i.church_id, i.id, i.email, i.role, i.branch_id, c.name as church_name,
      exists (select 1 from users u where u.email = i.email) as known from invitations i
    join churches c on c.id = i.church_id
    where i.token_hash = ${hashOf(token)} and i.accepted_at is null and i.expires_at > now()`)
}

export interface Joining {
  token: string
  name: string
  email: string
  password: string
}

/** What joining works with. */
export interface JoinParts {
  database: Database
  signIn: SignIn
  /** Lets somebody try once more. @param subject of whom tries are counted @throws ApiError */
  admit(subject: string): void
  noteFailure: NoteFailure
}

/**
 * Accepts an invitation: makes the user where there is none with the address, and the membership. A user who is there
 * already proves to be it by the password; whoever may invite can try that, so it is counted by user and by address.
 * @param from where they come from: for the audit log, and as tries are counted
 * @throws ApiError `not_found` for a link that is used or too old, `validation_failed`, `rate_limited`
 */
export async function join(
  { database, signIn, admit, noteFailure }: JoinParts,
  { token, name, email, password }: Joining,
  from: { ip: string; subject: string },
): Promise<string> {
  const found = await findInvitation(database, token)
  if (found === undefined)
    throw new ApiError('not_found', { message: 'This link is used or too old. Ask for a new one.' })
  admit(`invitation ${found.church_id}.${found.id}`)
  const address = (found.email ?? email).trim().toLowerCase()
  const problems = new Problems()
  if (!isEmailAddress(address)) problems.add('email', 'must be an e-mail address')
  const context = await signIn.$context
  const known = problems.any ? null : await context.internalAdapter.findUserByEmail(address, { includeAccounts: true })
  if (known === null) checkNew(name, password, context.password.config, problems)
  else {
    for (const subject of [`user ${known.user.id}`, `address ${from.subject}`]) admit(subject)
    if (!(await provesToBe(context, known, password))) {
      noteFailure(known.user.id, 'user.join_failed', from.ip)
      problems.add('password', 'is not the one of this address')
    }
  }
  problems.throwIfAny()
  const user = known?.user ?? (await makeUser(context, { name: name.trim(), email: address, password }))
  await database.writeAlone(found.church_id, async tx => {
    await accept(tx, found, user.id)
    const act = { user: { id: user.id, name: user.name }, operation: 'user.joined', target: address, ip: from.ip }
    await audit(tx, found.church_id, { ...act, detail: { role: found.role, branch_id: found.branch_id } })
  })
  return address
}

type Context = Awaited<SignIn['$context']>

function checkNew(
  name: string,
  password: string,
  { minPasswordLength, maxPasswordLength }: { minPasswordLength: number; maxPasswordLength: number },
  problems: Problems,
): void {
  if (name.trim() === '' || name.length > 190) problems.add('name', 'must be 1 to 190 characters')
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    problems.add(
      'password',
      `must be ${minPasswordLength} to ${maxPasswordLength} characters; a few words are easy to remember`,
    )
  }
}

async function provesToBe(
  context: Context,
  { accounts }: { accounts: { providerId: string; password?: string | null }[] },
  password: string,
): Promise<boolean> {
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
  return hash != null && (await context.password.verify({ hash, password }))
}

async function makeUser(
  context: Context,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<{ id: string; name: string }> {
  const hash = await context.password.hash(password)
  // Nobody has shown that the address is theirs: who invites sees the link, too, whether or not it is mailed.
  const user = await context.internalAdapter.createUser({ name, email, emailVerified: false }, { method: 'invitation' })
  await context.internalAdapter.linkAccount({
    userId: user.id,
    accountId: user.id,
    providerId: 'credential',
    password: hash,
  })
  return user
}

/**
 * Exactly one of those who use a link at the same time gets in. An owner who uses a link stays an owner: nobody may be
 * talked out of it by an invitation.
 */
async function accept(tx: Tx, { church_id, id, role, branch_id }: Found, user: string): Promise<void> {
  const mine = await tx.run(sql`update invitations set accepted_at = ${tx.now}::timestamptz
    where church_id = ${church_id} and id = ${id} and accepted_at is null`)
  if (mine === 0) throw new ApiError('not_found', { message: 'This link is used or too old. Ask for a new one.' })
  const changed = await tx.run(sql`insert into memberships (church_id, user_id, role, branch_id, created_at)
    values (${church_id}, ${user}, ${role}, ${branch_id}, ${tx.now}::timestamptz)
    on conflict (church_id, user_id) do update set role = excluded.role, branch_id = excluded.branch_id
      where memberships.role <> 'owner'`)
  // Who was somebody here before may be less from now on.
  if (changed > 0) await dropInvitationsBy(tx, church_id, user)
}
