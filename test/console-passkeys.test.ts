/** Passkeys: added, signed in with, confirmed with, removed; and what is no passkey of theirs opens nothing. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { Authenticator, type Options } from './support/authenticator.ts'
import { member, PASSWORD, type TestMember, type Visitor, visitor } from './support/console.ts'
import { startMailServer } from './support/mail-server.ts'
import { moved } from './support/moved-time.ts'
import { readMail } from './support/read-mail.ts'
import { type Answered, startService, type TestChurch, type TestService } from './support/service.ts'
import { codeOf, nextCodeOf } from './support/totp.ts'
import { triggered } from './support/triggers.ts'

let mail: Awaited<ReturnType<typeof startMailServer>>
let service: TestService
let church: TestChurch
let owner: TestMember
let origin: string

before(async () => {
  mail = await startMailServer()
  service = await startService({
    SEXTON_TRUSTED_PROXIES: '127.0.0.1',
    SEXTON_SMTP_URL: mail.url,
    SEXTON_MAIL_FROM: 'sexton@example.org',
  })
  origin = service.url.replace('127.0.0.1', 'localhost')
})
after(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  church = await service.church()
  owner = elsewhere(await member(service, church, 'owner'))
})

let serial = 0
/** From an address of its own: how often one may try is counted by address. */
function elsewhere<V extends Visitor>(one: V): V {
  serial += 1
  const address = { 'x-forwarded-for': `198.18.3.${serial}` }
  const ask: Visitor['ask'] = (method, path, body, headers) => one.ask(method, path, body, { ...address, ...headers })
  const slug = church.church.slug
  const inChurch: TestMember['inChurch'] = (method, path, body) => ask(method, `/api/${slug}${path}`, body)
  return { ...one, ask, inChurch } as V
}
const browser = (): Visitor => elsewhere(visitor(service))
const isIn = async (one: Visitor): Promise<boolean> => (await one.ask('GET', '/api/session')).status === 200
const act = (one: TestMember, name: string, body: object = {}) => one.inChurch('POST', `/actions/${name}`, body)
const stepUp = (one: Visitor) => one.ask('POST', '/api/step-up', { password: PASSWORD })
const listed = async (one = owner): Promise<{ id: string; name: string; used_at: string | null }[]> =>
  (await one.inChurch('GET', '/views/passkeys')).json.data
const acts = async (): Promise<{ operation: string; target: string | null; detail: object }[]> =>
  (await owner.inChurch('GET', '/views/audit')).json.data

/** Adds a passkey for somebody who has just confirmed that it is they. */
async function add(one: TestMember, key: Authenticator, name = 'My phone'): Promise<Answered> {
  await stepUp(one)
  const options = (await act(one, 'passkeys.begin')).json.data as Options
  return await act(one, 'passkeys.add', { name, answer: JSON.stringify(key.make(options)) })
}

async function added(one = owner): Promise<Authenticator> {
  const key = new Authenticator(origin)
  const answer = await add(one, key)
  assert.equal(answer.status, 200, answer.text)
  return key
}

const options = async (one: Visitor, path = '/api/passkey/options'): Promise<Options> =>
  (await one.ask('POST', path, {})).json.data as Options
const enter = (one: Visitor, passkey: object) => one.ask('POST', '/api/passkey', { passkey })
const withPassword = async (one: Visitor) =>
  (await one.ask('POST', '/auth/sign-in/email', { email: owner.email, password: PASSWORD })).json as unknown as {
    twoFactorRedirect?: boolean
    twoFactorMethods?: string[]
    passkeys?: boolean
  }

test('a passkey is added by who has just confirmed that it is they; it ends other sessions, is mailed and in each log', async () => {
  const other = await service.church()
  await service.database.write(0, tx =>
    tx.run(sql`insert into memberships (church_id, user_id, role, created_at)
      select ${other.church.id}, id, 'staff', now() from users where email = ${owner.email}`),
  )
  const second = browser()
  assert.equal((await withPassword(second)).twoFactorRedirect, undefined)
  assert.equal((await act(owner, 'passkeys.begin')).json.error, 'step_up_required')
  const arrives = mail.next()
  const key = new Authenticator(origin)
  const { status, text, json } = await add(owner, key)
  assert.equal(status, 200, text)
  assert.deepEqual([json.data.id, json.data.codes.length, new Set(json.data.codes).size], [key.id, 10, 10])
  assert.deepEqual([await isIn(owner), await isIn(second)], [true, false])
  assert.match(readMail((await arrives).source).text, /A passkey was added to your account/)
  const lines = await service.database.read.all(sql`select target from audit_log where operation = 'passkeys.add'
    and church_id in (${church.church.id}, ${other.church.id})`)
  assert.deepEqual(lines, [{ target: 'My phone' }, { target: 'My phone' }])
  const { user } = (await owner.ask('GET', '/api/session')).json.data
  assert.deepEqual([user.two_factor_enabled, user.app, user.passkeys], [true, false, true])
  assert.deepEqual(
    (await listed()).map(({ name, used_at }) => [name, used_at]),
    [['My phone', null]],
  )
})

test('a passkey signs in by itself, as both factors, and is in the log', async () => {
  const key = await added()
  const phone = browser()
  const asked = await options(phone)
  assert.deepEqual(asked.allowCredentials, [])
  const answer = await enter(phone, key.sign(asked))
  assert.equal(answer.status, 200, answer.text)
  const cookies = answer.headers.getSetCookie().join()
  assert.match(cookies, /sexton\.session_token=[^;]+;.*HttpOnly/i)
  assert.match(cookies, /sexton\.device=/)
  assert.equal(await isIn(phone), true)
  const [line] = await acts()
  assert.deepEqual([line?.operation, line?.detail], ['session.begun', { with: 'passkey' }])
  assert.notEqual((await listed())[0]?.used_at, null)
})

test('the password alone no longer signs in: the passkey, or a recovery code once, is the second step', async () => {
  const key = new Authenticator(origin)
  const { codes } = (await add(owner, key)).json.data
  const one = browser()
  const first = await withPassword(one)
  assert.deepEqual(first, { twoFactorRedirect: true, twoFactorMethods: [], passkeys: true })
  assert.equal(await isIn(one), false)
  const asked = await options(one)
  assert.deepEqual(
    asked.allowCredentials?.map(({ id }) => id),
    [key.id],
  )
  assert.equal((await enter(one, key.sign(asked))).status, 200)
  assert.equal(await isIn(one), true)
  for (const status of [200, 401]) {
    const lost = browser()
    await withPassword(lost)
    const answer = await lost.ask('POST', '/auth/two-factor/verify-backup-code', { code: codes[0] })
    assert.deepEqual([answer.status, await isIn(lost)], [status, status === 200])
  }
  const guesser = browser()
  await withPassword(guesser)
  const code = await guesser.ask('POST', '/auth/two-factor/verify-totp', { code: '000000' })
  assert.ok(code.status === 400 || code.status === 401, String(code.status))
})

test('a challenge is good once, for what it was given out for, for whom, and for a quarter of an hour', async () => {
  const key = await added()
  // Of a key that counts its signatures the count would tell, too.
  const signed = key.sign(await options(browser()), { counter: 0 })
  assert.equal((await enter(browser(), signed)).status, 200)
  const again = await enter(browser(), signed)
  assert.deepEqual([again.status, again.json.error], [401, 'unauthorized'])
  await stepUp(owner)
  const wrongPurpose = (await act(owner, 'passkeys.begin')).json.data as Options
  assert.equal((await enter(browser(), key.sign(wrongPurpose))).status, 401)
  assert.equal((await enter(browser(), key.sign(await options(owner, '/api/step-up/options')))).status, 401)
  const late = await options(browser())
  await service.database.write(0, tx =>
    tx.run(sql`update verifications set expires_at = ${moved('expires_at', '-15 minutes')}`),
  )
  assert.equal((await enter(browser(), key.sign(late))).status, 401)
  assert.equal((await enter(browser(), key.sign({ challenge: 'AAAA' }))).status, 401)
})

test('what was signed for another site, without finger or PIN, by a copy or by another key is not taken', async () => {
  const key = await added()
  const stranger = new Authenticator(origin)
  for (const [what, sign] of [
    ['another origin', (asked: Options) => key.sign(asked, { origin: 'https://evil.example' })],
    ['another site', (asked: Options) => key.sign({ ...asked, rpId: 'evil.example' })],
    ['no finger and no PIN', (asked: Options) => key.sign(asked, { verified: false })],
    ['another key', (asked: Options) => ({ ...stranger.sign(asked), id: key.id, rawId: key.id })],
    ['an unknown key', (asked: Options) => stranger.sign(asked)],
  ] as const) {
    const one = browser()
    const { status } = await enter(one, sign(await options(one)))
    assert.deepEqual([status, await isIn(one)], [401, false], what)
  }
  for (const nonsense of [undefined, null, 'x', 1, [], {}, { id: 1 }, { id: key.id, response: { userHandle: 7 } }]) {
    assert.equal((await enter(browser(), nonsense as object)).status, 401, JSON.stringify(nonsense))
  }
  assert.equal((await enter(browser(), key.sign(await options(browser())))).status, 200)
  const copied = await enter(browser(), key.sign(await options(browser()), { counter: 1 }))
  assert.equal(copied.status, 401)
})

test('what a browser made for another site, another person or without finger and PIN is not kept', async () => {
  const other = await member(service, church, 'staff')
  await stepUp(owner)
  await stepUp(other)
  const begin = async (one: TestMember) => (await act(one, 'passkeys.begin')).json.data as Options
  for (const [what, answer] of [
    ['another origin', new Authenticator(origin).make(await begin(owner), { origin: 'https://evil.example' })],
    ['another site', new Authenticator(origin).make({ ...(await begin(owner)), rp: { id: 'evil.example' } })],
    ['no finger and no PIN', new Authenticator(origin).make(await begin(owner), { verified: false })],
    ['another person', new Authenticator(origin).make(await begin(other))],
    ['nonsense', {}],
  ] as const) {
    const { status, json } = await act(owner, 'passkeys.add', { name: 'x', answer: JSON.stringify(answer) })
    assert.deepEqual([status, Object.keys(json.errors ?? {})], [422, ['answer']], what)
  }
  const text = await act(owner, 'passkeys.add', { name: 'two\nlines', answer: 'no JSON' })
  assert.deepEqual(text.json.errors, { name: 'must be one line' })
  assert.deepEqual(await listed(), [])
  const { user } = (await owner.ask('GET', '/api/session')).json.data
  assert.equal(user.two_factor_enabled, false)
})

test('a passkey confirms that it is you; that of somebody else does not', async () => {
  const key = await added()
  const other = elsewhere(await member(service, church, 'owner'))
  const theirs = await added(other)
  await service.database.write(0, tx => tx.run(sql`update sessions set stepped_up_at = null`))
  const make = () => act(owner, 'keys.create', { name: 'Site', scopes: ['people:read'] })
  assert.equal((await make()).json.error, 'step_up_required')
  const asked = await options(owner, '/api/step-up/options')
  assert.deepEqual(
    asked.allowCredentials?.map(({ id }) => id),
    [key.id],
  )
  const confirm = (passkey: object) => owner.ask('POST', '/api/step-up', { passkey })
  assert.equal((await confirm(theirs.sign(asked))).status, 422)
  assert.equal((await confirm(theirs.sign(await options(other, '/api/step-up/options')))).status, 422)
  assert.equal((await make()).json.error, 'step_up_required')
  assert.equal((await confirm(key.sign(await options(owner, '/api/step-up/options')))).status, 200)
  assert.equal((await make()).status, 200)
})

test('passkeys have names, and are removed one by one; with the last the second factor and its codes go', async () => {
  const [first, second] = [await added(), await added()]
  assert.equal((await act(owner, 'passkeys.rename', { id: second.id, name: 'Key ring' })).status, 200)
  const names = (await listed()).map(({ name }) => name)
  assert.deepEqual(names.sort(), ['Key ring', 'My phone'])
  const other = elsewhere(await member(service, church, 'owner'))
  await stepUp(other)
  for (const name of ['rename', 'remove']) {
    const sent = { id: second.id, ...(name === 'rename' && { name: 'Mine' }) }
    assert.equal((await act(other, `passkeys.${name}`, sent)).status, 404)
  }
  assert.equal((await act(owner, 'passkeys.remove', { id: second.id })).status, 200)
  assert.deepEqual([(await acts())[0]?.operation, (await acts())[0]?.target], ['passkeys.remove', 'Key ring'])
  assert.equal((await enter(browser(), second.sign(await options(browser())))).status, 401)
  assert.equal((await withPassword(browser())).twoFactorRedirect, true)
  assert.equal((await act(owner, 'passkeys.remove', { id: first.id })).status, 200)
  assert.equal((await withPassword(browser())).twoFactorRedirect, undefined)
  const left = await service.database.read.all(sql`select 1 from two_factors f join users u on u.id = f.user_id
    where u.email = ${owner.email}`)
  assert.deepEqual(left, [])
})

test('an app and passkeys stand side by side: each goes without the other, and the recovery codes stay', async () => {
  const key = new Authenticator(origin)
  const { codes } = (await add(owner, key)).json.data
  const begun = await owner.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })
  const { totpURI, backupCodes } = begun.json as unknown as { totpURI: string; backupCodes: string[] }
  assert.deepEqual(backupCodes, [])
  const early = browser()
  await withPassword(early)
  // The codes that were shown stay good, also where the setting-up of the app is never finished.
  assert.equal((await early.ask('POST', '/auth/two-factor/verify-backup-code', { code: codes[0] })).status, 200)
  const verified = await owner.ask('POST', '/auth/two-factor/verify-totp', { code: codeOf(totpURI) })
  assert.equal(verified.status, 200, verified.text)
  assert.equal((await acts())[0]?.operation, 'second_factor.on')
  assert.equal(await isIn(early), false)
  const both = browser()
  assert.deepEqual(await withPassword(both), { twoFactorRedirect: true, twoFactorMethods: ['totp'], passkeys: true })
  assert.equal((await both.ask('POST', '/auth/two-factor/verify-totp', { code: nextCodeOf(totpURI) })).status, 200)
  await stepUp(owner)
  assert.equal((await act(owner, 'second_factor.off')).status, 200)
  const after = browser()
  assert.deepEqual(await withPassword(after), { twoFactorRedirect: true, twoFactorMethods: [], passkeys: true })
  assert.equal((await after.ask('POST', '/auth/two-factor/verify-backup-code', { code: codes[1] })).status, 200)
  const again = elsewhere(await member(service, church, 'owner'))
  await added(again)
  assert.equal((await add(again, new Authenticator(origin), 'Another')).json.data.codes, null)
})

test('there may be twenty passkeys, and one of them once', async () => {
  const key = await added()
  const twice = await add(owner, key)
  assert.deepEqual([twice.status, Object.keys(twice.json.errors ?? {})], [422, ['answer']])
  await service.database.write(0, tx =>
    tx.run(sql`insert into passkeys (user_id, id, name, public_key, counter, transports, backed_up, created_at)
      select user_id, 'copy' || n, name, public_key, counter, transports, backed_up, now()
      from passkeys, generate_series(1, 19) n where id = ${key.id}`),
  )
  const more = await add(owner, new Authenticator(origin))
  assert.deepEqual([more.status, Object.keys(more.json.errors ?? {})], [422, ['name']])
})

test('a public address of https is the site of its passkeys, and its cookies are for https', async t => {
  const https = await startService({ SEXTON_BASE_URL: 'https://sexton.example.org' })
  t.after(() => https.close())
  const there = await https.church()
  const one = await member(https, there, 'owner')
  const page = { origin: 'https://sexton.example.org' }
  assert.equal((await one.ask('POST', '/api/step-up', { password: PASSWORD }, page)).status, 200)
  const asked = (await one.inChurch('POST', '/actions/passkeys.begin', {}, page)).json.data as Options
  assert.equal(asked.rp?.id, 'sexton.example.org')
  const key = new Authenticator('https://sexton.example.org')
  const sent = { name: 'My phone', answer: JSON.stringify(key.make(asked)) }
  const answer = await one.inChurch('POST', '/actions/passkeys.add', sent, page)
  assert.equal(answer.status, 200, answer.text)
  const phone = visitor(https)
  const challenge = (await phone.ask('POST', '/api/passkey/options', {}, page)).json.data as Options
  const entered = await phone.ask('POST', '/api/passkey', { passkey: key.sign(challenge) }, page)
  assert.equal(entered.status, 200, entered.text)
  const cookies = entered.headers.getSetCookie()
  assert.ok(cookies.length > 1 && cookies.every(cookie => /^__Secure-.*; ?Secure/i.test(cookie)), cookies.join('\n'))
  assert.equal((await phone.ask('GET', '/api/session', undefined, page)).status, 200)
})

test('a session that a passkey begins while it is removed does not stay', async () => {
  const key = await added()
  const removal = {
    on: 'sessions',
    when: 'after insert',
    does: 'delete from passkeys where user_id = new.user_id; return new;',
  }
  const phone = browser()
  const { status } = await triggered(service.owner, removal, async () => enter(phone, key.sign(await options(phone))))
  assert.deepEqual([status, await isIn(phone)], [401, false])
})
