/** Whatever a church does with its gifts, its statements say what its books say, and no gift stands on two of them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { BY_HAND, statementDesk, YEAR } from '../../../test/support/statements.ts'
import { HOUSE } from '../../house.ts'
import { createFund } from '../contributions/create-fund.ts'
import { setRate } from '../contributions/exchange-rates.ts'
import { restateGift } from '../contributions/restate-gift.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { forgetPerson } from '../people/forget.ts'
import { mergePeople } from '../people/merge.ts'
import type { Figures } from './figures.ts'
import { supersedeStatement } from './supersede.ts'

const at = {} as { service: TestService; church: TestChurch }
const { person, family, give, get, list, saidBy, issue } = statementDesk(at)
before(async () => {
  at.service = await startService({}, { modules: BY_HAND })
})
after(() => at.service.close())

/** A gift as the test itself keeps it: what its worth is, it reckons by hand. */
interface Kept {
  /** By which the books know it, the latest last: each refund of a part gives what is left another. */
  ids: number[]
  giver: number
  currency: string
  amount: bigint
  base: bigint
  isDeductible: boolean
  isGoods: boolean
  inYear: boolean
  isVoid: boolean
  /** What the whole was, before parts of it went back. */
  whole: { amount: bigint; base: bigint }
}

/** Of each currency, in ten-thousandths of naira for a whole unit, and how many minor units that has. */
const CURRENCIES: Readonly<Record<string, { minor: bigint }>> = {
  NGN: { minor: 100n },
  USD: { minor: 100n },
  JPY: { minor: 1n },
  KWD: { minor: 1_000n },
}

/** Quotient rounded half to even. */
function halfEven(number: bigint, by: bigint): bigint {
  const [whole, rest] = [number / by, number % by]
  return 2n * rest > by || (2n * rest === by && whole % 2n === 1n) ? whole + 1n : whole
}

/** Worth in kobo of minor units, at a rate in ten-thousandths. */
const worth = (amount: bigint, currency: string, rate: bigint): bigint =>
  currency === 'NGN' ? amount : halfEven(amount * rate * 100n, (CURRENCIES[currency]?.minor ?? 1n) * 10_000n)

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('gift' as const),
      who: fc.nat({ max: 4 }),
      amount: fc.integer({ min: 1, max: 9_999_999 }),
      currency: fc.constantFrom('NGN', 'USD', 'JPY', 'KWD'),
      fund: fc.boolean(),
      goods: fc.constantFrom(false, false, false, true),
      inYear: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat(),
      share: fc.integer({ min: 1, max: 99 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rate' as const), to: fc.integer({ min: 1_000, max: 99_999_999 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('merge' as const), keep: fc.nat({ max: 4 }), remove: fc.nat({ max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), who: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), who: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('issue' as const), family: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A church, and what the test knows of it. */
interface World {
  people: number[]
  family: number
  social: number
  rate: bigint
  gifts: Kept[]
  forgotten: Set<number>
}

const CHANGES = {
  async gift(world: World, { who, amount, currency, fund, goods, inYear }: Extract<Step, { kind: 'gift' }>) {
    const giver = world.people[who] ?? 0
    if (world.forgotten.has(giver)) return
    const id = await give(giver, amount, {
      ...{ currency, given_on: inYear ? `${YEAR}-07-01` : `${YEAR - 1}-12-31` },
      ...(fund && { fund_id: world.social }),
      ...(goods && { method: 'in_kind', note: 'Chairs' }),
    })
    const whole = { amount: BigInt(amount), base: worth(BigInt(amount), currency, world.rate) }
    const marks = { isDeductible: !fund, isGoods: goods, inYear, isVoid: false }
    world.gifts.push({ ids: [id], giver, currency, ...whole, ...marks, whole })
  },
  async void({ gifts }: World, { which }: Extract<Step, { kind: 'void' }>) {
    const gift = gifts[which % gifts.length]
    if (gift === undefined || gift.isVoid) return
    await at.church.act(voidContribution, { id: gift.ids.at(-1) ?? 0 })
    gift.isVoid = true
  },
  async refund({ gifts }: World, { which, share }: Extract<Step, { kind: 'refund' }>) {
    const gift = gifts[which % gifts.length]
    const rest = gift === undefined ? 0n : (gift.amount * BigInt(share)) / 100n
    if (gift === undefined || gift.isVoid || rest === 0n) return
    const how = { cause: 'refund', reason: 'Given twice', by: null, happened_on: `${YEAR}-12-31` } as const
    const { church } = at.church
    const restated = await at.service.database.write(church.id, tx =>
      restateGift(tx, { church, house: HOUSE }, { contribution_id: gift.ids.at(-1) ?? 0, rest: Number(rest), ...how }),
    )
    gift.ids.push(restated?.rest ?? assert.fail())
    gift.amount = rest
    // Of cash there is no payment by which the whole is found: each rest is a part of what stood before.
    gift.base = halfEven(rest * gift.whole.base, gift.whole.amount)
    gift.whole = { amount: gift.amount, base: gift.base }
  },
  async rate(world: World, { to }: Extract<Step, { kind: 'rate' }>) {
    world.rate = BigInt(to)
    await setRates(world.rate)
  },
  async merge({ people, gifts, forgotten }: World, { keep, remove }: Extract<Step, { kind: 'merge' }>) {
    const [kept = 0, gone = 0] = [people[keep], people[remove]]
    if (kept === gone || forgotten.has(kept) || forgotten.has(gone)) return
    await at.church.act(mergePeople, { keep: kept, remove: gone })
    for (const gift of gifts) if (gift.giver === gone) gift.giver = kept
    for (const [n, one] of people.entries()) if (one === gone) people[n] = kept
  },
  async move(world: World, { who }: Extract<Step, { kind: 'move' }>) {
    const id = world.people[who] ?? 0
    if (world.forgotten.has(id)) return
    // A family goes with the last of it who is forgotten.
    if ((await at.church.send('GET', `/families/${world.family}`)).status !== 200) world.family = await family('Obi')
    const { first_name, last_name, family_id } = await get(`/people/${id}`)
    const body = { first_name, last_name, family_id: family_id === null ? world.family : null }
    const { status, text } = await at.church.send('PUT', `/people/${id}`, body)
    assert.equal(status, 200, text)
  },
  async forget({ people, forgotten }: World, { who }: Extract<Step, { kind: 'forget' }>) {
    const id = people[who] ?? 0
    // Two stay, so that something is left to look at.
    if (new Set(people).size - forgotten.size <= 2 || forgotten.has(id)) return
    await at.church.act(forgetPerson, { id })
    forgotten.add(id)
  },
  async issue(_world: World, { family: by }: Extract<Step, { kind: 'issue' }>) {
    await issue(by ? 'family' : 'person')
  },
  renew: () => renew(),
}

const setRates = async (rate: bigint): Promise<void> => {
  const text = `${rate / 10_000n}.${String(rate % 10_000n).padStart(4, '0')}`
  for (const currency of ['USD', 'JPY', 'KWD']) {
    await at.church.act(setRate, { currency, rate: text, valid_from: '2020-01-01' })
  }
}

/** A new version of each that offers one. */
async function renew(): Promise<void> {
  for (;;) {
    const changed = (await list('&status=issued')).find(one => one.changed)
    if (changed === undefined) return
    await at.church.act(supersedeStatement, { id: changed.id })
  }
}

/** What is to stand on all valid statements together: sums by currency and section, and in the currency of the church. */
function expected(gifts: readonly Kept[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const { currency, amount, base, isDeductible, isGoods } of gifts) {
    if (isGoods) {
      sums.goods = (sums.goods ?? 0n) + 1n
      continue
    }
    const name = `${isDeductible ? 'deductible' : 'other'} ${currency}`
    sums[name] = (sums[name] ?? 0n) + amount
    // A cent may be worth less than half a kobo: then it adds nothing, and a sum that is nothing is not said.
    if (base !== 0n) sums.base = (sums.base ?? 0n) + base
  }
  return sums
}

/** The same, of what the statements say: of their totals, not of their lines. */
function said(all: readonly Figures[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  const add = (name: string, more: number): void => {
    if (more !== 0) sums[name] = (sums[name] ?? 0n) + BigInt(more)
  }
  for (const { deductible, other, goods, base } of all) {
    for (const { currency, amount } of deductible.totals) add(`deductible ${currency}`, amount)
    for (const { currency, amount } of other.totals) add(`other ${currency}`, amount)
    add('goods', goods.length)
    add('base', base.total)
  }
  return sums
}

/** A gift that is worth nothing in the currency of the church. */
const WORTH_NOTHING: Step[] = [
  { kind: 'rate', to: 1_000 },
  { kind: 'gift', who: 0, amount: 1, currency: 'USD', fund: false, goods: false, inYear: true },
]

test('gifts, voids, refunds, rates, merges, families, people forgotten: the valid statements come to what was reckoned by hand, each gift on one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async steps => {
      at.church = await at.service.church()
      const { id: social } = await at.church.act(createFund, { name: 'Social', is_deductible: false })
      const home = await family('Obi')
      const people: number[] = []
      for (let n = 0; n < 5; n += 1) people.push(await person(`P${n}`, n < 2 ? { family_id: home } : {}))
      const world: World = { people, family: home, social, rate: 15_372_500n, gifts: [], forgotten: new Set() }
      await setRates(world.rate)
      for (const one of steps) await CHANGES[one.kind](world, one as never)
      await renew()
      await issue('person')
      const mine = world.gifts.filter(({ isVoid, inYear, giver }) => !isVoid && inYear && !world.forgotten.has(giver))
      const valid = await list('&status=issued')
      const all = await Promise.all(valid.map(({ id }) => saidBy(id)))
      // What was issued to who is forgotten stays as it was: of their gifts nothing is reckoned here.
      const gone = new Set(world.gifts.filter(({ giver }) => world.forgotten.has(giver)).flatMap(({ ids }) => ids))
      const theirs = all.filter(({ deductible, other, goods }) =>
        [...deductible.lines, ...other.lines, ...goods].some(({ id }) => gone.has(id)),
      )
      const rest = all.filter(figures => !theirs.includes(figures))
      const lines = (figures: Figures): number[] =>
        [...figures.deductible.lines, ...figures.other.lines, ...figures.goods].map(({ id }) => id)
      const stood = all.flatMap(lines)
      assert.equal(new Set(stood).size, stood.length, 'no gift is on two valid statements')
      const beside = new Set(theirs.flatMap(lines))
      assert.deepEqual(said(rest), expected(mine.filter(({ ids }) => !ids.some(id => beside.has(id)))))
      const numbers = (await list()).map(({ number }) => Number(number.slice(-6))).sort((a, b) => a - b)
      assert.deepEqual(
        numbers,
        numbers.map((_, n) => n + 1),
      )
    }),
    { numRuns: Number(process.env.SEXTON_TEST_RUNS ?? 16), examples: [[WORTH_NOTHING]] },
  )
})
