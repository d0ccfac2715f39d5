/** The demo church has what people look for in it, takes test payments without an account anywhere, and troubles nobody. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { prepareDemo } from '../src/demo/demo.ts'
import { HOUSE } from '../src/house.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import type { Church } from '../src/resource/caller.ts'
import { filled, visit } from './support/giving.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
let told: string
let church: Church
before(async () => {
  service = await startService()
  told = await prepareDemo(service.database, service.vault, service.url)
  church = (await findChurch(service.database, 'demo')) as Church
})
after(() => service.close())

const get = async (path: string) =>
  (await service.request('GET', `/api/v1${path}`, { key: /sx_live_\w+/.exec(told)?.[0] ?? '' })).json
const total = async (path: string): Promise<number> => (await get(path)).meta.total

test('it has a giving page, and a test payment becomes a contribution', async () => {
  const page = `${service.url}/give/demo`
  assert.ok(told.includes(page))
  // Those that came with the demo.
  const before = await total('/contributions?source=online')
  const fund = /<option value="(\d+)" selected>General</.exec((await visit(page)).text)?.[1]
  const checkout = `${service.url}${(await visit(page, filled(Number(fund)))).location}`
  const paid = await visit(checkout, { outcome: 'pay' })
  assert.match((await visit(`${service.url}${paid.location}`)).text, /Thank you for your gift/)
  const { meta, data } = await get('/contributions?source=online&sort=-id')
  assert.deepEqual([meta.total, data[0].amount], [before + 1, 150050])
})

test('its treasurer has deposited, refunded, lost a dispute, closed a month, issued and issued anew', async () => {
  const [deposited] = (await get('/batches?status=deposited')).data
  const { number, totals, adjustments } = (await get(`/batches/${deposited.id}`)).data
  assert.match(number, /^D-\d{4}-000001$/)
  assert.equal(totals.length, 1)
  assert.deepEqual(
    adjustments.map(({ kind, amount }: Record<string, unknown>) => [kind, amount]),
    [['bounced', -7_500_000]],
  )
  assert.deepEqual(
    await Promise.all(['open', 'closed'].map(status => total(`/batches?status=${status}&kind=counting`))),
    [1, 1],
  )
  const gifts = (await get('/gifts?per_page=100')).data
  const disputes = gifts.flatMap(({ dispute }: { dispute: string | null }) => dispute ?? [])
  assert.deepEqual(disputes.sort(), ['lost', 'open'])
  const repeated = (await get('/recurring_gifts')).data
  // Monthly for 190 days, weekly for 73, monthly for 62 without the last, quarterly for 40.
  const counts = repeated.map((one: { gifts_count: number }) => one.gifts_count)
  assert.ok(counts[0] >= 6 && counts[0] <= 7, String(counts))
  assert.deepEqual(counts.slice(1).sort(), [1, 11, 2].sort())
  const statements = (await get('/statements?per_page=100')).data
  const has = (some: object): boolean =>
    statements.some((one: Record<string, unknown>) =>
      Object.entries(some).every(([name, value]) => one[name] === value),
    )
  assert.ok(has({ kind: 'receipt' }) && has({ status: 'superseded' }) && has({ version: 2 }))
  assert.ok(statements.some((one: { family_id: number | null }) => one.family_id !== null))
  assert.ok(!has({ changed: true }))
  const pledged = (await get('/pledges?per_page=100')).data
  assert.deepEqual([...new Set(pledged.map((one: { currency: string }) => one.currency))].sort(), ['NGN', 'USD'])
  const books = await service.database.read.first(sql`select
    (select count(*)::int from journals where church_id = ${church.id} and total > 0) as journals,
    (select count(*)::int from funds where church_id = ${church.id} and not is_deductible) as apart`)
  assert.deepEqual(books, { journals: 1, apart: 1 })
})

test('it has half a year of Sundays, fourteen cells in two zones, eight classes, two missing reports, and a promotion as a draft', async () => {
  const held = await service.database.read.all<{
    kind: string
    name: string
    held: number
    rolled: number
    ahead: number
  }>(sql`
    select kind, name, count(*) filter (where status = 'closed')::int as held, count(*) filter (where named > 0)::int as rolled,
      count(*) filter (where status = 'planned')::int as ahead
    from meetings where church_id = ${church.id} and schedule_id is not null group by kind, name order by kind, name`)
  const of = (kind: string) => held.filter(one => one.kind === kind)
  assert.deepEqual(
    of('service').map(({ name, held, rolled }) => [name, held, rolled]),
    [
      ['First service', 26, 26],
      ['Second service', 26, 0],
    ],
  )
  assert.deepEqual([of('group').length, of('class').length], [14, 8])
  for (const { kind, name, held: weeks, ahead } of held)
    assert.ok(weeks === 26 && ahead > 0, `${kind} ${name}: ${weeks}, ${ahead}`)
  for (const { rolled, name } of of('class')) assert.equal(rolled, 26, name)
  const missing = await service.database.read.first(sql`select count(*)::int as n from meetings as m
    left join group_reports as r on r.church_id = ${church.id} and r.meeting_id = m.id
    where m.church_id = ${church.id} and m.kind = 'group' and m.status = 'closed' and r.id is null`)
  assert.deepEqual(missing, { n: 2 }, 'two reports are missing')
  const groups = (await get('/groups?kind=cell&per_page=100')).data as { id: number; parent_id: number | null }[]
  const zones = groups.filter(({ parent_id }) => parent_id === null)
  assert.deepEqual([zones.length, groups.length - zones.length], [2, 14])
  assert.equal(await total('/school_classes'), 8)
  const drafts = (await get('/promotions')).data as { status: string }[]
  assert.deepEqual(
    drafts.map(({ status }) => status),
    ['draft'],
  )
})

test('nobody invented is charged or written to when gifts, pledges and statements of the demo fall due', async () => {
  const { database } = service
  // Of reports and tasks the service reminds by itself meanwhile, as the hour has it.
  const written = () =>
    database.read.first(sql`select (select count(*) from messages where church_id = ${church.id}) as messages,
      (select count(*) from reminders where church_id = ${church.id} and kind not like 'report_due/%'
        and kind not like 'task%') as reminders,
      (select count(*) from gifts where church_id = ${church.id}) as gifts`)
  const waiting =
    await database.read.all(sql`select id from refunds where church_id = ${church.id} and try_at is not null
    union all select id from gifts where church_id = ${church.id} and (charge_at is not null or look_at is not null)
    union all select id from mandates where church_id = ${church.id} and token is not null`)
  assert.deepEqual(waiting, [])
  const before = await written()
  const kinds = HOUSE.agenda.filter(({ kind }) =>
    ['recurring_gifts', 'pledge_campaigns', 'statement_runs'].includes(kind),
  )
  assert.equal(kinds.length, 3)
  const by = { kind: 'worker', name: 'test' } as const
  let steps = 0
  for (let days = 0; days < 200; days += 4) {
    // At noon: what is due in a night waits for the morning.
    const now = new Date(Math.floor(Date.now() / 86_400_000 + days) * 86_400_000 + 43_200_000)
    for (const { sweep, run } of kinds) {
      const due = await database.read.all<{ record_id: number }>(sql`select record_id from (${sweep}) as w
        where church_id = ${church.id} and due_at <= ${now.toISOString()}::timestamptz`)
      for (const { record_id } of due) {
        await database.write(church.id, tx =>
          run(tx, { church, clock: { now: () => now }, by, house: HOUSE }, record_id),
        )
        steps += 1
      }
    }
  }
  assert.ok(steps > 20)
  assert.deepEqual(await written(), before)
  const unpaid = await database.read.first<{ n: number }>(
    sql`select count(*) as n from recurring_periods where church_id = ${church.id} and status = 'failed'`,
  )
  assert.ok((unpaid?.n ?? 0) > 2, 'periods came and were not paid')
})
