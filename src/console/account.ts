/** What people do with their own account, beside what the sign-in library offers: their name, their address, their sessions. */

import { type Database, NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { personOf } from '../resource/caller.ts'
import { operation, view } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { addressMail, addressToken, isAddressToken } from '../sign-in/address-link.ts'
import { guess, MAILS } from '../sign-in/guesses.ts'
import { mailNow } from '../sign-in/mail-now.ts'
import { IDLE_MINUTES } from '../sign-in/session-limits.ts'

/** A session, without the token that it is used by. */
export interface ShownSession {
  id: string
  current: boolean
  ip_address: string | null
  user_agent: string | null
  created_at: string
  /** When it was last used, to the minute. */
  updated_at: string
}

export const SESSIONS_VIEW = view({
  name: 'sessions',
  fields: {},
  ofAccount: true,
  async run({ database }, caller) {
    const user = personOf(caller)
    const found = await database.read.all<ShownSession>(sql`
      select id, id = ${user.session} as current, ip_address, user_agent, created_at, updated_at from sessions
      where user_id = ${user.id} and expires_at > now()
        and updated_at > now() - ${IDLE_MINUTES} * interval '1 minute' order by updated_at desc, id`)
    const printed = found.map(one => ({
      ...one,
      created_at: printTimestamp(one.created_at),
      updated_at: printTimestamp(one.updated_at),
    }))
    return JSON.stringify(printed)
  },
})

const endSession = operation({
  name: 'sessions.end',
  fields: { id: field.text(100).required() },
  stepUp: false,
  ofAccount: true,
  // An id is of no use to anybody else, but it has no place in a log either.
  target: () => '',
  async run({ database }, caller, { id }) {
    const user = personOf(caller)
    const ended = await database.write(NO_CHURCH, tx =>
      tx.run(sql`delete from sessions where id = ${id} and user_id = ${user.id}`),
    )
    if (ended === 0) throw new ApiError('not_found')
    return JSON.stringify({ ended })
  },
})

const endOthers = operation({
  name: 'sessions.end_others',
  fields: {},
  stepUp: false,
  ofAccount: true,
  async run({ database }, caller) {
    const user = personOf(caller)
    const ended = await database.write(NO_CHURCH, tx =>
      tx.run(sql`delete from sessions where user_id = ${user.id} and id <> ${user.session}`),
    )
    return JSON.stringify({ ended })
  },
})

const rename = operation({
  name: 'account.rename',
  fields: { name: field.line().required() },
  stepUp: false,
  ofAccount: true,
  async run({ database, note }, caller, { name }) {
    const { church } = caller
    const user = personOf(caller)
    // Each church of theirs reads the name, so each log says who had which.
    note({ detail: { from: user.name, to: name }, everywhere: true })
    await database.write(church.id, tx =>
      tx.run(sql`update users set name = ${name}, updated_at = ${tx.now}::timestamptz where id = ${user.id}`),
    )
    return JSON.stringify({ name })
  },
})

const mailConfirmation = operation({
  name: 'account.mail_confirmation',
  fields: {},
  stepUp: false,
  ofAccount: true,
  target: () => '',
  async run({ database, config, vault, clock, baseUrl }, caller) {
    const { church } = caller
    const user = personOf(caller)
    const owner = await ownerOf(database, user.id)
    if (config.smtpUrl === '') throw new ApiError('send_failed', { message: 'Email is not set up on this server.' })
    await guess(database, `confirmation mail/${owner.email}`, MAILS)
    const token = addressToken(vault, owner, clock.now().getTime() / 1_000)
    const link = `${baseUrl()}/c/${church.slug}/account?confirm=${token}`
    const mailed = await mailNow(config, { to: owner.email, ...addressMail(link) })
    if (mailed !== 'sent')
      throw new ApiError('send_failed', { message: 'The email could not be sent. Try again later.' })
    return JSON.stringify({ mailed })
  },
})

const confirmAddress = operation({
  name: 'account.confirm_address',
  fields: { token: field.text(100).required() },
  stepUp: false,
  ofAccount: true,
  target: () => '',
  async run({ database, vault, clock, note }, caller, { token }) {
    const { church } = caller
    const user = personOf(caller)
    const owner = await ownerOf(database, user.id)
    if (!isAddressToken(vault, owner, token, clock.now().getTime() / 1_000)) {
      const message = 'This link has expired, or belongs to another account. Ask for a new one.'
      throw new ApiError('validation_failed', { message, errors: { token: message } })
    }
    note({ everywhere: true })
    await database.write(church.id, tx =>
      tx.run(sql`update users set email_verified = true where id = ${owner.id} and email = ${owner.email}`),
    )
    return JSON.stringify({ email: owner.email })
  },
})

/** @throws ApiError `not_found` for somebody who was deleted just now */
async function ownerOf({ read }: Database, id: string): Promise<{ id: string; email: string }> {
  const owner = await read.first<{ id: string; email: string }>(sql`select id, email from users where id = ${id}`)
  if (owner === undefined) throw new ApiError('not_found')
  return owner
}

export const ACCOUNT_OPERATIONS = [endSession, endOthers, rename, mailConfirmation, confirmAddress]
