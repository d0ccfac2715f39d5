/** Somebody's own account: password, second factor, sessions; and that the audit log of their churches knows. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { holdGuesses, member, PASSWORD, type TestMember, type Visitor, visitor } from './support/console.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { readMail } from './support/read-mail.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'
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
  owner = elsewhere(await member(service, church, 'owner'))
})

let serial = 0
/** From an address of its own: how often one may try is counted by address. */
function elsewhere<V extends Visitor>(one: V): V {
  serial += 1
  const address = { 'x-forwarded-for': `198.51.100.${serial}` }
  return { ...one, ask: (method, path, body, headers) => one.ask(method, path, body, { ...address, ...headers }) } as V
}

const signIn = (browser: Visitor, email: string, password = PASSWORD) =>
  browser.ask('POST', '/auth/sign-in/email', { email, password })

async function signedIn(password = PASSWORD): Promise<Visitor> {
  const browser = elsewhere(visitor(service))
  const { status, text } = await signIn(browser, owner.email, password)
  assert.equal(status, 200, text)
  return browser
}

const isIn = async (browser: Visitor): Promise<boolean> => (await browser.ask('GET', '/api/session')).status === 200
const inChurch = (browser: Visitor, path: string) => browser.ask('GET', `/api/${church.church.slug}${path}`)
const acts = async (): Promise<{ operation: string; user_name: string; ip: string; target: string | null }[]> =>
  (await owner.inChurch('GET', '/views/audit')).json.data
const names = async (): Promise<string[]> => (await acts()).map(({ operation }) => operation)

/** @returns the address of the QR code, and the recovery codes */
async function enrol(browser: Visitor): Promise<{ uri: string; codes: string[] }> {
  const { json, text } = await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })
  const { totpURI, backupCodes } = json as unknown as { totpURI: string; backupCodes: string[] }
  assert.ok(totpURI, text)
  const verified = await browser.ask('POST', '/auth/two-factor/verify-totp', { code: codeOf(totpURI) })
  assert.equal(verified.status, 200, verified.text)
  return { uri: totpURI, codes: backupCodes }
}

/** Waits for a mail to the owner that says something; another may come before it. */
const arrives = (text: RegExp): Promise<true> =>
  eventually(`a mail says ${text}`, async () =>
    mail.received.some(({ to, source }) => to.includes(owner.email) && text.test(readMail(source).text)),
  )

test('a sign-in, a sign-out, a join and a wrong password are in the audit log; an unknown address is not', async () => {
  const browser = await signedIn()
  await browser.ask('POST', '/auth/sign-out', {})
  await signIn(browser, owner.email, 'not this password at all')
  await signIn(browser, 'nobody@example.org', 'not this password at all')
  // What a wrong password writes is not waited for, so that it takes no longer than an unknown address.
  for (let found = await names(); !found.includes('session.failed'); ) found = await names()
  assert.deepEqual(await names(), ['session.failed', 'session.ended', 'session.begun', 'user.joined'])
  const [failed] = await acts()
  assert.deepEqual([failed?.user_name, failed?.ip], ['A owner', `198.51.100.${serial}`])
})

test('a changed password ends every other session, is mailed and is in the log', async () => {
  const [mine, other] = [await signedIn(), await signedIn()]
  const sent = { currentPassword: PASSWORD, newPassword: NEXT }
  assert.equal((await mine.ask('POST', '/auth/change-password', sent)).status, 200)
  assert.deepEqual([await isIn(mine), await isIn(other)], [true, false])
  await arrives(/password of your account was changed/)
  const again = await signedIn(NEXT)
  const { data } = (await inChurch(again, '/views/audit')).json
  assert.ok(data.some(({ operation }: { operation: string }) => operation === 'password.changed'))
  assert.ok(!JSON.stringify(data).includes(NEXT))
  assert.notEqual((await signIn(elsewhere(visitor(service)), owner.email)).status, 200)
})

test('a second factor is wanted from the next sign-in on; the change ends other sessions, is mailed and logged', async () => {
  const [mine, other] = [await signedIn(), await signedIn()]
  const { uri, codes } = await enrol(mine)
  assert.deepEqual([await isIn(mine), await isIn(other)], [true, false])
  await arrives(/Two-step sign-in was set up/)
  const browser = elsewhere(visitor(service))
  const first = await signIn(browser, owner.email)
  assert.equal((first.json as unknown as { twoFactorRedirect: boolean }).twoFactorRedirect, true)
  assert.equal(await isIn(browser), false)
  assert.equal((await browser.ask('POST', '/auth/two-factor/verify-totp', { code: '000000' })).status, 401)
  const right = await browser.ask('POST', '/auth/two-factor/verify-totp', { code: nextCodeOf(uri) })
  assert.deepEqual([right.status, await isIn(browser)], [200, true])
  const { data } = (await inChurch(browser, '/views/audit')).json
  assert.deepEqual(
    data.slice(0, 3).map(({ operation }: { operation: string }) => operation),
    ['session.begun', 'session.second_step_failed', 'second_factor.on'],
  )
  const recovery = elsewhere(visitor(service))
  await signIn(recovery, owner.email)
  for (const status of [200, 401]) {
    const used = await recovery.ask('POST', '/auth/two-factor/verify-backup-code', { code: codes[0] })
    assert.equal(used.status, status)
    if (status === 200) await recovery.ask('POST', '/auth/sign-out', {})
    if (status === 200) await signIn(recovery, owner.email)
  }
})

test('a device that needs no second step needs it again when the factor or the password changed', async () => {
  const mine = await signedIn()
  const { uri } = await enrol(mine)
  const device = elsewhere(visitor(service))
  await signIn(device, owner.email)
  await device.ask('POST', '/auth/two-factor/verify-totp', { code: nextCodeOf(uri), trustDevice: true })
  await device.ask('POST', '/auth/sign-out', {})
  await signIn(device, owner.email)
  assert.equal(await isIn(device), true)
  const sent = { currentPassword: PASSWORD, newPassword: NEXT }
  assert.equal((await mine.ask('POST', '/auth/change-password', sent)).status, 200)
  assert.equal(await isIn(device), false)
  await signIn(device, owner.email, NEXT)
  assert.equal(await isIn(device), false)
})

test('the app is switched off by who has just confirmed that it is they; the password alone is enough then', async () => {
  const mine = await signedIn()
  await enrol(mine)
  const off = () => mine.ask('POST', `/api/${church.church.slug}/actions/second_factor.off`, {})
  assert.equal((await off()).json.error, 'step_up_required')
  assert.equal((await mine.ask('POST', '/api/step-up', { password: 'not this password at all' })).status, 422)
  assert.equal((await mine.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  assert.equal((await off()).status, 200)
  await arrives(/switched off/)
  const left = await service.database.read.all(sql`select 1 from two_factors f join users u on u.id = f.user_id
    where u.email = ${owner.email}`)
  assert.deepEqual(left, [])
  assert.equal((await off()).status, 404)
  assert.equal(await isIn(await signedIn()), true)
})

test('sessions are listed without their tokens, and ended one by one or all but this one', async () => {
  const [mine, second, third] = [await signedIn(), await signedIn(), await signedIn()]
  const path = `/api/${church.church.slug}`
  const list = await inChurch(mine, '/views/sessions')
  const { data } = list.json
  assert.equal(data.length, 4)
  assert.deepEqual(Object.keys(data[0]).sort(), [
    'created_at',
    'current',
    'id',
    'ip_address',
    'updated_at',
    'user_agent',
  ])
  assert.equal(data.filter(({ current }: { current: boolean }) => current).length, 1)
  const tokens = await service.database.read.all<{ token: string }>(sql`select token from sessions`)
  for (const { token } of tokens) assert.ok(!list.text.includes(token))
  const shown = (await inChurch(second, '/views/sessions')).json.data
  const { id } = shown.find(({ current }: { current: boolean }) => current)
  const stranger = await member(service, church, 'viewer')
  assert.equal((await stranger.inChurch('POST', '/actions/sessions.end', { id })).status, 404)
  assert.equal((await mine.ask('POST', `${path}/actions/sessions.end`, { id })).status, 200)
  assert.deepEqual([await isIn(second), await isIn(third)], [false, true])
  assert.equal((await mine.ask('POST', `${path}/actions/sessions.end_others`, {})).status, 200)
  assert.deepEqual([await isIn(mine), await isIn(third), await isIn(owner)], [true, false, false])
})

test('of the sign-in library only what is needed is served, and no answer of it shows a token', async () => {
  const browser = elsewhere(visitor(service))
  const { text } = await signIn(browser, owner.email)
  const tokens = await service.database.read.all<{ token: string }>(sql`select token from sessions`)
  for (const { token } of tokens) assert.ok(!text.includes(token))
  for (const path of ['list-sessions', 'get-session', 'list-accounts', 'begin-session', 'beginSession']) {
    assert.equal((await browser.ask('GET', `/auth/${path}`)).status, 404, path)
  }
  for (const path of [
    'update-user',
    'delete-user',
    'sign-up/email',
    'two-factor/get-totp-uri',
    'two-factor/disable',
    'revoke-sessions',
  ]) {
    assert.equal((await browser.ask('POST', `/auth/${path}`, { password: PASSWORD })).status, 404, path)
  }
})

test('a name is changed, and the log keeps the one of then', async () => {
  const renamed = await owner.inChurch('POST', '/actions/account.rename', { name: 'Adaeze' })
  assert.equal(renamed.status, 200)
  assert.equal((await owner.ask('GET', '/api/session')).json.data.user.name, 'Adaeze')
  assert.deepEqual((await owner.inChurch('POST', '/actions/account.rename', { name: ' ' })).status, 422)
  await owner.inChurch('POST', '/actions/branches.create', { name: 'North' })
  assert.deepEqual(
    (await acts()).slice(0, 3).map(({ user_name }) => user_name),
    ['Adaeze', 'A owner', 'A owner'],
  )
})

test('wrong passwords are slowed down by address: nobody else is locked out by them', async () => {
  const attacker = elsewhere(visitor(service))
  const tries = ['one', 'two', 'three', 'four', 'five'].map(word =>
    signIn(attacker, owner.email, `wrong password ${word}`),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [401, 401, 401, 429, 429])
  assert.equal(await isIn(await signedIn()), true)
})

test('the password that is asked for again cannot be guessed quickly either', async () => {
  for (let n = 0; n < 11; n += 1) {
    assert.equal((await owner.ask('POST', '/api/step-up', { password: `${n}` })).status, 422)
  }
  await holdGuesses(service)
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 429)
  const other = await member(service, church, 'owner')
  assert.equal((await other.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
})

test('the log is read by person, by action and page by page; of a branch, what its people did', async () => {
  const north = await church.branch('North')
  const limited = await member(service, church, 'administrator', north)
  for (let n = 0; n < 60; n += 1) {
    await service.database.write(church.church.id, tx =>
      tx.run(sql`insert into audit_log (church_id, user_id, user_name, operation, ip, created_at)
        values (${church.church.id}, 'x', 'Eve', 'many', '::1', ${tx.now}::timestamptz)`),
    )
  }
  const look = async (one: TestMember, query = '') => (await one.inChurch('GET', `/views/audit${query}`)).json.data
  const first = await look(owner)
  const second = await look(owner, `?before=${first.at(-1).id}`)
  assert.deepEqual([first.length, second.length], [50, 12])
  assert.ok(first.at(-1).id > second[0].id)
  assert.equal((await look(owner, '?operation=user.joined')).length, 2)
  assert.equal((await look(owner, '?user_id=x&operation=user.joined')).length, 0)
  assert.deepEqual(
    (await look(limited)).map(({ user_name }: { user_name: string }) => user_name),
    ['A administrator'],
  )
})

test('the log stays when its user is deleted', async () => {
  const gone = await member(service, church, 'staff')
  await service.database.write(0, tx => tx.run(sql`delete from users where email = ${gone.email}`))
  assert.ok((await acts()).some(({ user_name }) => user_name === 'A staff'))
})
