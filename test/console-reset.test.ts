/** A forgotten password, and whose address it is: what the form tells, what a mailed link proves, what is kept at rest. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { raw, sql } from '../src/db/sql.ts'
import { Authenticator, type Options } from './support/authenticator.ts'
import { member, PASSWORD, resetToken, type TestMember, tokenIn, type Visitor, visitor } from './support/console.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { readMail } from './support/read-mail.ts'
import { eventually } from './support/receiver.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'
import { codeOf, nextCodeOf } from './support/totp.ts'

const NEXT = 'some other words, also easy'

let mail: MailServer
let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  mail = await startMailServer()
  service = await startService({
    SEXTON_SMTP_URL: mail.url,
    SEXTON_MAIL_FROM: 'sexton@example.org',
    SEXTON_TRUSTED_PROXIES: '127.0.0.1',
  })
})
after(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  church = await service.church()
  owner = await member(service, church, 'owner')
  mail.recipient = () => undefined
})

let serial = 0
/** From an address of its own: how often one may try is counted by address, for every file of this process together. */
const elsewhere = () => {
  serial += 1
  return { 'x-forwarded-for': `198.18.4.${serial}` }
}
const ask = (email: string): Promise<Answered> =>
  visitor(service).ask('POST', '/auth/request-password-reset', { email }, elsewhere())
const signIn = (browser: Visitor, password: string, email = owner.email) =>
  browser.ask('POST', '/auth/sign-in/email', { email, password }, elsewhere())
const isIn = async (browser: Visitor): Promise<boolean> => (await browser.ask('GET', '/api/session')).status === 200
const reset = (token: string, newPassword = NEXT, browser = visitor(service)) =>
  browser.ask('POST', '/auth/reset-password', { token, newPassword }, elsewhere())
const write = (statement: ReturnType<typeof sql>) => service.database.write(0, tx => tx.run(statement))
const proven = (email = owner.email) => write(sql`update users set email_verified = true where email = ${email}`)

const tokenFor = (email = owner.email): Promise<string> => resetToken(service, mail, email, elsewhere())

/** @returns the address of the QR code, and the code that set the app up */
async function enrol(one: Visitor): Promise<{ uri: string; code: string }> {
  const { json } = await one.ask('POST', '/auth/two-factor/enable', { password: PASSWORD }, elsewhere())
  const { totpURI } = json as unknown as { totpURI: string }
  const code = codeOf(totpURI)
  const { status } = await one.ask('POST', '/auth/two-factor/verify-totp', { code }, elsewhere())
  assert.equal(status, 200)
  return { uri: totpURI, code }
}

test('the form answers before the mail server does, and in the same way for an address without an account', async () => {
  let heard: () => void = () => undefined
  const asked = new Promise<void>(resolve => {
    heard = resolve
  })
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  mail.recipient = () => {
    heard()
    return held
  }
  const known = await ask(owner.email)
  const unknown = await ask('nobody-at-all@example.org')
  // The mail server has not answered yet, and does not until it is let.
  await asked
  const arrives = mail.next()
  release()
  assert.match(tokenIn((await arrives).source) ?? '', /^\w{24}$/)
  const plain = ({ status, text, headers }: Answered) => {
    const sent = Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))
    return { status, text, sent }
  }
  assert.deepEqual(plain(known), plain(unknown))
  assert.equal(known.status, 200)
})

test('nothing is looked up for the address before the form answers', async () => {
  // Whoever looks for a user waits for this.
  await service.database.write(0, async tx => {
    await tx.run(sql`lock table users, verifications, guesses in access exclusive mode`)
    for (const email of [owner.email, 'nobody-at-all@example.org']) assert.equal((await ask(email)).status, 200)
  })
})

test('what is no address is refused; of an address that has many links mailed, no further ones', async () => {
  assert.deepEqual((await ask('x')).json.errors, { email: 'must be an email address' })
  for (let n = 0; n < 3; n += 1) await tokenFor()
  const before = mail.received.length
  // The fourth is the last for ten minutes.
  await tokenFor()
  for (let n = 0; n < 3; n += 1) assert.equal((await ask(owner.email)).status, 200)
  const other = await member(service, church, 'staff')
  await tokenFor(other.email)
  const more = mail.received.slice(before).filter(({ to }) => to.includes(owner.email))
  assert.equal(more.length, 1)
})

test('a password that is set by a mailed link is in the log, ends sessions, and keeps the factor of a confirmed address', async () => {
  await proven()
  const mine = visitor(service)
  await signIn(mine, PASSWORD)
  const { uri } = await enrol(mine)
  const token = await tokenFor()
  const { status } = await reset(token)
  assert.deepEqual([status, await isIn(mine)], [200, false])
  const found = await service.database.read.all<{ operation: string }>(
    sql`select operation from audit_log where church_id = ${church.church.id} order by id desc limit 1`,
  )
  assert.deepEqual(found, [{ operation: 'password.reset' }])
  const browser = visitor(service)
  await signIn(browser, NEXT)
  assert.equal(await isIn(browser), false)
  const right = await browser.ask('POST', '/auth/two-factor/verify-totp', { code: nextCodeOf(uri) }, elsewhere())
  assert.deepEqual([right.status, await isIn(browser)], [200, true])
})

test('an account that somebody made with the address of another is that of the other from their first mailed link on', async () => {
  const origin = service.url.replace('127.0.0.1', 'localhost')
  // Somebody else made it, with an app, a passkey, a device that needs no second step and a second step under way.
  const squatter = owner
  const { uri } = await enrol(squatter)
  await squatter.ask('POST', '/api/step-up', { password: PASSWORD })
  const begun = (await squatter.inChurch('POST', '/actions/passkeys.begin', {})).json.data as Options
  const key = new Authenticator(origin)
  const added = { name: 'Mine', answer: JSON.stringify(key.make(begun)) }
  assert.equal((await squatter.inChurch('POST', '/actions/passkeys.add', added)).status, 200)
  const [trusted, waiting] = [visitor(service), visitor(service)]
  await signIn(trusted, PASSWORD)
  const sent = { code: nextCodeOf(uri), trustDevice: true }
  assert.equal((await trusted.ask('POST', '/auth/two-factor/verify-totp', sent, elsewhere())).status, 200)
  await signIn(waiting, PASSWORD)
  const other = await tokenFor()

  const arrived = mail.received.length
  const token = await tokenFor()
  assert.equal((await reset(token)).status, 200)
  const rightful = visitor(service)
  assert.equal((await signIn(rightful, NEXT)).status, 200)
  assert.equal(await isIn(rightful), true)
  const { user } = (await rightful.ask('GET', '/api/session')).json.data
  assert.deepEqual([user.email_verified, user.two_factor_enabled, user.app, user.passkeys], [true, false, false, false])
  assert.equal(await isIn(squatter), false)
  assert.equal(await isIn(trusted), false)
  const codes = [nextCodeOf(uri), codeOf(uri)]
  for (const code of codes) {
    const answer = await waiting.ask('POST', '/auth/two-factor/verify-totp', { code }, elsewhere())
    assert.equal(answer.status, 401)
  }
  const thief = visitor(service)
  const challenge = (await thief.ask('POST', '/api/passkey/options', {}, elsewhere())).json.data as Options
  assert.equal((await thief.ask('POST', '/api/passkey', { passkey: key.sign(challenge) }, elsewhere())).status, 401)
  assert.equal((await reset(other, PASSWORD)).status, 400)
  assert.equal((await signIn(trusted, NEXT)).status, 200)
  const log = await service.database.read.all<{ operation: string }>(
    sql`select operation from audit_log where church_id = ${church.church.id} order by id`,
  )
  assert.ok(log.some(({ operation }) => operation === 'second_factor.dropped'))
  const switchedOff = /Two-step sign-in was switched off for your account/
  await eventually('they are told', () =>
    mail.received.slice(arrived).some(({ source }) => switchedOff.test(readMail(source).text)),
  )
})

test('an address is confirmed by a mailed link, in the session that asked for it and in no other', async () => {
  const other = await member(service, church, 'staff')
  assert.equal((await owner.inChurch('POST', '/actions/account.mail_confirmation', {})).status, 200)
  const source = mail.received.findLast(({ to }) => to.includes(owner.email))?.source ?? ''
  const [, link = '', token = ''] = /(http\S+\?confirm=(\S+))/.exec(readMail(source).text) ?? []
  assert.ok(link.startsWith(`${service.url.replace('127.0.0.1', 'localhost')}/c/${church.church.slug}/account`))
  const confirm = (one: TestMember, token: string) =>
    one.inChurch('POST', '/actions/account.confirm_address', { token })
  const isProven = async ({ email }: TestMember) =>
    await service.database.read.first(sql`select email_verified from users where email = ${email}`)
  for (const wrong of [`${token}x`, token.replace(/^\d+/, end => `${Number(end) + 1}`), 'x', '1.x']) {
    assert.equal((await confirm(owner, wrong)).status, 422, wrong)
  }
  assert.equal((await confirm(other, token)).status, 422)
  assert.deepEqual([await isProven(owner), await isProven(other)], Array(2).fill({ email_verified: false }))
  assert.equal((await confirm(owner, token)).status, 200)
  assert.deepEqual(
    [await isProven(owner), await isProven(other)],
    [{ email_verified: true }, { email_verified: false }],
  )
  const { isAddressToken, addressToken } = await import('../src/sign-in/address-link.ts')
  const who = { id: 'a', email: 'a@example.org' }
  const old = addressToken(service.vault, who, 1_000)
  assert.deepEqual(
    [4_599, 4_600].map(now => isAddressToken(service.vault, who, old, now)),
    [true, false],
  )
})

test('what links, second steps and devices are known by is not kept: who reads the table can use none of it', async () => {
  const token = await tokenFor()
  const kept = await service.database.read.all<{ identifier: string }>(sql`select identifier from verifications`)
  assert.ok(!JSON.stringify(kept).includes(token))
  assert.ok(kept.length > 0 && kept.every(({ identifier }) => /^[\w-]{43}$/.test(identifier)), JSON.stringify(kept))
  for (const { identifier } of kept) assert.equal((await reset(identifier)).status, 400)
  const hash = createHash('sha256').update(`reset-password:${token}`).digest('base64url')
  assert.ok(kept.some(({ identifier }) => identifier === hash))
  // What was kept before is brought into the same form by the migration.
  const migration = readFileSync(path.resolve(import.meta.dirname, '../migrations/0018_sign_in.sql'), 'utf8')
  const [, expression = ''] = /set identifier =\s+(translate\(.*\));/.exec(migration) ?? []
  const old = sql`(values (${`reset-password:${token}`}::text)) as old (identifier)`
  assert.deepEqual(await service.database.read.first(sql`select ${raw(expression)} as hash from ${old}`), { hash })
  assert.equal((await reset(token)).status, 200)
  assert.equal((await reset(token)).status, 400)
})

test('a text that no database can hold is refused beside its field, by every path of the sign-in library', async () => {
  for (const [path, body, field] of [
    ['/auth/reset-password', { token: 'a\u0000', newPassword: NEXT }, 'token'],
    ['/auth/request-password-reset', { email: 'a\u0000@example.org' }, 'email'],
    ['/auth/sign-in/email', { email: owner.email, password: '\ud800' }, 'password'],
  ] as const) {
    const { status, json } = await visitor(service).ask('POST', path, body, elsewhere())
    assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, [field]], path)
  }
})

test('of two who use a link at the same time one sets the password', async () => {
  const token = await tokenFor()
  const answers = await Promise.all([1, 2, 3].map(n => reset(token, `${NEXT} ${n}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
})

test('a new password is none that is guessed early: no row of digits, no common one, none with the name or the church', async () => {
  const told = { name: 'Ngozi Obi' }
  await write(sql`update users set name = ${told.name} where email = ${owner.email}`)
  await write(sql`update churches set name = 'Grace Chapel Lagos' where id = ${church.church.id}`)
  const token = await tokenFor()
  const change = (newPassword: string) => ({ currentPassword: PASSWORD, newPassword })
  for (const weak of [
    'fourteen signs',
    '123456789012345',
    'passwordpassword',
    'qwertyuiop12345',
    'aaaaaaaaaaaaaaaa',
    'Ngozi Obi Ngozi Obi',
    'gracechapellagos',
    owner.email,
    'x'.repeat(129),
  ]) {
    const byLink = await reset(token, weak)
    const byOld = await owner.ask('POST', '/auth/change-password', change(weak), elsewhere())
    for (const { status, json } of [byLink, byOld]) {
      assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['newPassword']], weak)
      assert.match(json.message ?? '', /^The password (must be 15 to 128 characters|is too easy to guess); .+\.$/)
    }
  }
  const { invite } = await import('../src/sign-in/join.ts')
  const input = { email: 'someone-new@example.org', role: 'staff', branch_id: null } as const
  const { token: invitation } = await service.database.write(church.church.id, tx =>
    invite(tx, { ...church.church, name: 'Grace Chapel Lagos' }, input, null),
  )
  const join = (password: string) =>
    visitor(service).ask('POST', '/api/join', { token: invitation, name: 'Chidi', password }, elsewhere())
  assert.deepEqual(Object.keys((await join('grace chapel lagos')).json.errors ?? {}), ['password'])
  assert.equal((await join(PASSWORD)).status, 200)
  assert.equal((await reset(token, 'four words, none of them yours')).status, 200)
})

test('a code of an app counts once: at the sign-in, and from the one that set it up on', async () => {
  const { uri, code: first } = await enrol(owner)
  const verify = async (code: string) => {
    const browser = visitor(service)
    await signIn(browser, PASSWORD)
    return await browser.ask('POST', '/auth/two-factor/verify-totp', { code }, elsewhere())
  }
  assert.equal((await verify(first)).status, 401)
  const second = nextCodeOf(uri)
  assert.equal((await verify(second)).status, 200)
  const again = await verify(second)
  assert.deepEqual([again.status, again.json.message], [401, 'This code has already been used. Wait for the next one.'])
  assert.equal((await verify(first)).status, 401)
  const noted = sql`select 1 from audit_log where church_id = ${church.church.id}
    and operation = 'session.second_step_failed'`
  await eventually('it is in the log', async () => (await service.database.read.first(noted)) !== undefined)
})

test('of those who send the same code at the same time, at any node, one gets in', async t => {
  const { uri } = await enrol(owner)
  const second = await service.node()
  t.after(() => second.close())
  const browsers = await Promise.all(
    [service, second, service, second].map(async node => {
      const browser = visitor(node)
      await signIn(browser, PASSWORD)
      return browser
    }),
  )
  const code = nextCodeOf(uri)
  const answers = await Promise.all(
    browsers.map(browser => browser.ask('POST', '/auth/two-factor/verify-totp', { code }, elsewhere())),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
})
