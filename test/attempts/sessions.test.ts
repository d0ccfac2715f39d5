/** A session is for who began it: cookies that were put there, copied, made up, or kept after its end open nothing. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { member, PASSWORD, type TestMember } from '../support/console.ts'
import { startService, type TestChurch, type TestService } from '../support/service.ts'
import { codeOf } from '../support/totp.ts'
import { BELIEVING, type Browser, browser, isIn, signedIn } from './browsers.ts'
import { Tally } from './tally.ts'

const NAME = 'sexton.session_token'
const NEXT = 'some other words, also easy'

let service: TestService
let church: TestChurch

before(async () => {
  service = await startService(BELIEVING)
  church = await service.church()
})
after(() => service.close())

const owner = (): Promise<TestMember> => member(service, church, 'owner')
/** A browser with one cookie, or several. */
const having = (...cookies: [string, string][]): Browser => browser(service, new Map(cookies))
const tokenOf = (one: Browser): string => one.cookies.get(NAME) ?? assert.fail('no session')
const whose = async (one: Browser): Promise<string | undefined> =>
  (await one.ask('GET', '/api/session')).json.data?.user.email

test('a session that was put into a browser does not become that of who signs in there', async t => {
  const tally = new Tally('session fixation', 4)
  const [attacker, victim] = [await owner(), await owner()]
  const own = await signedIn(service, attacker.email)
  const invented = `${'a'.repeat(32)}.${randomBytes(32).toString('base64')}`
  for (const planted of [tokenOf(own), encodeURIComponent(invented), 'x', 'a.b']) {
    const into = having([NAME, planted])
    await signedIn(service, victim.email, into)
    tally.note(tokenOf(into) !== planted && (await whose(into)) === victim.email, `kept ${planted}`)
    const seen = await whose(having([NAME, planted]))
    tally.note(seen !== victim.email, `${planted} is ${seen}`)
  }
  tally.end(t)
})

test('a copied cookie is of no use after the session has ended, whoever ended it', async t => {
  const tally = new Tally('copied cookies of ended sessions', 6)
  const ends: Record<string, (mine: Browser, copy: Browser, email: string) => Promise<unknown>> = {
    'signing out': mine => mine.ask('POST', '/auth/sign-out', {}),
    'another password': async (_, copy, email) => {
      const elsewhere = await signedIn(service, email)
      assert.ok(await isIn(copy))
      return await elsewhere.ask('POST', '/auth/change-password', { currentPassword: PASSWORD, newPassword: NEXT })
    },
    'ending the others': async (_, __, email) => {
      const elsewhere = await signedIn(service, email)
      return await elsewhere.ask('POST', `/api/${church.church.slug}/actions/sessions.end_others`, {})
    },
    'ending it by its id': async (mine, _, email) => {
      const elsewhere = await signedIn(service, email)
      const { data } = (await mine.ask('GET', `/api/${church.church.slug}/views/sessions`)).json
      const { id } = data.find(({ current }: { current: boolean }) => current)
      return await elsewhere.ask('POST', `/api/${church.church.slug}/actions/sessions.end`, { id })
    },
    'half an hour without use': () => end(sql`updated_at = now() - interval '31 minutes'`),
    'twelve hours': () => end(sql`created_at = now() - interval '12 hours 1 second'`),
    'the time it was to end': () => end(sql`expires_at = now() - interval '1 second'`),
  }
  const end = (change: ReturnType<typeof sql>) =>
    service.database.write(0, tx => tx.run(sql`update sessions set ${change}`))
  for (const [name, act] of Object.entries(ends)) {
    const { email } = await owner()
    const mine = await signedIn(service, email)
    const copy = having(...mine.cookies)
    assert.ok(await isIn(copy), name)
    await act(mine, copy, email)
    tally.note(!(await isIn(copy)), name)
  }
  tally.end(t)
})

test('a cookie that is made up of what can be known opens nothing', async t => {
  const tally = new Tally('cookies made up', 15)
  const { email } = await owner()
  const mine = await signedIn(service, email)
  const [token = '', signature = ''] = decodeURIComponent(tokenOf(mine)).split('.')
  const other = decodeURIComponent(tokenOf(await signedIn(service, (await owner()).email))).split('.')
  const signed = (value: string, secret: string): string =>
    `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`
  const row = await service.database.read.first<{ id: string; user_id: string }>(
    sql`select id, user_id from sessions where token = ${token}`,
  )
  const values = [
    ...[token, `${token}.`, `.${signature}`, `${token}.${signature.slice(0, -2)}`, `${token}.${other[1]}`],
    ...[
      `${other[0]}.${signature}`,
      `${token.toLowerCase()}.${signature}`,
      `${token} .${signature}`,
      `${token}.${'='.repeat(44)}`,
    ],
    ...['', 'better-auth-secret-12345678901234567890', 'secret', 'sexton', service.url].map(secret =>
      signed(token, secret),
    ),
    ...[
      `${row?.id}.${signature}`,
      `${row?.user_id}.${signature}`,
      signed(row?.id ?? '', ''),
      'null',
      'undefined.undefined',
    ],
    ...['%', '%00', `${token}\u0000.${signature}`.replace('\u0000', '%00'), `${token}.${signature}.${signature}`],
  ]
  for (const value of values) tally.note(!(await isIn(having([NAME, encodeURIComponent(value)]))), value)
  // The library can keep a session in a cookie; ours does not, so that an end is an end.
  const session = {
    session: { session: { token, userId: row?.user_id }, user: { id: row?.user_id, email } },
    expiresAt: 9e15,
  }
  const data = Buffer.from(JSON.stringify({ ...session, signature })).toString('base64')
  for (const name of [
    'sexton.session_data',
    'session_token',
    'better-auth.session_token',
    '__Secure-sexton.session_token',
  ]) {
    const value = name.endsWith('data') ? data : tokenOf(mine)
    tally.note(!(await isIn(having([name, value]))), `the cookie ${name}`)
  }
  assert.ok(await isIn(having([NAME, tokenOf(mine)])))
  tally.end(t)
})

/** @returns the address of the QR code, and the recovery codes */
async function enrol(one: Browser): Promise<{ uri: string; codes: string[] }> {
  const { json, text } = await one.ask('POST', '/auth/two-factor/enable', { password: PASSWORD })
  const { totpURI: uri, backupCodes: codes } = json as unknown as { totpURI: string; backupCodes: string[] }
  assert.ok(uri, text)
  assert.equal((await one.ask('POST', '/auth/two-factor/verify-totp', { code: codeOf(uri) })).status, 200)
  return { uri, codes }
}

/** A browser in which the password was right, and the second step is still to come. */
async function halfIn(email: string): Promise<Browser> {
  const one = browser(service)
  const { json } = await one.ask('POST', '/auth/sign-in/email', { email, password: PASSWORD })
  assert.equal((json as { twoFactorRedirect?: boolean }).twoFactorRedirect, true)
  return one
}

const SEXTON_PATHS = (slug: string): [string, string][] => [
  ...['session', `${slug}/people`, `${slug}/views/home.people`, `${slug}/views/audit`, `${slug}/views/sessions`].map(
    (path): [string, string] => ['GET', `/api/${path}`],
  ),
  ...['step-up', `${slug}/people`, `${slug}/actions/account.rename`].map((path): [string, string] => [
    'POST',
    `/api/${path}`,
  ]),
  ...[
    'change-password',
    'two-factor/disable',
    'two-factor/enable',
    'two-factor/generate-backup-codes',
    'two-factor/get-totp-uri',
  ].map((path): [string, string] => ['POST', `/auth/${path}`]),
]

test('between password and second step nothing is open, and no code but the right one leads on', async t => {
  const tally = new Tally('around the second step', 40)
  const [mine, theirs] = [await owner(), await owner()]
  const { uri } = await enrol(await signedIn(service, mine.email))
  const { uri: otherUri, codes: otherCodes } = await enrol(await signedIn(service, theirs.email))
  const half = await halfIn(mine.email)
  for (const [method, path] of SEXTON_PATHS(church.church.slug)) {
    const body =
      method === 'POST' ? { password: PASSWORD, currentPassword: PASSWORD, newPassword: NEXT, name: 'Eve' } : undefined
    const { status, text } = await half.ask(method, path, body)
    tally.note(status === 401 || status === 404, `${method} ${path}: ${status} ${text}`)
  }
  const step = async (one: Browser, path: string, code: unknown, what: string): Promise<void> => {
    const { status, text } = await one.ask('POST', `/auth/two-factor/verify-${path}`, { code, trustDevice: true })
    const held = status >= 400 && status < 500 && !(await isIn(one))
    tally.note(held, `${what}: ${path} ${JSON.stringify(code)}: ${status} ${text}`)
  }
  const minutes = (count: number): number => Date.now() + count * 60_000
  const right = [-1, 0, 1].map(count => codeOf(uri, minutes(count / 2)))
  const wrong = ['000000', '123456', '999999', codeOf(uri, minutes(-5)), codeOf(uri, minutes(5))].filter(
    code => !right.includes(code),
  )
  await step(browser(service), 'totp', codeOf(uri), 'without a password')
  await step(
    having(...[...half.cookies].map(([name, value]): [string, string] => [name, value.slice(0, -4)])),
    'totp',
    codeOf(uri),
    'a challenge cut off',
  )
  for (const code of [codeOf(otherUri), otherCodes[0]])
    await step(await halfIn(mine.email), 'totp', code, "another's code")
  await step(await halfIn(mine.email), 'backup-code', otherCodes[0], "another's recovery code")
  for (const code of [
    ...wrong,
    '',
    ' ',
    null,
    0,
    true,
    [],
    {},
    [codeOf(otherUri)],
    '１２３４５６',
    '0'.repeat(5_000),
  ]) {
    await step(await halfIn(mine.email), 'totp', code, 'a wrong code')
  }
  for (const code of ['', 'aaaaa-bbbbb', '%', '[]', null, [], {}, '*****-*****']) {
    await step(await halfIn(mine.email), 'backup-code', code, 'a wrong recovery code')
  }
  tally.end(t)
})
