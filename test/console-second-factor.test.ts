/** A church that lets roles work only with a second factor; and that the log of the service names who was refused. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { build } from '../src/app.ts'
import { sql } from '../src/db/sql.ts'
import { member, PASSWORD, type TestMember, visitor } from './support/console.ts'
import { startWholeHouse } from './support/house.ts'
import { ACTIONS, VIEWS } from './support/rights.ts'
import type { Answered, TestChurch, TestService } from './support/service.ts'
import { codeOf } from './support/totp.ts'

let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  service = await startWholeHouse({ SEXTON_TRUSTED_PROXIES: '127.0.0.1' })
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  owner = await member(service, church, 'owner')
})

const outcome = ({ status, json }: Answered) => [status, json.error]
const stepUp = (one: TestMember) => one.ask('POST', '/api/step-up', { password: PASSWORD })
const demand = (one: TestMember, roles: string[]) =>
  one.inChurch('POST', '/actions/church.set_second_factor', { roles })
const wanted = async (one: TestMember): Promise<boolean[]> =>
  (await one.ask('GET', '/api/session')).json.data.memberships.map(
    ({ wants_factor }: { wants_factor: boolean }) => wants_factor,
  )

let serial = 0
/** From an address of its own: how often one may try is counted by address, for every file of this process together. */
const elsewhere = () => {
  serial += 1
  return { 'x-forwarded-for': `198.18.1.${serial}` }
}

/** Sets up an app for somebody. */
async function enrol(one: TestMember): Promise<void> {
  const { json } = await one.ask('POST', '/auth/two-factor/enable', { password: PASSWORD }, elsewhere())
  const { totpURI } = json as unknown as { totpURI: string }
  const { status } = await one.ask('POST', '/auth/two-factor/verify-totp', { code: codeOf(totpURI) }, elsewhere())
  assert.equal(status, 200)
}

test('who has a role that needs a second factor sets one up, and does nothing else in the church until then', async () => {
  const finance = await member(service, church, 'finance')
  const viewer = await member(service, church, 'viewer')
  assert.deepEqual(outcome(await demand(owner, ['finance'])), [403, 'step_up_required'])
  await stepUp(owner)
  assert.equal((await demand(owner, ['finance'])).status, 200)
  assert.deepEqual((await owner.inChurch('GET', '/views/church')).json.data.second_factor_roles, ['finance'])
  assert.deepEqual(await wanted(finance), [true])
  for (const [method, path] of [
    ['GET', '/people'],
    ['POST', '/contributions'],
    ['GET', '/nothing-of-the-kind'],
    ...ACTIONS.filter(({ ofAccount }) => !ofAccount).map(({ name }) => ['POST', `/actions/${name}`] as const),
    ...VIEWS.filter(({ ofAccount }) => !ofAccount).map(({ name }) => ['GET', `/views/${name}`] as const),
  ] as const) {
    const body = method === 'POST' ? {} : undefined
    const answer = await finance.inChurch(method, path, body)
    const known = answer.json.error !== 'unknown_resource'
    if (known) assert.deepEqual(outcome(answer), [403, 'second_factor_required'], path)
  }
  for (const view of ['sessions', 'passkeys']) {
    assert.equal((await finance.inChurch('GET', `/views/${view}`)).status, 200, view)
  }
  assert.deepEqual([await wanted(viewer), await wanted(owner)], [[false], [false]])
  assert.equal((await viewer.inChurch('GET', '/people')).status, 200)
  assert.equal((await church.send('GET', '/people')).status, 200)
  await enrol(finance)
  assert.deepEqual(await wanted(finance), [false])
  assert.equal((await finance.inChurch('GET', '/people')).status, 200)
})

test('who asks for it is asked for it, too; another church does not ask; without the factor it is asked for anew', async () => {
  const other = await service.church()
  await service.database.write(0, tx =>
    tx.run(sql`insert into memberships (church_id, user_id, role, created_at)
      select ${other.church.id}, id, 'owner', now() from users where email = ${owner.email}`),
  )
  await stepUp(owner)
  await demand(owner, ['owner', 'administrator'])
  assert.deepEqual(outcome(await demand(owner, [])), [403, 'second_factor_required'])
  assert.equal((await owner.ask('GET', `/api/${other.church.slug}/people`)).status, 200)
  await enrol(owner)
  await stepUp(owner)
  assert.equal((await owner.inChurch('POST', '/actions/second_factor.off', {})).status, 200)
  assert.deepEqual(outcome(await owner.inChurch('GET', '/people')), [403, 'second_factor_required'])
})

test('roles that there are not are refused, and the change is in the log', async () => {
  await stepUp(owner)
  assert.deepEqual((await demand(owner, ['king'])).json.errors, {
    roles: 'must be of owner, administrator, finance, staff, viewer, helper',
  })
  await demand(owner, ['staff', 'finance'])
  const [line] = (await owner.inChurch('GET', '/views/audit?operation=church.set_second_factor')).json.data
  assert.deepEqual(line.detail, { roles: ['staff', 'finance'] })
  const limited = await member(service, church, 'administrator', await church.branch('North'))
  await stepUp(limited)
  assert.deepEqual(outcome(await demand(limited, [])), [403, 'not_permitted'])
})

test('the log of the service says of whom a request of the console was, also of a refused one, by id alone', async t => {
  const lines: { path: string; status: number; user?: string }[] = []
  const log = pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line)) })
  const app = build({ ...service.config, port: 0 }, service.database, log)
  const url = `http://127.0.0.1:${await app.start()}`
  t.after(() => app.close())
  const row = await service.database.read.first<{ id: string }>(sql`select id from users where email = ${owner.email}`)
  const viewer = await member({ ...service, url }, church, 'viewer')
  const browser = visitor({ url })
  const signIn = (email: string, password: string) =>
    browser.ask('POST', '/auth/sign-in/email', { email, password }, elsewhere())
  await signIn(owner.email, 'not this password at all')
  await signIn('nobody@example.org', 'not this password at all')
  await signIn(owner.email, PASSWORD)
  await browser.ask('POST', '/api/step-up', { password: 'not this password at all' })
  await browser.ask('GET', '/api/nowhere/people')
  await viewer.inChurch('POST', '/actions/keys.create', {})
  const said = lines
    .filter(({ path }) => path?.startsWith('/console'))
    .map(({ path, status, user }) => [path.split('/').at(-1), status, user === row?.id ? 'owner' : typeof user])
  assert.deepEqual(said, [
    ['email', 401, 'owner'],
    ['email', 401, 'undefined'],
    ['email', 200, 'owner'],
    ['step-up', 422, 'owner'],
    ['people', 404, 'owner'],
    ['keys.create', 403, 'string'],
  ])
  assert.ok(!JSON.stringify(lines).includes('@'))
})
