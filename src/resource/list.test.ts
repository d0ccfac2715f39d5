/**
 * Lists of a church that is too large to look at: totals, sums and pages agree with plain statements, whichever way
 * the page is found (list-sql.ts), before and after deltas are folded.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { runAs } from '../../test/support/database.ts'
import { startService, type TestChurch, type TestService } from '../../test/support/service.ts'
import { raw, sql } from '../db/sql.ts'
import { contributions } from '../modules/contributions/contributions.ts'
import { createFund } from '../modules/contributions/create-fund.ts'
import { voidContribution } from '../modules/contributions/void-gift.ts'
import { foldWritten, recount, tally } from './tally.ts'

const GIFTS = 9_000
/** Ids lie so far apart that they fill eleven of the places by which long lists of changes are told. */
const APART = 20
const DAY = (day: number): string => `2024-01-${String(day).padStart(2, '0')}`

let service: TestService
let church: TestChurch
let branches: number[]
let funds: number[]
let oldest: number
let keys: { branch: number | undefined; send: TestChurch['send'] }[]

before(async () => {
  service = await startService()
  church = await service.church()
  const { hq_branch_id: hq } = church.church
  branches = [hq, await church.branch('North'), await church.branch('Small')]
  funds = [church.fund_id, (await church.act(createFund, { name: 'Roof' })).id]
  await fill()
  const of = async (branch?: number) => ({ branch, send: church.as(await church.keyFor(['all'], branch)) })
  keys = [await of(), await of(branches[1]), await of(branches[2])]
  oldest = (await plain({ ...NOTHING, status: 'all' })).ids[0] ?? 0
})
after(() => service.close())

/** More gifts than a page is walked to; one in 1,000 of the small branch, one in 10 void. */
async function fill(): Promise<void> {
  const { id } = church.church
  const [hq, north, small] = branches
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into contributions (id, church_id, fund_id, branch_id, amount, currency, amount_base, method,
        given_on, source, status, created_at, updated_at)
      overriding system value
      select i * ${raw(String(APART))}, ${id}::bigint, case when i % 3 = 0 then ${funds[0]}::bigint else ${funds[1]}::bigint end,
        case when i % 1000 = 7 then ${small}::bigint when i % 4 = 0 then ${north}::bigint else ${hq}::bigint end, i, 'NGN', i,
        case when i % 5 = 0 then 'cash' else 'pos' end, date '2024-01-01' + (i * 7 % 28)::integer, 'api',
        case when i % 10 = 0 then 'void' else 'posted' end, now() - ${HOURS_AGO}, now() - ${HOURS_AGO}
      from generate_series(1, ${raw(String(GIFTS))}) as i`)
    await recount(tx, id, contributions)
  })
  await runAs(service.owner, `select setval(pg_get_serial_sequence('contributions', 'id'), ${GIFTS * APART})`)
}

/** Of the first gifts now and then, then at about the time of their neighbours, as most records are; of some of those long ago. */
const HOURS_AGO =
  raw(`case when i < 2600 then i % 50 when i < 3600 then 30 when i < 7000 and i % 100 = 0 then 45 else 1 end
  * interval '1 hour'`)

/** Hours before the beginning; a gift has a whole number of them, up to 49: since then all, most or many of them were changed, or few. */
const HOURS = { all: 1_000, most: 40.5, many: 2.5, few: 0.5 }
const begun = Date.now()
const momentOf = (since: keyof typeof HOURS): string => new Date(begun - HOURS[since] * 3_600_000).toISOString()

interface Wish {
  status: 'posted' | 'void' | 'all' | undefined
  fund: number | undefined
  branch: number | undefined
  method: 'cash' | 'pos' | undefined
  from: number | undefined
  to: number | undefined
  since: keyof typeof HOURS | undefined
  sort: 'id' | '-id' | 'given_on' | '-given_on' | undefined
  key: number
  perPage: number
  /** Where in the list the page lies, from 0 to 1; a little beyond its end above. */
  place: number
  /** A gift to void just before, so that its deltas are not folded yet; counted from the oldest. */
  voided: number | undefined
}

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(values, { nil: undefined })

const wishes: fc.Arbitrary<Wish> = fc.record({
  status: maybe(fc.constantFrom('posted', 'void', 'all')),
  fund: maybe(fc.constantFrom(0, 1)),
  branch: maybe(fc.constantFrom(0, 1, 2)),
  method: maybe(fc.constantFrom('cash', 'pos')),
  from: maybe(fc.integer({ min: 1, max: 28 })),
  to: maybe(fc.integer({ min: 1, max: 28 })),
  since: maybe(fc.constantFrom('all', 'most', 'many', 'few')),
  sort: maybe(fc.constantFrom('id', '-id', 'given_on', '-given_on')),
  key: fc.constantFrom(0, 0, 1, 2),
  perPage: fc.constantFrom(1, 25, 100),
  place: fc.double({ min: 0, max: 1.1, noNaN: true }),
  voided: maybe(fc.integer({ min: 0, max: GIFTS - 1 })),
})

const COUNTED = ['fund', 'method', 'from', 'to', 'since'] as const

/** With all filters at once hardly anything would match; without those that are counted the tallies tell all. */
const lists = fc
  .tuple(wishes, fc.oneof(fc.constant([...COUNTED]), fc.subarray([...COUNTED])))
  .map(([wish, dropped]): Wish => {
    const without = dropped.map(name => [name, undefined])
    return { ...wish, ...Object.fromEntries(without) }
  })

/** The church's branches as a key or a filter sees them: the head branch is above all others. */
const below = (branch: number): number[] => (branch === branches[0] ? branches : [branch])

/** The list by a plain statement: ids in order, and the sum. */
async function plain(wish: Wish): Promise<{ ids: number[]; sum: string }> {
  const visible = keys[wish.key]?.branch
  const wanted = wish.branch === undefined ? undefined : branches[wish.branch]
  const conditions = [`church_id = ${church.church.id}`]
  if (wish.status !== 'all') conditions.push(`status = '${wish.status ?? 'posted'}'`)
  if (wish.fund !== undefined) conditions.push(`fund_id = ${funds[wish.fund]}`)
  if (wish.method !== undefined) conditions.push(`method = '${wish.method}'`)
  if (wish.from !== undefined) conditions.push(`given_on >= '${DAY(wish.from)}'`)
  if (wish.to !== undefined) conditions.push(`given_on <= '${DAY(wish.to)}'`)
  if (wish.since !== undefined) conditions.push(`updated_at >= '${momentOf(wish.since)}'`)
  if (visible !== undefined) conditions.push(`branch_id = ${visible}`)
  if (wanted !== undefined) conditions.push(`branch_id in (${below(wanted).join()})`)
  if (visible !== undefined && wanted !== undefined && wanted !== visible) conditions.push('false')
  const sort = wish.sort ?? 'id'
  const down = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = await service.database.read.all<{ id: number; amount: number }>(
    sql`select id, amount_base as amount from contributions where ${raw(conditions.join(' and '))}
      order by ${raw(`${sort.replace('-', '')} ${down}, id ${down}`)}`,
  )
  return { ids: rows.map(({ id }) => id), sum: String(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)) }
}

function pathOf(wish: Wish, page: number | undefined, cursor?: string): string {
  const parameters = {
    status: wish.status,
    fund_id: wish.fund === undefined ? undefined : funds[wish.fund],
    branch_id: wish.branch === undefined ? undefined : branches[wish.branch],
    method: wish.method,
    from: wish.from === undefined ? undefined : DAY(wish.from),
    to: wish.to === undefined ? undefined : DAY(wish.to),
    updated_since: wish.since && momentOf(wish.since),
    sort: wish.sort,
    per_page: wish.perPage,
    page,
    cursor,
  }
  const sent = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return `/contributions?${sent.map(([name, value]) => `${name}=${value}`).join('&')}`
}

async function checkPage(wish: Wish): Promise<void> {
  if (wish.voided !== undefined) await church.act(voidContribution, { id: oldest + wish.voided * APART })
  const { ids, sum } = await plain(wish)
  const page = Math.floor((wish.place * ids.length) / wish.perPage) + 1
  const path = pathOf(wish, page)
  // Twice: the second answer may use a total that the first one counted.
  for (const time of ['first', 'second']) {
    const { json, text } = (await keys[wish.key]?.send('GET', path)) ?? { json: { ok: false }, text: '' }
    assert.ok(json.ok, `${path}: ${text}`)
    const first = (page - 1) * wish.perPage
    assert.deepEqual(
      json.data.map((gift: { id: number }) => gift.id),
      ids.slice(first, first + wish.perPage),
      `${path}, ${time} time, key ${wish.key}`,
    )
    assert.deepEqual([json.meta.total, String(json.meta.sum_amount_base)], [ids.length, sum], path)
    if (json.meta.next_cursor !== null) await checkBehind(wish, json.meta.next_cursor, ids.slice(first + wish.perPage))
  }
}

/** The page behind a cursor. */
async function checkBehind(wish: Wish, cursor: string, ids: readonly number[]): Promise<void> {
  const path = pathOf(wish, undefined, cursor)
  const { json, text } = (await keys[wish.key]?.send('GET', path)) ?? { json: { ok: false }, text: '' }
  assert.ok(json.ok, `${path}: ${text}`)
  const shown = json.data.map((gift: { id: number }) => gift.id)
  assert.deepEqual(shown, ids.slice(0, wish.perPage), `${path}, key ${wish.key}`)
}

/** Moves, voids and adds gifts, so that there are deltas to fold and remembered totals that no longer hold. */
async function change(round: number): Promise<void> {
  const writes = Array.from({ length: 20 }, async (_, at) => {
    const fund_id = funds[at % 2]
    const body = { amount: at + 1, branch_id: branches[at % 3], fund_id, given_on: DAY((at % 28) + 1), method: 'cash' }
    await church.send('POST', '/contributions', body)
    await church.act(voidContribution, { id: oldest + (round * 200 + at * 9) * APART })
  })
  await Promise.all(writes)
}

const NOTHING: Wish = {
  status: undefined,
  fund: undefined,
  branch: undefined,
  method: undefined,
  from: undefined,
  to: undefined,
  since: undefined,
  sort: undefined,
  key: 0,
  perPage: 100,
  place: 0,
  voided: undefined,
}

for (const [round, name] of ['as it was counted', 'with deltas', 'with deltas folded', 'with both'].entries()) {
  test(`total, sum and any page of any list agree with a plain statement, ${name}`, async () => {
    if (round > 0) await change(round)
    if (round === 2) await foldWritten(service.database)
    if (round === 3) await change(round + 1)
    await fc.assert(fc.asyncProperty(lists, checkPage), { numRuns: 120 })
  })
}

test('all pages of a list, one after the other, are the whole list', async () => {
  for (const sort of ['id', '-id', 'given_on', '-given_on'] as const) {
    for (const key of [0, 2]) {
      const wish = { ...NOTHING, sort, key }
      const { ids } = await plain(wish)
      const shown: number[] = []
      for (let page = 1; page <= Math.ceil(ids.length / 100); page += 1) {
        const { json } = (await keys[key]?.send('GET', pathOf(wish, page))) ?? { json: { ok: false, data: [] } }
        shown.push(...json.data.map((gift: { id: number }) => gift.id))
      }
      assert.deepEqual(shown, ids, sort)
    }
  }
})

test('a total of changes is not remembered while a later change is on its way', async () => {
  const { id } = church.church
  const list = '/contributions?updated_since=2000-01-01&status=all'
  const before = (await church.send('GET', list)).json.meta.total
  await service.database.write(id, async tx => {
    const [row] = await tx.all<{ id: number }>(sql`insert into contributions (church_id, fund_id, branch_id, amount,
        currency, amount_base, method, given_on, source, created_at, updated_at)
      values (${id}, ${funds[0]}, ${branches[0]}, 1, 'NGN', 1, 'cash', '2024-01-01', 'api', now(), now() + interval '1 s')
      returning id`)
    const delta = { id: row?.id ?? 0, branch_id: branches[0] ?? 0, status: 'posted', n: 1, amount: 1 }
    await tally(tx, id, 'contributions', [delta])
  })
  await church.send('GET', list)
  await setTimeout(1_200)
  assert.equal((await church.send('GET', list)).json.meta.total, before + 1)
})
