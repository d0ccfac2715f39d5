/** Somebody at the console: keeps their cookies, as a browser does. */

import { createHmac, randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { sql } from '../../src/db/sql.ts'
import { audit } from '../../src/resource/audit-log.ts'
import type { Role } from '../../src/resource/roles.ts'
import { invite } from '../../src/sign-in/join.ts'
import { signInSecret } from '../../src/sign-in/secret.ts'
import type { MailServer } from './mail-server.ts'
import { readMail } from './read-mail.ts'
import { type Answered, send, type TestChurch, type TestService } from './service.ts'

export const PASSWORD = 'a few words that are easy'

/** A browser without a person yet. */
export interface Visitor {
  /** Asks for a path below /console, as the pages of this site do. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

export interface TestMember extends Visitor {
  /** Asks for a path of the church: `/people`, `/actions/people.remove`. */
  inChurch(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  email: string
  /** Name and value of what tells the service who asks. */
  session: [name: string, value: string]
}

/** A browser that comes to the service. */
export function visitor(service: Pick<TestService, 'url'>, cookies = new Map<string, string>()): Visitor {
  return {
    async ask(method, path, body, headers = {}) {
      const answered = await send(service.url, method, `/console${path}`, {
        ...(body !== undefined && { body }),
        headers: {
          'sec-fetch-site': 'same-origin',
          origin: service.url.replace('127.0.0.1', 'localhost'),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
      })
      for (const cookie of answered.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answered
    },
  }
}

/** Makes every wait for another guess an hour, so that no test has to be quicker than it. */
export const holdGuesses = ({ database }: TestService): Promise<unknown> =>
  database.write(0, tx =>
    tx.run(sql`update guesses set free_at = ${tx.now}::timestamptz + interval '1 hour' where free_at > '-infinity'`),
  )

/** Lets so many seconds pass for every guess, and for the codes that were used. */
export const letPass = ({ database }: TestService, seconds: number): Promise<unknown> =>
  database.write(0, async tx => {
    const time = sql`${seconds} * interval '1 second'`
    await tx.run(sql`update guesses set forget_at = forget_at - ${time}, free_at = free_at - ${time}`)
    await tx.run(sql`update two_factors set last_step = last_step - ${Math.floor(seconds / 30)}::bigint`)
  })

/** Asks for a link to a new password. @returns the token of the one that is mailed */
export async function resetToken(
  service: Pick<TestService, 'url'>,
  mail: MailServer,
  email: string,
  headers: Record<string, string>,
): Promise<string> {
  const before = mail.received.length
  const asked = await visitor(service).ask('POST', '/auth/request-password-reset', { email }, headers)
  if (asked.status !== 200) throw new Error(asked.text)
  for (;;) {
    const next = mail.next()
    const mine = mail.received.slice(before).filter(({ to }) => to.includes(email))
    const token = mine.map(({ source }) => tokenIn(source)).find(one => one !== undefined)
    if (token !== undefined) return token
    await next
  }
}

/** The token of the link in a mail. */
export const tokenIn = (source: string): string | undefined =>
  /reset-password\/([^?\s]+)/.exec(readMail(source).text)?.[1]

let serial = 0
let passwordHash: Promise<string> | undefined

/**
 * Somebody who joined by an invitation and has signed in. Written directly, with one hash for all: hashing a password is
 * slow on purpose, and what the link and the sign-in do has tests of its own.
 */
export async function member(
  service: Pick<TestService, 'database' | 'vault' | 'url' | 'config'>,
  { church }: Pick<TestChurch, 'church'>,
  role: Role,
  branch_id: number | null = null,
  { email = `${role}-${process.pid}-${serial + 1}@example.org`, name = `A ${role}` } = {},
): Promise<TestMember> {
  serial += 1
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  const [id, token, user] = [randomUUID(), randomUUID(), { id: randomUUID(), name }]
  await service.database.write(church.id, async tx => {
    const invited = await invite(tx, church, { email, role, branch_id }, null)
    await tx.run(sql`update invitations set accepted_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${invited.id}`)
    await tx.run(sql`insert into users (id, name, email) values (${user.id}, ${user.name}, ${email})`)
    await tx.run(sql`insert into sign_ins (id, account_id, provider_id, user_id, password)
      values (${randomUUID()}, ${user.id}, 'credential', ${user.id}, ${hash})`)
    await tx.run(sql`insert into memberships (church_id, user_id, role, branch_id, created_at)
      values (${church.id}, ${user.id}, ${role}, ${branch_id}, ${tx.now}::timestamptz)`)
    await tx.run(sql`insert into sessions (id, token, user_id, expires_at, ip_address, user_agent)
      values (${id}, ${token}, ${user.id}, now() + interval '12 hours', '127.0.0.1', 'test')`)
    const detail = { role, branch_id }
    await audit(tx, church.id, { user, operation: 'user.joined', target: email, detail, ip: '127.0.0.1' })
  })
  const signature = createHmac('sha256', signInSecret(service.vault)).update(token).digest('base64')
  const cookie = encodeURIComponent(`${token}.${signature}`)
  const secure = service.config.baseUrl.startsWith('https:') ? '__Secure-' : ''
  const session: TestMember['session'] = [`${secure}sexton.session_token`, cookie]
  const browser = visitor(service, new Map([session]))
  return {
    ...browser,
    email,
    session,
    inChurch: (method, path, body, headers) => browser.ask(method, `/api/${church.slug}${path}`, body, headers),
  }
}
