/** Whatever becomes of gifts, a deposit and its adjustments together are what of it is posted, in each currency and in the church's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { setRate } from '../contributions/exchange-rates.ts'
import { restateGift } from '../contributions/restate-gift.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { mergePeople } from '../people/merge.ts'
import { closeBatch, reopenBatch } from './close.ts'
import { depositBatch } from './deposit.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
after(() => service.close())

const CURRENCIES = ['NGN', 'USD', 'JPY'] as const
const METHODS = ['cash', 'cheque', 'pos'] as const

/** A gift as the test itself keeps it. */
interface Kept {
  id: number
  currency: string
  amount: bigint
  /** As the API said when it was recorded; of a rest as its correction has to make it. */
  base: bigint
  isVoid: boolean
}

const which = fc.nat({ max: 20 })
const gift = fc.record({
  who: fc.nat({ max: 2 }),
  amount: fc.integer({ min: 1, max: 9_999_999 }),
  currency: fc.constantFrom(...CURRENCIES),
  method: fc.constantFrom(...METHODS),
})
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), which, bounced: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), which, share: fc.integer({ min: 0, max: 99 }) }),
  },
  fc.record({ kind: fc.constant('merge' as const), keep: fc.nat({ max: 2 }), remove: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('rate' as const), rate: fc.integer({ min: 1, max: 9_999_999 }) }),
  fc.record({ kind: fc.constant('gift' as const), gift }),
)
const stories = fc.record({
  gifts: fc.array(gift, { minLength: 1, maxLength: 6 }),
  /** Between closing and depositing: the batch is opened again for it. */
  between: fc.array(change, { maxLength: 2 }),
  after: fc.array(change, { minLength: 1, maxLength: 8 }),
})

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never
type Gift = Of<typeof gift>
type Change = Of<typeof change>
type Story = Of<typeof stories>

interface World {
  batch: number
  people: number[]
  gifts: Kept[]
}

const setRates = async (rate: number): Promise<void> => {
  for (const currency of ['USD', 'JPY']) {
    await church.act(setRate, { currency, rate: `${rate / 10_000}`, valid_from: '2020-01-01' })
  }
}

async function record({ who, ...body }: Gift, world: World, inBatch: boolean): Promise<void> {
  const sent = { ...body, person_id: world.people[who], ...(inBatch && { batch_id: world.batch }) }
  const { status, json, text } = await church.send('POST', '/contributions', sent)
  // A small coin of a weak currency is worth nothing in the church's.
  if (status === 422) return
  assert.equal(status, 201, text)
  const { id, amount_base: base, currency } = json.data
  if (inBatch) world.gifts.push({ id, currency, amount: BigInt(body.amount), base: BigInt(base), isVoid: false })
}

async function apply(one: Change, world: World): Promise<void> {
  const { gifts, people } = world
  if (one.kind === 'gift') return await record(one.gift, world, false)
  if (one.kind === 'rate') return await setRates(one.rate)
  if (one.kind === 'merge') {
    const [keep = 0, remove = 0] = [people[one.keep], people[one.remove]]
    if (keep === remove) return
    await church.act(mergePeople, { keep, remove })
    for (const [n, person] of people.entries()) if (person === remove) people[n] = keep
    return
  }
  const found = gifts[one.which % gifts.length]
  if (found === undefined || found.isVoid) return
  if (one.kind === 'void') {
    await church.act(voidContribution, { id: found.id, ...(one.bounced && { bounced: true }) })
    Object.assign(found, { isVoid: true, amount: 0n, base: 0n })
    return
  }
  const rest = (found.amount * BigInt(one.share)) / 100n
  const { church: of } = church
  const how = { cause: 'refund', reason: 'Given twice', by: null, happened_on: '2026-12-31' } as const
  const restated = await service.database.write(of.id, tx =>
    restateGift(tx, { church: of, house: HOUSE }, { contribution_id: found.id, rest: Number(rest), ...how }),
  )
  if (rest === 0n) return void Object.assign(found, { isVoid: true, amount: 0n, base: 0n })
  // Its part of what it was worth, half to even.
  const [whole, left] = [(rest * found.base) / found.amount, (rest * found.base) % found.amount]
  const isUp = 2n * left > found.amount || (2n * left === found.amount && whole % 2n === 1n)
  Object.assign(found, { id: restated?.rest ?? assert.fail(), amount: rest, base: whole + (isUp ? 1n : 0n) })
}

type Sums = Record<string, bigint>
function sumsOf(rows: readonly { currency: string; amount: bigint | number | string }[]): Sums {
  const sums: Sums = {}
  for (const { currency, amount } of rows) sums[currency] = (sums[currency] ?? 0n) + BigInt(amount)
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n))
}
const baseOf = (rows: readonly { amount_base: number }[]): bigint =>
  rows.reduce((sum, { amount_base }) => sum + BigInt(amount_base), 0n)

const shown = async ({ batch }: World) => (await church.send('GET', `/batches/${batch}`)).json.data

/** What of the batch is posted, as the books have it, and as it was reckoned by hand. */
async function check(world: World, frozen?: { totals: object; amount_base: number }): Promise<void> {
  const { totals, amount_base, adjustments } = await shown(world)
  const posted = await service.database.read.all<{ currency: string; amount: number; amount_base: number }>(sql`
    select currency, amount, amount_base from contributions
    where church_id = ${church.church.id} and batch_id = ${world.batch} and status = 'posted'`)
  assert.deepEqual(sumsOf(posted), sumsOf(world.gifts))
  assert.equal(
    baseOf(posted),
    world.gifts.reduce((sum, { base }) => sum + base, 0n),
  )
  assert.deepEqual(sumsOf([...totals, ...adjustments]), sumsOf(posted))
  assert.equal(BigInt(amount_base) + baseOf(adjustments), baseOf(posted))
  if (frozen !== undefined) assert.deepEqual({ totals, amount_base }, frozen)
}

/** Counts what is in it, and closes it. */
async function close(world: World): Promise<void> {
  const { count, totals, by_method } = await shown(world)
  const cash = by_method
    .filter(({ method }: { method: string }) => method === 'cash')
    .map(({ currency, amount }: { currency: string; amount: number }) => ({
      currency,
      denomination: amount,
      pieces: 1,
    }))
  const { status, text } = await church.send('PATCH', `/batches/${world.batch}`, {
    ...{ control_count: count, controls: totals, cash },
  })
  assert.equal(status, 200, text)
  await church.act(closeBatch, { id: world.batch })
}

async function play(story: Story): Promise<void> {
  church = await service.church()
  await setRates(16_502_500)
  const people: number[] = []
  for (const first_name of ['Ada', 'Bola', 'Chidi']) {
    people.push((await church.send('POST', '/people', { first_name })).json.data.id)
  }
  const opened = await church.send('POST', '/batches', { name: 'Service', counters: ['Ada', 'John'] })
  const world: World = { batch: opened.json.data.id, people, gifts: [] }
  for (const one of story.gifts) await record(one, world, true)
  await close(world)
  for (const one of story.between) await apply(one, world)
  if (story.between.length > 0) {
    await church.act(reopenBatch, { id: world.batch })
    await check(world)
    await close(world)
  }
  const { totals, amount_base } = await church.act(depositBatch, { id: world.batch })
  for (const one of story.after) {
    await apply(one, world)
    await check(world, { totals: totals ?? [], amount_base: amount_base ?? 0 })
  }
}

test('random gifts, voids, refunds, currencies, rates and merges: deposit + adjustments = what is posted', async () => {
  await fc.assert(fc.asyncProperty(stories, play), { numRuns: 10, seed: 20_261_124, endOnFailure: true })
})
