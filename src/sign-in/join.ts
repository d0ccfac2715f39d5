/**
 * How people come to a church's console: by a link that is shown or mailed once. It is good for one person, for a few
 * days, and is used up by a POST, never by a GET (mail scanners follow links). What using it does is in accept.ts.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { Problems } from '../errors.ts'
import { record } from '../events/record.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { isEmailAddress } from '../lib/email.ts'
import { deleteInvitations } from '../modules/church/drop-invitations.ts'
import { freeHashes, takeHash } from '../modules/church/taken.ts'
import type { Church } from '../resource/caller.ts'
import { ROLES, type Role } from '../resource/roles.ts'
import { because } from '../texts/because.ts'

const TOKEN_BYTES = 24
const GOOD_DAYS = 7

interface NewInvitation {
  /** Null for a link whose user says their own address, such as the first owner's. */
  email: string | null
  role: Role
  branch_id: number | null
  /** True where the link is mailed to the address and shown to nobody: using it proves the address. */
  mailed?: boolean
}

/** Who invites; null for the command line. */
type Inviter = { id: string; name: string } | null

/** An invitation as the events and lists show it. */
export interface Invitation extends Omit<NewInvitation, 'mailed'> {
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
  { email, role, branch_id, mailed = false }: NewInvitation,
  inviter: Inviter,
): Promise<Invitation & { token: string }> {
  const problems = new Problems()
  if (email !== null && !isEmailAddress(email)) problems.add('email', because('must be an email address'))
  if (!ROLES.includes(role)) problems.add('role', because('must be one of {values}', { values: ROLES.join(', ') }))
  if (role === 'owner' && branch_id !== null) problems.add('branch_id', because('does not go with the role owner'))
  const known = await tx.first(sql`select 1 from branches where church_id = ${church.id} and id = ${branch_id}`)
  if (branch_id !== null && known === undefined) problems.add('branch_id', because('names no branch of this church'))
  problems.throwIfAny()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  // Of several links with different roles, the widest would count.
  if (email !== null) await dropInvitations(tx, church.id, email)
  takeHash(tx, church.id, 'invitation', hashOf(token))
  const row = await tx.first<{ id: number; expires_at: string }>(sql`
    insert into invitations (church_id, email, role, branch_id, mailed, token_hash, invited_by, inviter_id, expires_at,
      created_at)
    values (${church.id}, ${email?.toLowerCase() ?? null}, ${role}, ${branch_id}, ${mailed}, ${hashOf(token)},
      ${inviter?.name ?? null}, ${inviter?.id ?? null}, ${tx.now}::timestamptz + ${GOOD_DAYS} * interval '1 day',
      ${tx.now}::timestamptz) returning id, expires_at`)
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
  await deleteInvitations(tx, church, sql`email = ${email.toLowerCase()} and accepted_at is null`)
}

/** Makes open links useless whose user says their own address, such as those of the first owner. */
export async function dropOpenLinks(tx: Tx, church: number): Promise<void> {
  await deleteInvitations(tx, church, sql`email is null and accepted_at is null`)
}

/** Makes the open invitations that somebody made useless: they hold the links, and may no longer give what those give. */
export async function dropInvitationsBy(tx: Tx, church: number, user: string): Promise<void> {
  await deleteInvitations(tx, church, sql`inviter_id = ${user} and accepted_at is null`)
}

/**
 * Gives an open invitation a new link, good for as long as a new one; the former link no longer works.
 * @param inviter who gets the link or has it mailed, so that the invitation is theirs from now on
 * @param mailed as of a new one
 * @returns its token and when it ends, or undefined where there is no such invitation
 */
export async function renewInvitation(
  tx: Tx,
  church: number,
  id: number,
  inviter: Inviter,
  mailed: boolean,
): Promise<{ token: string; expires_at: string } | undefined> {
  const former = await tx.first<{ hash: string }>(sql`select encode(token_hash, 'hex') as hash from invitations
    where church_id = ${church} and id = ${id} and accepted_at is null for update`)
  if (former === undefined) return undefined
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  takeHash(tx, church, 'invitation', hashOf(token))
  const row = await tx.first<{
    expires_at: string
  }>(sql`update invitations set token_hash = ${hashOf(token)}, mailed = ${mailed},
      invited_by = ${inviter?.name ?? null}, inviter_id = ${inviter?.id ?? null},
      expires_at = ${tx.now}::timestamptz + ${GOOD_DAYS} * interval '1 day'
    where church_id = ${church} and id = ${id} and accepted_at is null returning expires_at`)
  await freeHashes(tx, 'invitation', [former.hash])
  return row && { token, expires_at: printTimestamp(row.expires_at) }
}

/** An open invitation, as its link finds it. */
export interface Found {
  church_id: number
  id: number
  email: string | null
  role: Role
  branch_id: number | null
  church_name: string
  /** Whether the link was mailed to the address, and shown to nobody. */
  mailed: boolean
  /** Whether somebody has the address already, and joins with the password that they have; null where that is not told. */
  known: boolean | null
}

/**
 * An open invitation, or undefined for a token that is wrong, used or too old. Whether the address has an account is told
 * only by a link that was mailed to it: who invites is not to learn it of others.
 */
export async function findInvitation(database: Database, token: string): Promise<Found | undefined> {
  return await database.read.first<Found>(sql`
    select i.church_id, i.id, i.email, i.role, i.branch_id, i.mailed, c.name as church_name,
      case when i.mailed then exists (select 1 from users u where u.email = i.email) end as known
    from invitations i join churches c on c.id = i.church_id
    where i.token_hash = ${hashOf(token)} and i.accepted_at is null and i.expires_at > now()`)
}
