/** Invitations to a church's console: made and mailed, renewed, taken back. A link that is not mailed is shown once, to who made it. */

import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { deleteInvitations } from '../modules/church/drop-invitations.ts'
import { mailByChurch } from '../modules/messaging/mail-by-church.ts'
import { action } from '../resource/action.ts'
import { type Caller, personOf } from '../resource/caller.ts'
import { ADMINISTRATORS, NOBODY, ROLES, type Role, within } from '../resource/roles.ts'
import type { Reading, Services } from '../resource/services.ts'
import * as field from '../resource/types.ts'
import { invitationMail, type MailInviter } from '../sign-in/invitation-mail.ts'
import { type Invitation, invite, renewInvitation } from '../sign-in/join.ts'
import { type Mailed, mailNow } from '../sign-in/mail-now.ts'
import { because } from '../texts/because.ts'
import { languageFor } from '../texts/spoken.ts'
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

const may = within(ADMINISTRATORS)

/** Invitations that a church may make or renew within an hour: each may be a mail in our name to somebody else's address. */
const MOST_AN_HOUR = 20

/**
 * Whether an invitation goes by the mail of this server, so that nobody but its receiver sees the link, and it shows that the
 * address is theirs. What goes by the mail server of the church shows nothing: whoever runs that could read it.
 */
const goesByMail = ({ config }: Pick<Services, 'config'>, email: string | null): boolean =>
  email !== null && config.smtpUrl !== ''

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
  const message = because('A church may make or renew {most} invitations in an hour. Try again in {minutes} min.', {
    most: MOST_AN_HOUR,
    minutes: Math.ceil(last.wait / 60),
  })
  throw new ApiError('rate_limited', { message, headers: { 'Retry-After': String(last.wait) } })
}

const linkTo = ({ baseUrl }: Pick<Services, 'baseUrl'>, token: string): string => `${baseUrl()}/join?token=${token}`

/** An invitation with the token of its link, after the commit: mailed, or shown to who made it. */
async function handOver(
  reading: Reading,
  caller: Caller,
  _input: object,
  made: Pick<Invitation, 'id' | 'email' | 'expires_at'> & { token: string },
): Promise<NewLink> {
  const { id, email, token, expires_at } = made
  const link = linkTo(reading, token)
  if (email === null) return { id, email, link, expires_at, mailed: 'off' }
  const inviter = await reading.read.first<MailInviter>(
    sql`select name, email, email_verified from users where id = ${personOf(caller).id}`,
  )
  const known = await reading.read.first<{ language: string | null }>(
    sql`select language from users where email = ${email.toLowerCase()}`,
  )
  const { say } = languageFor(caller.church, known?.language)
  const mail = { to: email, ...invitationMail(say, caller.church.name, inviter, link) }
  if (goesByMail(reading, email)) {
    return { id, email, link: null, expires_at, mailed: await mailNow(reading.config, mail) }
  }
  const taken = await mailByChurch(reading, caller.church, { name: randomUUID(), ...mail })
  const mailed: Mailed = taken === undefined ? 'off' : taken ? 'sent' : 'failed'
  return { id, email, link: taken ? null : link, expires_at, mailed }
}

export const inviteUser = action({
  name: 'users.invite',
  logged: 'Invited someone',
  may,
  fields: {
    email: field.email().required(),
    role: field.oneOf(ROLES).required(),
    branch_id: field.ref('branches').nullable().settable(),
  },
  stepUp: true,
  alone: true,
  target: ({ email }) => email,
  detail: ({ role, branch_id = null }) => ({ role, branch_id }),
  async run(tx, context, { email, role, branch_id = null }) {
    const { caller } = context
    const { church } = caller
    const actor = await actorOf(tx, caller, may)
    checkRank(actor, role)
    const problems = new Problems()
    checkGrant(actor, caller, { role, branch_id }, problems)
    if (await isTaken(tx, church.id, actor, email)) {
      problems.add('email', because('belongs to somebody who is here already, or is invited elsewhere in the church'))
    }
    problems.throwIfAny()
    await checkRate(tx, church.id)
    return await invite(tx, church, { email, role, branch_id, mailed: goesByMail(context, email) }, personOf(caller))
  },
  finish: handOver,
})

/** For the command line: whoever stands at it invites anybody, and hands the link over. */
export const inviteByHand = action({
  name: 'users.invite_by_hand',
  may: NOBODY,
  fields: {
    email: field.email().settable().doc('Whose link it is; without it, whoever uses it says their own'),
    role: field.oneOf(ROLES).required(),
    branch_id: field.ref('branches').settable(),
  },
  async run(tx, context, { email = null, role, branch_id = null }) {
    const made = await invite(tx, context.caller.church, { email, role, branch_id }, null)
    return { ...made, link: linkTo(context, made.token) }
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

export const renewUserInvitation = action({
  name: 'users.renew_invitation',
  logged: 'Renewed an invitation',
  may,
  fields: { id: field.ref().required() },
  stepUp: true,
  alone: true,
  async run(tx, context, { id }) {
    const { caller } = context
    const church = caller.church.id
    const actor = await actorOf(tx, caller, may)
    const { email } = await openInvitation(tx, church, actor, id)
    await checkRate(tx, church)
    const renewed = await renewInvitation(tx, church, id, personOf(caller), goesByMail(context, email))
    if (renewed === undefined) throw new ApiError('not_found')
    return { id, email, ...renewed }
  },
  finish: handOver,
})

export const revokeInvitation = action({
  name: 'users.revoke_invitation',
  logged: 'Withdrew an invitation',
  may,
  fields: { id: field.ref().required() },
  alone: true,
  async run(tx, { caller }, { id }) {
    const church = caller.church.id
    await openInvitation(tx, church, await actorOf(tx, caller, may), id)
    await deleteInvitations(tx, church, sql`id = ${id} and accepted_at is null`)
    return { id }
  },
})
