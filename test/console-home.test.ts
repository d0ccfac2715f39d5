/** The home page's figures are those of the records, counted here by other means, and nobody sees more than they may. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { addDays, today } from '../src/lib/calendar.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import type { HomeGiving } from '../src/modules/contributions/home.ts'
import { voidContribution } from '../src/modules/contributions/void-gift.ts'
import type { HomeMessages } from '../src/modules/messaging/home.ts'
import type { HomePeople } from '../src/modules/people/home.ts'
import type { EndpointEntry, EndpointHealth } from '../src/webhooks/console-views.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import type { HomeWebhook } from '../src/webhooks/home.ts'
import { member, type TestMember } from './support/console.ts'
import { useOutbox } from './support/messaging.ts'
import { mayDo, ROLES, scopesOf } from './support/rights.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

/** The clock of the service, for the days that charts end with. */
let now = new Date()
let service: TestService
let church: TestChurch
let owner: TestMember

before(async () => {
  service = await startService({}, { clock: { now: () => now } })
})
after(() => service.close())
beforeEach(async () => {
  now = new Date()
  church = await service.church()
  owner = await member(service, church, 'owner')
})

const look = async <Data>(one: TestMember, view: string): Promise<Data> => {
  const { status, json, text } = await one.inChurch('GET', `/views/${view}`)
  assert.equal(status, 200, text)
  return json.data
}
const giving = (one = owner) => look<HomeGiving>(one, 'home.giving')
const people = (one = owner) => look<HomePeople>(one, 'home.people')
const messages = (one = owner) => look<HomeMessages>(one, 'home.messages')

const give = async (body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', '/contributions', body)
  assert.equal(status, 201, text)
  return json.data.id
}
const add = async (body: object): Promise<number> =>
  (await church.send('POST', '/people', { first_name: 'Ada', ...body })).json.data.id

/** What the API's own list says of a month: its sum is made in another way. */
const listed = async (from: string, to: string, rest = ''): Promise<number> =>
  (await church.send('GET', `/contributions?from=${from}&to=${to}${rest}&per_page=1`)).json.meta.sum_amount_base

const day = (back = 0): string => addDays(today(now, church.church.timezone), -back)

test('giving is summed by month and fund, in the currency of the church, without void gifts', async () => {
  await church.act(setRate, { currency: 'USD', rate: '1500', valid_from: '2020-01-01' })
  const missions = (await church.act(createFund, { name: 'Missions', is_default: false })).id
  const empty = (await church.act(createFund, { name: 'Never given to', is_default: false })).id
  for (const back of [0, 0, 1, 20, 33, 61, 150, 300, 340, 800]) {
    await give({ amount: 1000 + back, given_on: day(back) })
    await give({ amount: 7 + back, given_on: day(back), fund_id: missions, currency: 'USD' })
  }
  const gone = await give({ amount: 99_999, given_on: day(20) })
  await church.act(voidContribution, { id: gone, reason: 'Counted twice' })
  const { currency, funds, months, this_month, last_month } = await giving()
  assert.equal(currency, 'NGN')
  assert.deepEqual([...funds].map(({ name }) => name).sort(), ['General', 'Missions'])
  assert.ok(!funds.some(({ id }) => id === empty))
  assert.equal(months.length, 12)
  assert.equal(months.at(-1)?.month, day().slice(0, 7))
  for (const { month, amounts } of months) {
    const end = addDays(`${month}-28`, 4).slice(0, 7)
    for (const [index, fund] of funds.entries()) {
      const expected = await listed(`${month}-01`, addDays(`${end}-01`, -1), `&fund_id=${fund.id}`)
      assert.equal(amounts[index], expected, `${month} ${fund.name}`)
    }
  }
  const sum = (amounts: readonly number[] = []): number => amounts.reduce((a, b) => a + b, 0)
  assert.deepEqual([this_month, last_month], [sum(months.at(-1)?.amounts), sum(months.at(-2)?.amounts)])
  assert.ok(this_month > 0)
})

test('sums that are remembered are never older than the records', async () => {
  const gift = await give({ amount: 100, given_on: day() })
  for (let n = 0; n < 2; n += 1) assert.equal((await giving()).this_month, 100)
  await give({ amount: 20, given_on: day() })
  assert.equal((await giving()).this_month, 120)
  await church.act(voidContribution, { id: gift, reason: 'Test' })
  assert.equal((await giving()).this_month, 20)
  await useOutbox(service, church)
  assert.equal((await messages()).sent_30_days, 0)
  const person_id = await add({ email: 'ada@example.org' })
  await church.send('POST', '/messages', { channel: 'email', person_id, subject: 'Hello', body: 'Hello' })
  assert.equal((await messages()).sent_30_days, 1)
})

test('the current month is that of the church, on both sides of its midnight', async () => {
  const kiribati = await service.church({ timezone: 'Pacific/Kiritimati' })
  const samoa = await service.church({ timezone: 'Pacific/Pago_Pago' })
  // In Kiritimati (UTC+14) it is the first of June already, in Pago Pago (UTC-11) still the thirty-first of May.
  now = new Date('2026-05-31T10:00:00Z')
  for (const [one, month] of [
    [kiribati, '2026-06'],
    [samoa, '2026-05'],
  ] as const) {
    const home = await look<HomeGiving>(await member(service, one, 'owner'), 'home.giving')
    assert.equal(home.months.at(-1)?.month, month)
  }
  const late = await member(service, samoa, 'owner')
  await samoa.send('POST', '/contributions', { amount: 5, given_on: '2026-05-31' })
  assert.equal((await look<HomeGiving>(late, 'home.giving')).this_month, 5)
  now = new Date('2026-06-01T10:59:59Z')
  assert.equal((await look<HomeGiving>(late, 'home.giving')).this_month, 5)
  now = new Date('2026-06-01T11:00:00Z')
  const after = await look<HomeGiving>(late, 'home.giving')
  assert.deepEqual([after.this_month, after.last_month, after.last_month_by_now], [0, 5, 0])
})

test('last month is compared up to the same day, and whole where it is shorter', async () => {
  await give({ amount: 1, given_on: '2026-02-10' })
  await give({ amount: 10, given_on: '2026-02-11' })
  await give({ amount: 100, given_on: '2026-02-28' })
  const by = async (moment: string): Promise<number> => {
    now = new Date(moment)
    return (await giving()).last_month_by_now
  }
  assert.equal(await by('2026-03-10T12:00:00Z'), 1)
  assert.equal(await by('2026-03-11T12:00:00Z'), 11)
  assert.equal(await by('2026-03-28T12:00:00Z'), 111)
  assert.equal(await by('2026-03-31T12:00:00Z'), 111)
})

test('people are counted by status, newcomers by their first visit; who was removed or merged away is not there', async () => {
  const monday = addDays(day(), -((new Date(`${day()}T00:00:00Z`).getUTCDay() + 6) % 7))
  await add({ status: 'member', first_visit_date: addDays(monday, -400) })
  await add({ status: 'member', first_visit_date: addDays(monday, -7) })
  await add({ status: 'visitor', first_visit_date: addDays(monday, -1) })
  await add({ status: 'visitor', first_visit_date: addDays(monday, -8) })
  await add({ status: 'first_timer' })
  const imported = await add({ status: 'regular', source: 'import' })
  const removed = await add({ status: 'leader' })
  const merged = await add({ status: 'worker' })
  assert.equal((await owner.inChurch('POST', '/actions/people.remove', { id: removed })).status, 200)
  const merge = await owner.inChurch('POST', '/actions/people.merge', { keep: imported, remove: merged })
  assert.equal(merge.status, 200, merge.text)
  const home = await people()
  assert.equal(home.total, 6)
  assert.deepEqual(Object.fromEntries(home.statuses.map(({ status, count }) => [status, count])), {
    member: 2,
    visitor: 2,
    first_timer: 1,
    regular: 1,
  })
  assert.equal(home.newcomers.length, 12)
  assert.deepEqual(home.newcomers.slice(-3), [
    { week: addDays(monday, -14), count: 1 },
    { week: addDays(monday, -7), count: 2 },
    { week: monday, count: 1 },
  ])
  assert.equal(home.newcomers_30_days, 4)
})

test('messages are counted by the month and channel in which they went out; what failed did not', async () => {
  await useOutbox(service, church)
  const ada = await add({ email: 'ada@example.org', phone: '08031234567' })
  for (const channel of ['sms', 'sms', 'email']) {
    const sent = await church.send('POST', '/messages', { channel, person_id: ada, subject: 'Hello', body: 'Hello' })
    assert.equal(sent.status, 201, sent.text)
  }
  const { id } = church.church
  const plant = (channel: string, status: string, sent_at: string) =>
    service.database.write(id, tx =>
      tx.run(sql`insert into messages (church_id, branch_id, channel, "to", body, status, source, sent_at, created_at,
        updated_at) values (${id}, ${church.church.hq_branch_id}, ${channel}, 'x', 'y', ${status}, 'console',
        ${sent_at}::timestamptz, now(), now())`),
    )
  // 2026-06-30, 23:30 UTC is July in Lagos.
  await plant('email', 'delivered', '2026-06-30T23:30:00Z')
  await plant('email', 'sent', '2026-06-30T22:59:59Z')
  await plant('sms', 'failed', '2026-07-15T12:00:00Z')
  now = new Date('2026-07-20T12:00:00Z')
  const july = await messages()
  assert.deepEqual(july.channels, ['email'])
  assert.deepEqual(july.months.slice(-2), [
    { month: '2026-06', counts: [1] },
    { month: '2026-07', counts: [1] },
  ])
  assert.equal(july.sent_30_days, 2)
  now = new Date()
  const recent = await messages()
  assert.equal(recent.sent_30_days, 3)
  const smsAt = recent.channels.indexOf('sms')
  assert.equal(recent.months.at(-1)?.counts[smsAt], 2)
})

test('who is limited to a branch sees the figures of that branch and below, and nothing of the whole church', async () => {
  const north = await church.branch('North')
  const village = await church.branch('Village', north)
  const south = await church.branch('South')
  await useOutbox(service, church)
  for (const [branch_id, amount] of [
    [north, 100],
    [village, 20],
    [south, 3],
  ] as const) {
    await give({ amount, branch_id })
    const person_id = await add({ branch_id, email: `${amount}@example.org`, status: 'member' })
    await church.send('POST', '/messages', { channel: 'email', person_id, subject: 'Hello', body: 'Hello' })
  }
  const limited = await member(service, church, 'administrator', north)
  assert.equal((await giving(limited)).this_month, 120)
  const home = await people(limited)
  assert.deepEqual([home.total, home.newcomers_30_days, home.newcomers.at(-1)?.count], [2, 2, 2])
  assert.deepEqual(home.statuses, [{ status: 'member', count: 2 }])
  assert.equal((await messages(limited)).sent_30_days, 2)
  assert.equal((await giving()).this_month, 123)
  for (const view of ['home.webhooks', 'setup']) {
    const { status, json } = await limited.inChurch('GET', `/views/${view}`)
    assert.deepEqual([status, json.error], [403, 'not_permitted'], view)
  }
  for (const [name, body] of [
    ['setup.finish', {}],
    ['setup.skip', { steps: ['team'] }],
    ['setup.confirm', { steps: ['church'] }],
  ] as const) {
    const { status, json } = await limited.inChurch('POST', `/actions/${name}`, body)
    assert.deepEqual([status, json.error], [403, 'not_permitted'], name)
  }
})

test('another church changes nothing of it', async () => {
  const other = await service.church()
  await other.send('POST', '/contributions', { amount: 100 })
  await other.send('POST', '/people', { first_name: 'Eve' })
  assert.deepEqual(
    [(await giving()).this_month, (await people()).total, await look(owner, 'home.webhooks')],
    [0, 0, []],
  )
  const stranger = await member(service, other, 'owner')
  const foreign = await stranger.ask('GET', `/api/${church.church.slug}/views/home.giving`)
  const nowhere = await stranger.ask('GET', '/api/no-such-church/views/home.giving')
  assert.deepEqual([foreign.status, foreign.text], [404, nowhere.text])
})

test('each role sees on the home page what its scopes let it read', () => {
  for (const role of ROLES) {
    for (const [view, scope] of [
      ['home.giving', 'contributions:read'],
      ['home.people', 'people:read'],
      ['home.messages', 'messages:read'],
    ] as const) {
      assert.equal(mayDo(role, view), scopesOf(role).includes(scope), `${role} ${view}`)
    }
  }
})

test('the health of webhooks: the share of attempts that were delivered, what waits, the last failure', async () => {
  const { id } = church.church
  const input = { url: 'https://hooks.example.org/in', events: ['person.*'], description: 'Website' }
  const endpoint = await church.act(createEndpoint, input)
  const attempt = (hours: number, outcome: string, delivery: number) =>
    service.database.write(id, tx =>
      tx.run(sql`insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event,
        kind, url, duration_ms, outcome) values (${id}, ${delivery}, 1, now() - ${hours} * interval '1 hour',
        ${endpoint.id}, 'evt_x', 'person.created', 'event', ${input.url}, 5, ${outcome})`),
    )
  // By the role that owns them: Citus takes nothing of another role in the same transaction.
  await service.database.write(id, tx => tx.run(sql`select make_partitions(now() - interval '9 days')`))
  await service.database.write(id, async tx => {
    await tx.run(sql`update webhook_endpoints set status = 'paused' where church_id = ${id}`)
    await tx.run(sql`update webhook_lanes set last_failure_at = '2026-01-02T03:04:05Z' where church_id = ${id}`)
  })
  await attempt(1, 'delivered', 1)
  await attempt(2, 'retrying', 2)
  await attempt(30, 'delivered', 3)
  await attempt(31, 'delivered', 4)
  await attempt(24 * 8, 'failed', 5)
  await add({})
  const [home] = await look<HomeWebhook[]>(owner, 'home.webhooks')
  assert.deepEqual(
    [home?.last_24_hours, home?.last_7_days, home?.waiting, home?.status, home?.last_failure_at, home?.description],
    [{ attempts: 2, delivered: 1 }, { attempts: 4, delivered: 3 }, 1, 'paused', '2026-01-02T03:04:05Z', 'Website'],
  )
  assert.ok(!JSON.stringify(home).includes(endpoint.secret))
})

test('a day counts the same on the home page and in the list of endpoints; many attempts are counted once a minute', async () => {
  const { id } = church.church
  const input = { url: 'https://hooks.example.org/in', events: ['person.*'] }
  const endpoint = await church.act(createEndpoint, input)
  const attempts = (outcome: string, first: number, last: number) =>
    service.database.write(id, tx =>
      tx.run(sql`insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event,
        kind, url, duration_ms, outcome) select ${id}, n, 1, now() - interval '1 minute',
        ${endpoint.id}, 'evt_x', 'person.created', 'event', ${input.url}, 5, ${outcome}
        from generate_series(${first}::int, ${last}::int) as n`),
    )
  const shown = async (): Promise<unknown[]> => {
    const [home] = await look<HomeWebhook[]>(owner, 'home.webhooks')
    const [listed] = await look<EndpointEntry[]>(owner, 'endpoints')
    const { days } = await look<EndpointHealth>(owner, `endpoint_health?id=${endpoint.id}`)
    const month = days.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0)
    return [home?.last_24_hours, home?.last_7_days, listed?.last_day, month]
  }
  const counted = (delivered: number, failed: number): unknown[] => [
    { attempts: delivered + failed, delivered },
    { attempts: delivered + failed, delivered },
    { delivered, failed },
    delivered + failed,
  ]
  await service.database.write(id, tx => tx.run(sql`select make_partitions(now() - interval '1 day')`))
  await attempts('delivered', 1, 3)
  await attempts('discarded', 4, 5)
  await attempts('failed', 6, 6)
  assert.deepEqual(await shown(), counted(3, 1))
  await attempts('delivered', 11, 10_006)
  assert.deepEqual(await shown(), counted(9_999, 1), 'few are counted at each look')
  await attempts('delivered', 10_007, 10_010)
  assert.deepEqual(await shown(), counted(9_999, 1), 'many are remembered')
  now = new Date(now.getTime() + 60_000)
  assert.deepEqual(await shown(), counted(10_003, 1))
})

test('newcomers are counted again only when the people changed', async () => {
  const id = await add({})
  assert.equal((await people()).newcomers_30_days, 1)
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update people set source = 'import' where church_id = ${church.church.id}`),
  )
  assert.equal((await people()).newcomers_30_days, 1, 'no version tells of it')
  await church.send('PATCH', `/people/${id}`, { city: 'Jos' })
  assert.equal((await people()).newcomers_30_days, 0)
})
