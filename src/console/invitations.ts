/** Invitations to a church's console: made and mailed, renewed, taken back. A link that is not mailed is shown once, to who made it. */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { type Caller, personOf } from '../resource/caller.ts'
import { type ConsoleParts, type Operation, operation } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { invitationMail, type MailInviter } from '../sign-in/invitation-mail.ts'
import { invite, renewInvitation } from '../sign-in/join.ts'
import { type Mailed, mailNow } from '../sign-in/mail-now.ts'
import { ROLES, type Role } from '../sign-in/roles.ts'
import { type Actor, actorOf, checkGrant, checkRank, sees } from './rank.ts'

/** An invitation that was made or renewed. */
export interface NewLink {
  id: number
  email: string | null
  /** To hand over, now and never again; null where it is in a mail to them, so that it is theirs alone. */
  link: string | null
  expires_at: string
  mailed: Mailed
}

/** Invitations that a church may make or renew within an hour: each may be a mail in our name to somebody else's address. */
const MOST_AN_HOUR = 20

/** Whether an invitation goes by mail. Only where it does not, whoever invites sees the link. */
const goesByMail = ({ config }: ConsoleParts, email: string | null): boolean => email !== null && config.smtpUrl !== ''

/**
 * The audit log has each of them, and nobody takes a line out of it.
 * @throws ApiError `rate_limited`
 */
async function checkRate(tx: Tx, church: number): Promise<void> {
  const last = await tx.first<{ wait: number }>(sql`
    select ceil(extract(epoch from created_at + interval '1 hour' - ${tx.now}::timestamptz))::int as wait from audit_log
    where church_id = ${church} and operation in ('users.invite', 'users.renew_invitation')
    order by id desc offset ${MOST_AN_HOUR - 1} limit 1`)
  if (last === undefined || last.wait <= 0) return
  const message = `A church may make or renew ${MOST_AN_HOUR} invitations in an hour. Try again in ${Math.ceil(last.wait / 60)} min.`
  throw new ApiError('rate_limited', { message, headers: { 'Retry-After': String(last.wait) } })
}

async function handOver(
  parts: ConsoleParts,
  caller: Caller,
  made: { id: number; email: string | null; token: string; expires_at: string },
): Promise<string> {
  const { church } = caller
  const { id, email, token, expires_at } = made
  const link = `${parts.baseUrl()}/join?token=${token}`
  let mailed: Mailed = 'off'
  if (email !== null && goesByMail(parts, email)) {
    const inviter = await parts.database.read.first<MailInviter>(
      sql`select name, email, email_verified from users where id = ${personOf(caller).id}`,
    )
    mailed = await mailNow(parts.config, { to: email, ...invitationMail(church.name, inviter, link) })
  }
  const shown: NewLink = { id, email, link: mailed === 'off' ? link : null, expires_at, mailed }
  return JSON.stringify(shown)
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
  async run(parts, caller, { email = '', role = 'viewer', branch_id = null }) {
    const { church } = caller
    const made = await parts.database.writeAlone(church.id, async tx => {
      const actor = await actorOf(tx, caller, 'users.invite')
      checkRank(actor, role)
      const problems = new Problems()
      checkGrant(actor, caller, { role, branch_id }, problems)
      if (await isTaken(tx, church.id, actor, email)) {
        problems.add('email', 'belongs to somebody who is here already, or is invited elsewhere in the church')
      }
      problems.throwIfAny()
      await checkRate(tx, church.id)
      return await invite(tx, church, { email, role, branch_id, mailed: goesByMail(parts, email) }, personOf(caller))
    })
    return await handOver(parts, caller, made)
  },
})

/**
 * True for the address of a member, and for one whose invitation the actor could not take back: a new one takes its
 * place.
 */
async function isTaken(tx: Tx, church: number, actor: Actor, email: string): Promise<boolean> {
  const address = email.toLowerCase()
  const there = await tx.first(sql`select 1 from memberships m join users u on u.id = m.user_id
    where m.church_id = ${church} and u.email = ${address}`)
  const open = await tx.all<{ role: Role; branch_id: number | null }>(sql`select role, branch_id from invitations
    where church_id = ${church} and email = ${address} and accepted_at is null`)
  const foreign = open.some(one => !sees(actor, one.branch_id) || (one.role === 'owner' && actor.role !== 'owner'))
  return there !== undefined || foreign
}

interface Open {
  id: number
  email: string | null
  role: Role
}

/** An open invitation that the actor may handle. @throws ApiError `not_found`, `not_permitted` */
async function openInvitation(tx: Tx, church: number, actor: Actor, id: number): Promise<Open> {
  const found = await tx.first<Open & { branch_id: number | null }>(sql`select id, email, role, branch_id
    from invitations where church_id = ${church} and id = ${id} and accepted_at is null`)
  if (found === undefined || !sees(actor, found.branch_id)) throw new ApiError('not_found')
  checkRank(actor, found.role)
  return found
}

const renewOperation = operation({
  name: 'users.renew_invitation',
  fields: { id: field.ref().required() },
  stepUp: true,
  async run(parts, caller, { id = 0 }) {
    const { church } = caller
    const made = await parts.database.writeAlone(church.id, async tx => {
      const actor = await actorOf(tx, caller, 'users.renew_invitation')
      const { email } = await openInvitation(tx, church.id, actor, id)
      await checkRate(tx, church.id)
      const renewed = await renewInvitation(tx, church.id, id, personOf(caller), goesByMail(parts, email))
      if (renewed === undefined) throw new ApiError('not_found')
      return { id, email, ...renewed }
    })
    return await handOver(parts, caller, made)
  },
})

const revokeOperation = operation({
  name: 'users.revoke_invitation',
  fields: { id: field.ref().required() },
  stepUp: false,
  async run({ database }, caller, { id = 0 }) {
    const { church } = caller
    return await database.writeAlone(church.id, async tx => {
      const actor = await actorOf(tx, caller, 'users.revoke_invitation')
      await openInvitation(tx, church.id, actor, id)
      await tx.run(sql`delete from invitations where church_id = ${church.id} and id = ${id} and accepted_at is null`)
      return JSON.stringify({ id })
    })
  },
})

export const INVITATION_OPERATIONS: readonly Operation[] = [inviteUser, renewOperation, revokeOperation]
