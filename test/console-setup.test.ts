/** The first steps of a church: what shows that they are done, and that each is told of once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { STEPS } from '../src/console/setup/steps.ts'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import { removePerson } from '../src/modules/people/remove.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import { member, type TestMember } from './support/console.ts'
import { runAs } from './support/database.ts'
import { useOutbox } from './support/messaging.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  service = await startService()
})
after(() => service.close())
beforeEach(async () => {
  church = await service.church()
  // The key that tests use is a connection; a new church has none.
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update api_keys set revoked_at = now() where church_id = ${church.church.id}`),
  )
  owner = await member(service, church, 'owner')
})

interface StepState {
  step: string
  fulfilled: boolean
  skipped: boolean
  done_at: string | null
}
const setup = async () => (await owner.inChurch('GET', '/views/setup')).json.data
const act = (name: string, body: object = {}) => owner.inChurch('POST', `/actions/setup.${name}`, body)
const told = async () => (await church.events()).filter(({ name }) => name.startsWith('dashboard.'))
const fulfilled = async (): Promise<string[]> =>
  (await setup()).steps.filter((one: StepState) => one.fulfilled).map(({ step }: StepState) => step)

test('a new church has nothing behind it, and looking changes nothing', async () => {
  const { steps, ...rest } = await setup()
  assert.deepEqual(rest, { done: 0, total: 8, unstored: false, completed: false, demo: false })
  assert.deepEqual(
    steps.map(({ step }: StepState) => step),
    STEPS.map(({ step }) => step),
  )
  await owner.inChurch('POST', '/people', { first_name: 'Ada' })
  for (let n = 0; n < 2; n += 1) assert.deepEqual([(await setup()).unstored, (await setup()).done], [true, 0])
  assert.deepEqual(await told(), [])
})

test('each step is seen to be done by the records, and by nothing else', async () => {
  const { database } = service
  const { id } = church.church
  const seen: string[] = []
  const now = async (step: string, way: () => Promise<unknown>): Promise<void> => {
    await way()
    seen.push(step)
    assert.deepEqual([...(await fulfilled())].sort(), [...seen].sort(), step)
  }
  await now('people', () => owner.inChurch('POST', '/people', { first_name: 'Ada' }))
  await now('gift', () => owner.inChurch('POST', '/contributions', { amount: 100 }))
  await now('funds', () => church.act(createFund, { name: 'Missions', is_default: false }))
  await now('branches', () => church.branch('North'))
  await now('messages', () => useOutbox(service, church))
  await now('team', () => member(service, church, 'staff'))
  const hook = { url: 'https://hooks.example.org/in', events: ['*'] }
  await now('connection', () => church.act(createEndpoint, hook))
  await now('church', () => church.set({ api_enabled: true }))
  await church.act(removePerson, { id: (await peopleIds())[0] ?? 0 })
  await church.act(voidContribution, { id: (await giftIds())[0] ?? 0, reason: 'Test' })
  await database.write(id, tx => tx.run(sql`update message_providers set active = false where church_id = ${id}`))
  const left = await fulfilled()
  for (const step of ['people', 'gift', 'messages']) assert.ok(!left.includes(step), step)
})

const ids = async (name: string): Promise<number[]> =>
  (await owner.inChurch('GET', `/${name}`)).json.data.map(({ id }: { id: number }) => id)
const peopleIds = () => ids('people')
const giftIds = () => ids('contributions')

test('ten members at once store a step once, and each event is recorded once', async () => {
  await owner.inChurch('POST', '/people', { first_name: 'Ada' })
  await owner.inChurch('POST', '/contributions', { amount: 100 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => act('finish')))
  for (const { status, json } of answers) assert.deepEqual([status, json.data.done], [200, 2])
  const events = await told()
  assert.deepEqual(
    events.map(({ name, body }) => [name, (body.data as StepState).step]),
    [
      ['dashboard.setup_step_done', 'people'],
      ['dashboard.setup_step_done', 'gift'],
    ],
  )
  assert.deepEqual(
    events.map(({ body }) => body.data),
    [
      { step: 'people', title: 'Add your people', skipped: false, done: 1, total: 8 },
      { step: 'gift', title: 'Record your first gift', skipped: false, done: 2, total: 8 },
    ],
  )
  assert.equal((await setup()).unstored, false)
})

test('the last step completes the setup, once, also when the last two are done at the same time', async () => {
  assert.equal(
    (await act('skip', { steps: ['people', 'funds', 'messages', 'gift', 'team', 'connection'] })).status,
    200,
  )
  const racing = Array.from({ length: 10 }, (_, n) =>
    n % 2 === 0 ? act('confirm', { steps: ['church'] }) : act('confirm', { steps: ['branches'] }),
  )
  for (const { status } of await Promise.all(racing)) assert.equal(status, 200)
  const events = await told()
  assert.equal(events.filter(({ name }) => name === 'dashboard.setup_step_done').length, 8)
  const completed = events.filter(({ name }) => name === 'dashboard.setup_completed')
  assert.equal(completed.length, 1)
  const { completed_at, ...data } = (completed[0]?.body.data ?? {}) as Record<string, unknown>
  assert.deepEqual(data, { total: 8, skipped: 6 })
  assert.match(String(completed_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.deepEqual([(await setup()).completed, (await setup()).done], [true, 8])
  await act('skip', { steps: ['people'] })
  await act('finish')
  assert.equal((await told()).length, 9)
})

test('what was skipped stays skipped; what the records show to be done is done, whatever one says', async () => {
  await owner.inChurch('POST', '/people', { first_name: 'Ada' })
  await act('skip', { steps: ['people', 'team'] })
  await member(service, church, 'staff')
  await act('finish')
  const { steps } = await setup()
  const of = (name: string): StepState => steps.find(({ step }: StepState) => step === name)
  assert.deepEqual([of('people').skipped, of('team').skipped, of('gift').done_at], [false, true, null])
})

test('every wrong value is refused, and only what people can tell is confirmed', async () => {
  for (const [name, body, fields] of [
    ['skip', {}, ['steps']],
    ['skip', { steps: ['nonsense'], other: 1 }, ['other', 'steps']],
    ['skip', { steps: [] }, ['steps']],
    ['confirm', { steps: ['gift'] }, ['steps']],
    ['finish', { steps: ['gift'] }, ['steps']],
  ] as const) {
    const { status, json } = await act(name, body)
    assert.deepEqual(
      [status, Object.keys(json.errors ?? {}).sort()],
      [422, [...fields]],
      `${name} ${JSON.stringify(body)}`,
    )
  }
  assert.deepEqual(await told(), [])
})

test('steps are stored with their events, or not at all; who skipped is in the audit log', async () => {
  const { id } = church.church
  await runAs(service.owner, `alter table setup_steps add constraint broken check (step <> 'team') not valid`)
  const broken = await act('skip', { steps: ['gift', 'team'] })
  await runAs(service.owner, 'alter table setup_steps drop constraint broken')
  assert.equal(broken.status, 500)
  assert.deepEqual([(await setup()).done, await told()], [0, []])
  await act('skip', { steps: ['gift', 'team'] })
  const { data } = (await owner.inChurch('GET', '/views/audit?operation=setup.skip')).json
  assert.deepEqual([data[0].target, data.length], ['gift, team', 1])
  const rows = await service.database.read.all(sql`select step from setup_steps where church_id = ${id}`)
  assert.equal(rows.length, 2)
})

test('another church is not touched', async () => {
  const other = await service.church()
  const stranger = await member(service, other, 'owner')
  await stranger.inChurch('POST', '/actions/setup.skip', { steps: STEPS.map(({ step }) => step) })
  assert.equal((await setup()).done, 0)
  const answer = await stranger.ask('POST', `/api/${church.church.slug}/actions/setup.finish`, {})
  assert.equal(answer.status, 404)
})

test('what the catalogue says of the events is what they carry', async () => {
  await act('skip', { steps: STEPS.map(({ step }) => step) })
  const events = await told()
  assert.equal(events.length, 9)
  for (const { name, body } of events) {
    const shape = HOUSE.catalogue.events[name]?.data as { properties: object }
    assert.deepEqual(Object.keys(body.data as object), Object.keys(shape.properties), name)
  }
})
