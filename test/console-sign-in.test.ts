/** What protects the sign-in: which addresses are served, how long sessions last, what happens when something fails. */
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { type Sql, sql } from '../src/db/sql.ts'
import { forgetSignIns } from '../src/sign-in/forget.ts'
import { member, PASSWORD, type TestMember, type Visitor, visitor } from './support/console.ts'
import { runAs } from './support/database.ts'
import { moved } from './support/moved-time.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const NEXT = 'some other words, also easy'

let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  service = await startService({ SEXTON_TRUSTED_PROXIES: '127.0.0.1' })
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  owner = await member(service, church, 'owner')
})

let serial = 0
/** How often one may try is counted by address. */
const newAddress = () => {
  serial += 1
  return { 'x-forwarded-for': `198.51.100.${serial}` }
}
const signIn = (browser: Visitor, password = PASSWORD, headers = {}) =>
  browser.ask('POST', '/auth/sign-in/email', { email: owner.email, password }, { ...newAddress(), ...headers })

/** @returns somebody signed in, the cookie of their session, and its row */
async function signedIn(): Promise<{ browser: Visitor; cookie: string; session: string }> {
  const browser = visitor(service)
  const answer = await signIn(browser)
  assert.equal(answer.status, 200, answer.text)
  const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0]
  const row = await service.database.read.first<{ id: string }>(sql`select id from sessions where token = ${token}`)
  assert.ok(row)
  return { browser, cookie, session: row.id }
}

const isIn = async (browser: Visitor): Promise<boolean> => (await browser.ask('GET', '/api/session')).status === 200
const write = (statement: Sql) => service.database.write(0, tx => tx.run(statement))
const lines = async (operation: string): Promise<number> =>
  (
    await service.database.read.all(
      sql`select 1 from audit_log where church_id = ${church.church.id} and operation = ${operation}`,
    )
  ).length

/** Sends a path as it is: clients tidy it up before they send it. */
async function sendRaw(method: string, path: string, cookie: string, body?: object) {
  const { port } = new URL(service.url)
  const headers = {
    cookie,
    origin: `http://localhost:${port}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    ...newAddress(),
  }
  return await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}

test('what is served is judged by the address that the library reads', async () => {
  const { cookie } = await signedIn()
  for (const path of [
    'reset-password/..\\list-sessions',
    'reset-password/%2e%2e\\list-sessions',
    'reset-password/..%5clist-sessions',
    'reset-password/x\\..\\..\\list-sessions',
    'sign-out\\..\\list-sessions',
    'reset-password/..\\..\\..\\api/session',
  ]) {
    const { status, text } = await sendRaw('GET', `/console/auth/${path}`, cookie)
    assert.deepEqual([status, text.includes('"id"')], [404, false], path)
  }
  const mailed = await sendRaw('GET', '/console/auth/reset-password/aZ09_-?callbackURL=%2Freset', cookie)
  assert.equal(mailed.status, 302)
})

test('what is served under another spelling is watched under it, too', async () => {
  const { cookie } = await signedIn()
  const other = await signedIn()
  const sent = { currentPassword: PASSWORD, newPassword: NEXT }
  for (const [spelling, status, changed] of [
    ['reset-password/..\\change-password\\x', 404, false],
    ['reset-password/..\\change-password', 200, true],
  ] as const) {
    const answer = await sendRaw('POST', `/console/auth/${spelling}`, cookie, sent)
    assert.equal(answer.status, status, answer.text)
    assert.deepEqual([await isIn(other.browser), await lines('password.changed')], [!changed, changed ? 1 : 0])
  }
})

test('a session that was not used for half an hour ends; one that was does not', async () => {
  const { browser, session } = await signedIn()
  const idle = (minutes: number) =>
    write(sql`update sessions set updated_at = now() - ${minutes} * interval '1 minute' where id = ${session}`)
  for (let n = 0; n < 2; n += 1) {
    await idle(29)
    assert.equal(await isIn(browser), true)
  }
  const noted = sql`select 1 from sessions where id = ${session} and updated_at > now() - interval '1 minute'`
  assert.ok(await service.database.read.first(noted))
  await idle(31)
  assert.equal(await isIn(browser), false)
  assert.equal(await service.database.read.first(sql`select 1 from sessions where id = ${session}`), undefined)
})

test('the library does nothing for a session that was not used for half an hour, nor is it listed', async () => {
  const { browser, session } = await signedIn()
  await write(sql`update sessions set updated_at = now() - interval '31 minutes' where id = ${session}`)
  const listed = (await owner.inChurch('GET', '/views/sessions')).json.data
  assert.ok(!listed.some(({ id }: { id: string }) => id === session))
  const sent = { currentPassword: PASSWORD, newPassword: NEXT }
  assert.equal((await browser.ask('POST', '/auth/change-password', sent, newAddress())).status, 401)
  assert.equal((await signIn(visitor(service))).status, 200)
})

test('a session ends after twelve hours, however much it is used', async () => {
  const { browser, session } = await signedIn()
  const end = sql`select extract(epoch from expires_at - created_at)::int as seconds from sessions where id = ${session}`
  const seconds = async () => (await service.database.read.first<{ seconds: number }>(end))?.seconds
  const before = await seconds()
  assert.ok(before !== undefined && Math.abs(before - 12 * 3_600) <= 2, String(before))
  const older = sql`update sessions set created_at = ${moved('created_at', '-11 hours')},
    expires_at = ${moved('expires_at', '-11 hours')}, updated_at = ${moved('updated_at', '-20 minutes')} where id = ${session}`
  await write(older)
  assert.deepEqual([await isIn(browser), await seconds()], [true, before])
  await write(sql`update sessions set created_at = ${moved('created_at', '-61 minutes')} where id = ${session}`)
  assert.equal(await isIn(browser), false)
})

test('a changed password ends the other sessions also where it cannot be written down', async () => {
  const [mine, other] = [await signedIn(), await signedIn()]
  const fail = `alter table audit_log add constraint broken check (operation <> 'password.changed') not valid`
  await runAs(service.owner, fail)
  const sent = { currentPassword: PASSWORD, newPassword: NEXT }
  const { status } = await mine.browser.ask('POST', '/auth/change-password', sent, newAddress())
  await runAs(service.owner, 'alter table audit_log drop constraint broken')
  assert.deepEqual([status, await isIn(mine.browser), await isIn(other.browser)], [200, true, false])
})

test('a cookie that nobody encoded counts as none', async () => {
  const headers = { cookie: 'sexton.two_factor=%; sexton.session_token=%' }
  assert.equal((await signIn(visitor(service), 'not this password at all', headers)).status, 401)
  const step = await visitor(service).ask('POST', '/auth/two-factor/verify-totp', { code: '000000' }, headers)
  assert.equal(step.status, 401, step.text)
})

test('what is no longer good is forgotten: sessions, and proofs that were under way', async () => {
  const [old, good] = [await signedIn(), await signedIn()]
  await write(sql`update sessions set expires_at = now() - interval '1 second' where id = ${old.session}`)
  await write(sql`insert into verifications (id, identifier, value, expires_at)
    values ('old', 'old', 'x', now() - interval '1 second'), ('good', 'good', 'x', now() + interval '1 minute')`)
  await forgetSignIns(service.database)
  const left = await service.database.read.all<{ id: string }>(sql`
    select id from sessions where id in (${old.session}, ${good.session})
    union all select id from verifications where id in ('old', 'good')`)
  assert.deepEqual(left.map(({ id }) => id).sort(), [good.session, 'good'].sort())
})

test('the statements of the library are bounded in time, as any other', async () => {
  const pool = service.database.pool(1)
  const { rows } = await pool.query(`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`)
  const { query_timeout, connectionTimeoutMillis } = pool.options
  await pool.end()
  const seconds = service.config.statementTimeout / 1_000
  assert.deepEqual(rows, [{ statement: `${seconds}s`, lock: '10s', idle: '30s' }])
  assert.deepEqual([query_timeout, connectionTimeoutMillis], [service.config.statementTimeout + 15_000, 5_000])
})
