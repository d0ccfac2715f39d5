import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from '../src/db/sql.ts'
import { cli, ENTRY, type Ended } from './support/cli.ts'
import { member, visitor } from './support/console.ts'
import { type TestDatabase, testDatabase } from './support/database.ts'
import { SECRET_KEY } from './support/secret-key.ts'
import { send, startService, type TestService } from './support/service.ts'

let database: TestDatabase

before(async () => {
  database = await testDatabase()
})
after(() => database.drop())

const sexton = (...args: string[]): Promise<Ended> => cli(database.url, args)

const CHURCH = ['--country', 'ng', '--currency', 'ngn', '--timezone', 'Africa/Lagos']

test('a church is made with its head branch and a default fund, and everything of it by further commands', async () => {
  const church = await sexton('church', 'create', '--name', 'Grace', '--slug', 'grace', ...CHURCH, '--json')
  assert.equal(church.code, 0, church.stderr)
  const branch_id = church.json?.branch_id
  const fund_id = church.json?.fund_id
  assert.deepEqual(Object.keys(church.json ?? {}), ['ok', 'id', 'slug', 'branch_id', 'fund_id'])
  assert.ok(Number(branch_id) > 0 && Number(fund_id) > 0)

  const branch = await sexton(
    'branch',
    'create',
    '--church',
    'grace',
    '--name',
    'Ikeja',
    '--parent',
    String(branch_id),
    '--json',
  )
  assert.equal(branch.json?.parent_id, branch_id)
  const fund = await sexton('fund', 'create', '--church', 'grace', '--name', 'Missions', '--default', '--json')
  assert.equal(fund.json?.is_default, true)
  const rate = await sexton(
    'rate',
    'set',
    '--church',
    'grace',
    '--currency',
    'USD',
    '--rate',
    '1650.25',
    '--from',
    '2026-01-01',
    '--json',
  )
  assert.deepEqual(rate.json, { ok: true, currency: 'USD', rate: '1650.25', valid_from: '2026-01-01' })

  const limit = ['--branch', String(branch.json?.id)]
  const key = await sexton(
    'key',
    'create',
    '--church',
    'grace',
    '--name',
    'Site',
    '--scopes',
    'people:read',
    ...limit,
    '--json',
  )
  assert.deepEqual(Object.keys(key.json ?? {}).sort(), [
    'branch_id',
    'created_at',
    'id',
    'key',
    'name',
    'ok',
    'origins',
    'prefix',
    'scopes',
  ])
  assert.match(String(key.json?.key), /^sx_live_[A-Za-z0-9]{32}$/)
  assert.equal(key.json?.branch_id, branch.json?.id)
  const listed = await sexton('key', 'list', '--church', 'grace')
  assert.match(listed.stdout, new RegExp(String(key.json?.prefix)))
  assert.doesNotMatch(listed.stdout, new RegExp(String(key.json?.key)), 'shown once only')
  const forPages = (...origins: string[]) =>
    sexton('key', 'create', '--church', 'grace', '--name', 'Form', '--scopes', 'people:write', '--origins', ...origins)
  const page = await forPages('https://www.grace.example,http://localhost:5173')
  assert.match(page.stdout, /Pages of https:\/\/www\.grace\.example, http:\/\/localhost:5173 may use it/)
  assert.match((await sexton('key', 'list', '--church', 'grace')).stdout, /https:\/\/www\.grace\.example/)
  assert.match(
    (await forPages('https://www.grace.example/give')).stdout,
    /Pages of https:\/\/www\.grace\.example may use it/,
  )
  assert.match((await forPages('http://www.grace.example')).stderr, /Write just the start of the website's address/)
})

test('a failure is one JSON object that names every wrong field, and exit code 1', async () => {
  const wrong = ['--country', 'XX', '--currency', 'XXX', '--timezone', 'Mars/Base']
  const failed = await sexton('church', 'create', '--name', ' ', '--slug', 'A B', ...wrong, '--json')
  assert.equal(failed.code, 1)
  assert.equal(failed.json?.ok, false)
  assert.equal(failed.json?.error, 'validation_failed')
  assert.deepEqual(Object.keys(failed.json?.errors ?? {}).sort(), ['country', 'currency', 'name', 'slug', 'timezone'])
  const plain = await sexton('key', 'list', '--church', 'nowhere')
  assert.equal(plain.code, 1)
  assert.match(plain.stderr, /no church "nowhere"/)
  assert.equal(plain.stdout, '')
})

test('a command that is called wrongly says how it is meant, with exit code 2', async () => {
  const missing = await sexton('key', 'create', '--json')
  assert.equal(missing.code, 2)
  assert.equal(missing.json?.ok, false)
  assert.match(missing.stderr, /--church/)
  const mistyped = await sexton('chruch')
  assert.equal(mistyped.code, 2)
  assert.match(mistyped.stderr, /Did you mean church/)
})

test('funds and branches are changed, and a branch that holds nothing is removed', async () => {
  const place = { name: 'Hope', slug: 'hope', country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  const flags = Object.entries(place).flatMap(([name, value]) => [`--${name}`, value])
  assert.equal((await sexton('church', 'create', ...flags)).code, 0)
  const run = (words: string, ...rest: string[]) => sexton(...words.split(' '), '--church', 'hope', ...rest, '--json')
  const made = await Promise.all([run('fund create', '--name', 'Roof'), run('branch create', '--name', 'North')])
  const [fund = '', north = ''] = made.map(({ json }) => String(json?.id))
  const [renamed, changed] = await Promise.all([
    run('fund update', '--id', fund, '--name', 'New roof', '--default'),
    run('branch update', '--id', north, '--name', 'Far north', '--status', 'closed'),
  ])
  assert.deepEqual([renamed.json?.name, renamed.json?.is_default], ['New roof', true])
  assert.deepEqual([changed.json?.name, changed.json?.status], ['Far north', 'closed'])
  const [wrong, removed] = await Promise.all([
    run('fund update', '--id', fund, '--inactive'),
    run('branch remove', '--id', north),
  ])
  assert.match(JSON.stringify(wrong.json), /default fund/)
  assert.deepEqual([wrong.code, removed.code], [1, 0])
})

test('every command has help with an example or needs none', async () => {
  const help = await sexton('--help')
  assert.equal(help.code, 0)
  for (const name of [
    'serve',
    'migrate',
    'config',
    'church',
    'branch',
    'fund',
    'key',
    'rate',
    'person',
    'contribution',
    'gift',
    'payment',
    'prayer',
    'sermon',
    'import',
  ]) {
    assert.match(help.stdout, new RegExp(`^  ${name}\\b`, 'm'))
  }
  const commands = ['key create', 'import people', 'prayer answer', 'sermon create', 'sermon section set', 'gift list']
  for (const { stdout, code } of await Promise.all(commands.map(command => sexton(...command.split(' '), '--help')))) {
    assert.equal(code, 0)
    assert.match(stdout, /Example:/)
  }
})

/** Closes its end before the command begins to write: no test depends on which of the two is quicker. */
const READER =
  '{ until [ -e "$GONE" ]; do sleep 0.01; done; "$@"; echo "ended with $?" >&2; } | { exec <&-; : > "$GONE"; }'

/** Runs commands whose standard output is a real pipe that nobody reads. @returns what they say on standard error, and how they ended */
async function unread(...args: string[]): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-unread-'))
  const env = { ...process.env, ...SECRET_KEY, DATABASE_URL: database.url, GONE: path.join(folder, 'gone') }
  try {
    const { stderr } = await promisify(execFile)('sh', ['-c', READER, 'sh', process.execPath, ENTRY, ...args], { env })
    return stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a command whose reader has enough, such as head, ends as it would have and complains of nothing', async () => {
  await sexton('church', 'create', '--name', 'Unread', '--slug', 'unread', ...CHURCH)
  const of = ['--church', 'unread']
  const calls = [['--help'], ['person', 'list', '--help'], ['branch', 'list', ...of], ['export', 'branches', ...of]]
  for (const args of calls) assert.equal(await unread(...args), 'ended with 0\n', args.join(' '))
  // What went wrong is said all the same.
  assert.match(
    await unread('branch', 'list', '--church', 'nowhere'),
    /^There is no church "nowhere"\..*\nended with 1\n$/,
  )
  assert.equal(await unread('branch', 'list', '--church', 'nowhere', '--json'), 'ended with 1\n')
})

test('help says what a command does as its button does, where the name of the command says less', async () => {
  const [meeting, group] = await Promise.all([sexton('meeting', '--help'), sexton('group', '--help')])
  assert.match(meeting.stdout, / close .+ close a meeting$/m)
  assert.match(meeting.stdout, / done .+ done counting: a meeting$/m)
  assert.match(meeting.stdout, / reopen .+ open again: a meeting$/m)
  assert.match(group.stdout, / set-time .+ set the usual time: a group$/m)
  assert.match(group.stdout, / give-duty .+ give duty: a group$/m)
})

test('config lists every setting and hides what is secret', async () => {
  const { json, stdout } = await sexton('config', '--json')
  const settings = json?.settings as { name: string; value: string }[]
  assert.ok(settings.some(({ name }) => name === 'SEXTON_RATE_LIMIT_KEY'))
  assert.equal(settings.find(({ name }) => name === 'DATABASE_URL')?.value, '(set)')
  assert.doesNotMatch(stdout, /postgres:\/\//)
  const refused = await cli(database.url, ['config'], { PORT: 'abc' })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /PORT must be a whole number/)
})

test('migrate says that nothing is missing', async () => {
  assert.deepEqual((await sexton('migrate', '--json')).json, { ok: true, applied: [] })
})

test('the operator hands over a link to a new password, which may drop the second factor', async t => {
  const service: TestService = await startService({ SEXTON_TRUSTED_PROXIES: '127.0.0.1' })
  t.after(() => service.close())
  const church = await service.church()
  const { email } = await member(service, church, 'owner')
  await service.database.write(0, tx =>
    tx.run(sql`update users set email_verified = true, two_factor_enabled = true where email = ${email}`),
  )
  const next = 'some other words, also easy'
  const use = async (...options: string[]) => {
    const made = await cli(service.databaseUrl, ['user', 'password-link', email, ...options, '--json'])
    assert.equal(made.code, 0, made.stderr)
    const token = new URL(String(made.json?.link)).searchParams.get('token')
    const used = await visitor(service).ask('POST', '/auth/reset-password', { token, newPassword: next })
    assert.equal(used.status, 200, used.text)
    const again = await visitor(service).ask('POST', '/auth/reset-password', { token, newPassword: next })
    assert.equal(again.status, 400)
    return await service.database.read.first(sql`select two_factor_enabled from users where email = ${email}`)
  }
  assert.deepEqual(await use(), { two_factor_enabled: true })
  assert.deepEqual(await use('--drop-second-factor'), { two_factor_enabled: false })
  // How often one may try is counted by address, for every file of this process together.
  const from = { 'x-forwarded-for': '198.18.2.1' }
  const signedIn = await visitor(service).ask('POST', '/auth/sign-in/email', { email, password: next }, from)
  assert.equal(signedIn.status, 200)
  const unknown = await cli(service.databaseUrl, ['user', 'password-link', 'nobody@example.org'])
  assert.match(unknown.stderr, /nobody@example.org has no account/)
})

test('what a command does holds for a running server from the moment it returns', async () => {
  const service: TestService = await startService()
  const { church, key, send: call, keyFor } = await service.church()
  const run = (...args: string[]): Promise<Ended> => cli(service.databaseUrl, args)
  const ada = (await call('POST', '/people', { first_name: 'Ada', email: 'ada@example.org' })).json.data.id
  const twin = (await call('POST', '/people', { first_name: 'Ada', last_name: 'Obi' })).json.data.id
  const gift = (await call('POST', '/contributions', { amount: 500, person_id: twin })).json.data.id

  const merged = await run(
    'person',
    'merge',
    '--keep',
    String(ada),
    '--remove',
    String(twin),
    '--church',
    church.slug,
    '--json',
  )
  assert.equal(merged.json?.last_name, 'Obi', merged.stderr)
  assert.equal((await call('GET', `/contributions/${gift}`)).json.data.person_id, ada)
  assert.equal((await run('contribution', 'void', String(gift), '--church', church.slug, '--reason', 'twice')).code, 0)
  assert.equal((await call('GET', '/contributions')).json.meta.total, 0)
  assert.equal((await run('person', 'remove', String(ada), '--church', church.slug)).code, 0)
  assert.equal((await call('GET', `/people/${ada}`)).status, 404)

  assert.equal((await run('church', 'set', church.slug, '--api', 'off')).code, 0)
  assert.equal((await send(service.url, 'GET', '/api/v1', { key })).json.error, 'api_disabled')
  assert.equal((await run('church', 'set', church.slug, '--api', 'on', '--people-limit', '2')).code, 0)
  assert.equal((await call('POST', '/people', { first_name: 'Ben' })).status, 201)
  assert.equal((await call('POST', '/people', { first_name: 'Cee' })).status, 201)
  assert.equal((await call('POST', '/people', { first_name: 'Dee' })).json.error, 'plan_limit_reached')
  const lifted = await run('church', 'set', church.slug, '--people-limit', 'none', '--key-limit', 'none')
  assert.equal(lifted.code, 0, lifted.stderr)
  const limits = sql`select people_limit, key_limit from churches where id = ${church.id}`
  assert.deepEqual(await service.database.read.first(limits), { people_limit: null, key_limit: null })
  assert.match((await run('church', 'set', church.slug, '--modules', 'nope')).stderr, /modules: nope/)
  assert.match((await run('church', 'set', church.slug, '--name', 'Two\nlines')).stderr, /name.*must be one line/)
  const spoken = await run('church', 'set', church.slug, '--language', 'sw', '--languages', 'fr, en', '--json')
  assert.deepEqual([spoken.json?.language, spoken.json?.languages], ['sw', ['fr', 'en']])
  assert.match(
    (await run('church', 'set', church.slug, '--language', 'tlh')).stderr,
    /language: tlh: not known; there are en/,
  )
  const unset = await run('church', 'set', church.slug, '--language', 'none', '--languages', '', '--json')
  assert.deepEqual([unset.json?.language, unset.json?.languages], [null, []])
  const demand = (roles: string) => run('church', 'set', church.slug, '--second-factor', roles, '--json')
  assert.deepEqual((await demand('owner, finance')).json?.second_factor_roles, ['owner', 'finance'])
  assert.deepEqual((await demand('')).json?.second_factor_roles, [])
  assert.match((await demand('king')).stderr, /king: not known; there are owner, administrator, finance, staff, viewer/)

  const other = await keyFor(['people:read'])
  const { keys } = (await run('key', 'list', '--church', church.slug, '--json')).json as unknown as {
    keys: { id: number }[]
  }
  assert.equal((await run('key', 'revoke', String(keys.at(-1)?.id), '--church', church.slug)).code, 0)
  assert.equal((await send(service.url, 'GET', '/api/v1', { key: other })).json.error, 'invalid_api_key')
  await service.close()
})
