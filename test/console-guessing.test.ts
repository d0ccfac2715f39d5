/** Guessing passwords and codes: slowed down for each account, wherever it comes from, without keeping its owner out. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { ApiError } from '../src/errors.ts'
import { type Guess, guess as guessed, KNOWN, type Pace, STRANGERS } from '../src/sign-in/guesses.ts'
import {
  holdGuesses,
  letPass,
  member,
  PASSWORD,
  resetToken,
  type TestMember,
  type Visitor,
  visitor,
} from './support/console.ts'
import { startMailServer } from './support/mail-server.ts'
import { moved } from './support/moved-time.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'
import { codeOf, nextCodeOf } from './support/totp.ts'

const WRONG = 'not this password at all'
const FREE = STRANGERS.free

let mail: Awaited<ReturnType<typeof startMailServer>>
let service: TestService
let second: Awaited<ReturnType<TestService['node']>>
let church: TestChurch
let owner: TestMember

before(async () => {
  mail = await startMailServer()
  service = await startService({
    SEXTON_TRUSTED_PROXIES: '127.0.0.1',
    SEXTON_SMTP_URL: mail.url,
    SEXTON_MAIL_FROM: 'sexton@example.org',
  })
  second = await service.node()
})
after(async () => {
  await second.close()
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  church = await service.church()
  owner = await member(service, church, 'owner')
})

let serial = 0
/** Each from an address of its own: how often one may try is counted by address, too. */
const elsewhere = () => {
  serial += 1
  return { 'x-forwarded-for': `203.0.${Math.floor(serial / 250)}.${(serial % 250) + 1}` }
}
const signIn = (browser: Visitor, password = PASSWORD, email = owner.email) =>
  browser.ask('POST', '/auth/sign-in/email', { email, password }, elsewhere())
const guess = async (password = WRONG, email = owner.email): Promise<number> =>
  (await signIn(visitor(service), password, email)).status
/** Seconds of an hour that began just now. */
const isAnHour = (seconds: number): boolean => seconds > 3_540 && seconds <= 3_600
const isIn = async (browser: Visitor): Promise<boolean> => (await browser.ask('GET', '/api/session')).status === 200

test('of guesses from sixty addresses at two nodes hardly any is judged, and the owner signs in where they have before', async () => {
  const home = visitor(service)
  assert.equal((await signIn(home)).status, 200)
  const begun = performance.now()
  const statuses: number[] = []
  for (let wave = 0; wave < 6; wave += 1) {
    const guesses = Array.from({ length: 10 }, () => elsewhere()).flatMap((from, n) =>
      [1, 2, 3].map(async round => {
        const sent = { email: owner.email, password: `a wrong password ${wave} ${n} ${round}` }
        const browser = visitor(n % 2 === 0 ? service : second)
        return (await browser.ask('POST', '/auth/sign-in/email', sent, from)).status
      }),
    )
    if (wave === 1) assert.equal((await signIn(home)).status, 200)
    statuses.push(...(await Promise.all(guesses)))
  }
  const seconds = (performance.now() - begun) / 1_000
  // However slow the machine: a wait doubles with each guess that is judged after the free ones.
  const most = FREE + 2 + Math.log2(seconds + 1)
  const judged = statuses.filter(status => status === 401).length
  assert.ok(judged >= FREE && judged <= most, `${judged} of ${statuses.length} in ${seconds} s`)
  assert.equal(statuses.filter(status => status === 429).length, statuses.length - judged)
  await holdGuesses(service)
  // The right one is not judged either: otherwise it would tell itself.
  assert.equal(await guess(PASSWORD), 429)
  await home.ask('POST', '/auth/sign-out', {})
  assert.equal((await signIn(home)).status, 200)
  assert.equal(await isIn(home), true)
})

test('who is attacked and has no device yet gets in by a mailed link, which makes the device a known one', async () => {
  for (let n = 0; n <= FREE; n += 1) await guess()
  await holdGuesses(service)
  assert.equal(await guess(PASSWORD), 429)
  const token = await resetToken(service, mail, owner.email, elsewhere())
  const browser = visitor(service)
  const next = 'some other words, also easy'
  const reset = await browser.ask('POST', '/auth/reset-password', { token, newPassword: next }, elsewhere())
  assert.equal(reset.status, 200, reset.text)
  assert.equal((await signIn(browser, next)).status, 200)
  assert.equal(await guess(next), 429)
})

test('an address without an account is slowed down in the same way', async () => {
  for (const email of [owner.email, `nobody-${serial}@example.org`]) {
    const statuses: number[] = []
    for (let n = 0; n <= FREE; n += 1) statuses.push(await guess(WRONG, email))
    await holdGuesses(service)
    const refused = await signIn(visitor(service), WRONG, email.toUpperCase())
    assert.deepEqual([...statuses, refused.status], [...Array(FREE + 1).fill(401), 429], email)
    assert.equal(refused.json.message, 'Too many wrong attempts. Try again in 60 minutes.')
    assert.ok(isAnHour(Number(refused.headers.get('retry-after'))))
  }
})

/** Guesses without a password that takes its time. @returns the seconds to wait, or what the guess can be said to be */
async function take(pace: Pace): Promise<number | Guess> {
  try {
    return await guessed(service.database, `test/${church.church.id}`, pace)
  } catch (error) {
    if (error instanceof ApiError) return Number(error.headers['Retry-After'])
    throw error
  }
}

const isJudged = async (pace: Pace): Promise<boolean> => typeof (await take(pace)) === 'function'

test('the wait doubles up to a quarter of an hour, and is forgotten after a day without a guess', async () => {
  // Begins with more than a second, so that the machine need not be quicker than it.
  const slow = { ...STRANGERS, first: 100 }
  for (let n = 0; n < FREE; n += 1) assert.ok(await isJudged(slow))
  for (const seconds of [100, 200, 400, 800, 900, 900]) {
    assert.ok(await isJudged(slow))
    const wait = Number(await take(slow))
    assert.ok(wait <= seconds && wait > seconds - 60, `${wait} of ${seconds}`)
    await letPass(service, seconds)
  }
  await letPass(service, 22 * 3_600)
  assert.ok(await isJudged(slow))
  assert.ok(!(await isJudged(slow)))
  await letPass(service, 25 * 3_600)
  for (let n = 0; n < FREE; n += 1) assert.ok(await isJudged(slow))
})

test('a right guess of a stranger takes one wrong guess back, and not those of others', async () => {
  for (let n = 0; n < FREE; n += 1) await take(STRANGERS)
  const right = await take(STRANGERS)
  assert.ok(typeof right === 'function')
  await right('right')
  assert.equal(typeof (await take(STRANGERS)), 'function')
  await holdGuesses(service)
  assert.ok(isAnHour(Number(await take(STRANGERS))))
})

test('a right guess where the owner is known empties the count', async () => {
  for (let n = 0; n < KNOWN.free; n += 1) await take(KNOWN)
  const right = await take(KNOWN)
  assert.ok(typeof right === 'function')
  await right('right')
  for (let n = 0; n < KNOWN.free + 1; n += 1) assert.equal(typeof (await take(KNOWN)), 'function')
})

test('what could not be judged counts for nothing', async () => {
  for (let n = 0; n < 3 * FREE; n += 1) {
    const taken = await take(STRANGERS)
    assert.ok(typeof taken === 'function')
    await taken('unjudged')
  }
})

test('a device is known for who has signed in there, and for nobody else; a changed password makes others unknown', async () => {
  const [home, thief] = [visitor(service), visitor(service)]
  await signIn(home)
  await signIn(thief)
  const stranger = await member(service, church, 'staff')
  const theirs = visitor(service)
  await signIn(theirs, PASSWORD, stranger.email)
  const next = 'some other words, also easy'
  const sent = { currentPassword: PASSWORD, newPassword: next }
  assert.equal((await home.ask('POST', '/auth/change-password', sent, elsewhere())).status, 200)
  for (let n = 0; n <= FREE; n += 1) await guess()
  await holdGuesses(service)
  const statuses = [
    (await signIn(theirs, next)).status,
    (await signIn(thief, next)).status,
    (await signIn(home, next)).status,
  ]
  assert.deepEqual(statuses, [429, 429, 200])
})

test('what is sent in another form or twice is no way around: a form, a cookie in quotes, a token in the address', async () => {
  const form = await fetch(`${service.url}/console/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email: owner.email, password: PASSWORD }),
  })
  assert.equal(form.status, 415)
  // Where the cookie reads as somebody else's to us than to the library, a guess would be counted for the wrong person.
  const victim = await enrolled()
  const [mine, theirs] = [await challengeOf(await enrolled()), await challengeOf(victim)]
  for (const cookie of [`sexton.two_factor="${theirs}"`, `sexton.two_factor=${mine}; sexton.two_factor=${theirs}`]) {
    const headers = { ...elsewhere(), cookie }
    const code = nextCodeOf(victim.uri)
    const answer = await visitor(service).ask('POST', '/auth/two-factor/verify-totp', { code }, headers)
    assert.equal(answer.status, 401, cookie)
  }
  const token = await resetToken(service, mail, owner.email, elsewhere())
  const newPassword = 'some other words, also easy'
  const inAddress = await visitor(service).ask(
    'POST',
    `/auth/reset-password?token=${token}`,
    { newPassword },
    elsewhere(),
  )
  assert.equal(inAddress.status, 400)
})

/** Somebody with an authenticator app. */
async function enrolled(): Promise<{ email: string; uri: string; codes: string[] }> {
  const { email, ask } = await member(service, church, 'staff')
  const { json } = await ask('POST', '/auth/two-factor/enable', { password: PASSWORD }, elsewhere())
  const { totpURI, backupCodes } = json as unknown as { totpURI: string; backupCodes: string[] }
  const verified = await ask('POST', '/auth/two-factor/verify-totp', { code: codeOf(totpURI) }, elsewhere())
  assert.equal(verified.status, 200, verified.text)
  return { email, uri: totpURI, codes: backupCodes }
}

/** The cookie that a second step is under way by. */
async function challengeOf({ email }: { email: string }): Promise<string> {
  const { headers } = await signIn(visitor(service), PASSWORD, email)
  const cookie = headers.getSetCookie().find(one => one.startsWith('sexton.two_factor='))
  return cookie?.split(';')[0]?.slice('sexton.two_factor='.length) ?? ''
}

test('codes are guessed as slowly, whichever kind and however often the password is given again; nobody is locked out', async () => {
  const { email, codes } = await enrolled()
  const home = visitor(service)
  await signIn(home, PASSWORD, email)
  await home.ask('POST', '/auth/two-factor/verify-backup-code', { code: codes[0] }, elsewhere())
  assert.equal(await isIn(home), true)
  const kinds = ['verify-totp', 'verify-backup-code']
  const statuses: number[] = []
  for (let n = 0; n <= FREE; n += 1) {
    const thief = visitor(n % 2 === 0 ? service : second)
    await signIn(thief, PASSWORD, email)
    const answer = await thief.ask('POST', `/auth/two-factor/${kinds[n % 2]}`, { code: '000000' }, elsewhere())
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses, Array(FREE + 1).fill(401))
  await holdGuesses(service)
  const thief = visitor(service)
  await signIn(thief, PASSWORD, email)
  for (const kind of kinds) {
    assert.equal((await thief.ask('POST', `/auth/two-factor/${kind}`, { code: codes[1] }, elsewhere())).status, 429)
  }
  await home.ask('POST', '/auth/sign-out', {})
  await signIn(home, PASSWORD, email)
  const mine = await home.ask('POST', '/auth/two-factor/verify-backup-code', { code: codes[1] }, elsewhere())
  assert.deepEqual([mine.status, await isIn(home)], [200, true])
})

test('the passwords that a session asks for are guessed as slowly, each session for itself', async () => {
  const paths = ['two-factor/enable', 'two-factor/generate-backup-codes', 'change-password']
  const body = { password: WRONG, currentPassword: WRONG, newPassword: 'some other words, also easy' }
  for (let n = 0; n < 11; n += 1) {
    const { status } = await owner.ask('POST', `/auth/${n % 2 === 0 ? paths[0] : paths[2]}`, body, elsewhere())
    assert.ok(status === 400, String(status))
  }
  await holdGuesses(service)
  for (const path of paths)
    assert.equal((await owner.ask('POST', `/auth/${path}`, body, elsewhere())).status, 429, path)
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD }, elsewhere())).status, 429)
  assert.equal(await guess(PASSWORD), 200)
})

test('tokens of links are guessed as slowly, from one address', async () => {
  const from = { 'x-forwarded-for': '2001:db8::1' }
  const reset = (headers = from) => {
    const sent = { token: 'x'.repeat(24), newPassword: 'some other words, also easy' }
    return visitor(service).ask('POST', '/auth/reset-password', sent, headers)
  }
  for (let n = 0; n < 11; n += 1) {
    // The library counts by address as well, and sooner.
    assert.ok([400, 429].includes((await reset({ 'x-forwarded-for': `2001:db8::${n}` })).status))
  }
  const count = await service.database.read.first<{ wrong: number }>(
    sql`select wrong from guesses order by forget_at desc limit 1`,
  )
  assert.ok(count !== undefined && count.wrong >= 1, JSON.stringify(count))
  assert.equal((await reset(elsewhere())).status, 400)
})

test('what was guessed is kept without names, and forgotten', async () => {
  await guess()
  const rows = await service.database.read.all<object>(sql`select * from guesses`)
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes('@'))
  const { forgetSignIns } = await import('../src/sign-in/forget.ts')
  await letPass(service, 25 * 3_600)
  await service.database.write(0, tx =>
    tx.run(sql`update known_devices set used_at = ${moved('used_at', '-401 days')}`),
  )
  await forgetSignIns(service.database)
  for (const table of [sql`select 1 from guesses`, sql`select 1 from known_devices`]) {
    assert.deepEqual(await service.database.read.all(table), [])
  }
})
