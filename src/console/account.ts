/** What people do with their own account, beside what the sign-in library offers: their name, their address, their sessions. */

import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { action, view } from '../resource/action.ts'
import { type Caller, personOf } from '../resource/caller.ts'
import { ROLES, within } from '../resource/roles.ts'
import * as field from '../resource/types.ts'
import type { MailedUser } from '../sign-in/account-mail.ts'
import { addressMail, addressToken, isAddressToken } from '../sign-in/address-link.ts'
import { count, MAILS } from '../sign-in/guesses.ts'
import { mailNow } from '../sign-in/mail-now.ts'
import { IDLE_MINUTES } from '../sign-in/session-limits.ts'
import { because } from '../texts/because.ts'
import { languages } from '../texts/names.ts'
import { languageFor } from '../texts/spoken.ts'

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

const may = within(ROLES)

export const sessionsView = view({
  name: 'sessions',
  may,
  fields: {},
  ofAccount: true,
  async run({ read }, caller) {
    const user = personOf(caller)
    const found = await read.all<ShownSession>(sql`
      select id, id = ${user.session} as current, ip_address, user_agent, created_at, updated_at from sessions
      where user_id = ${user.id} and expires_at > now()
        and updated_at > now() - ${IDLE_MINUTES} * interval '1 minute' order by updated_at desc, id`)
    return found.map(one => ({
      ...one,
      created_at: printTimestamp(one.created_at),
      updated_at: printTimestamp(one.updated_at),
    }))
  },
})

export const endSession = action({
  name: 'sessions.end',
  logged: 'Signed out a device',
  may,
  fields: { id: field.text(100).required() },
  ofAccount: true,
  // An id is of no use to anybody else, but it has no place in a log either.
  target: () => '',
  async run(tx, { caller }, { id }) {
    const ended = await tx.run(sql`delete from sessions where id = ${id} and user_id = ${personOf(caller).id}`)
    if (ended === 0) throw new ApiError('not_found')
    return { ended }
  },
})

export const endOtherSessions = action({
  name: 'sessions.end_others',
  logged: 'Signed out all other devices',
  may,
  fields: {},
  ofAccount: true,
  async run(tx, { caller }) {
    const { id, session } = personOf(caller)
    return { ended: await tx.run(sql`delete from sessions where user_id = ${id} and id <> ${session}`) }
  },
})

export const renameAccount = action({
  name: 'account.rename',
  logged: 'Changed their name',
  may,
  fields: { name: field.line().required() },
  ofAccount: true,
  async run(tx, { caller, note }, { name }) {
    const user = personOf(caller)
    // Each church of theirs reads the name, so each log says who had which.
    note({ detail: { name_before: user.name, name }, everywhere: true })
    await tx.run(sql`update users set name = ${name}, updated_at = ${tx.now}::timestamptz where id = ${user.id}`)
    return { name }
  },
})

/** Null for what the browser asks for. */
export const setLanguage = action({
  name: 'account.set_language',
  logged: 'Changed their language',
  may,
  fields: { language: field.oneOf(languages()).nullable().settable() },
  ofAccount: true,
  target: () => '',
  async run(tx, { caller }, { language = null }) {
    await tx.run(sql`update users set language = ${language}, updated_at = ${tx.now}::timestamptz
      where id = ${personOf(caller).id}`)
    return { language }
  },
})

export const mailConfirmation = action({
  name: 'account.mail_confirmation',
  logged: 'Asked to confirm their email address',
  may,
  fields: {},
  ofAccount: true,
  target: () => '',
  async prepare({ read, config }, caller) {
    const owner = await ownerOf(read, caller)
    if (config.smtpUrl === '')
      throw new ApiError('send_failed', { message: because('Email is not set up on this server.') })
    return owner
  },
  async run(tx, _context, _input, owner) {
    await count(tx, `confirmation mail/${owner.email}`, MAILS)
    return owner
  },
  async finish({ config, vault, clock, baseUrl }, { church }, _input, owner) {
    const token = addressToken(vault, owner, clock.now().getTime() / 1_000)
    const link = `${baseUrl()}/c/${church.slug}/account?confirm=${token}`
    const mailed = await mailNow(config, {
      to: owner.email,
      ...addressMail(languageFor(church, owner.language).say, link),
    })
    if (mailed !== 'sent')
      throw new ApiError('send_failed', { message: because('The email could not be sent. Try again later.') })
    return { mailed }
  },
})

export const confirmAddress = action({
  name: 'account.confirm_address',
  logged: 'Confirmed their email address',
  may,
  fields: { token: field.text(100).required() },
  ofAccount: true,
  target: () => '',
  async run(tx, { caller, vault, clock, note }, { token }) {
    const owner = await ownerOf(tx, caller)
    if (!isAddressToken(vault, owner, token, clock.now().getTime() / 1_000)) {
      const message = because('This link has expired, or belongs to another account. Ask for a new one.')
      throw new ApiError('validation_failed', { message, errors: { token: message } })
    }
    note({ everywhere: true })
    await tx.run(sql`update users set email_verified = true where id = ${owner.id} and email = ${owner.email}`)
    return { email: owner.email }
  },
})

/** @throws ApiError `not_found` for somebody who was deleted just now */
async function ownerOf(db: Db, caller: Caller): Promise<{ id: string } & MailedUser> {
  const owner = await db.first<{ id: string } & MailedUser>(
    sql`select id, email, language from users where id = ${personOf(caller).id}`,
  )
  if (owner === undefined) throw new ApiError('not_found')
  return owner
}
