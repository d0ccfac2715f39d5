/** What refunds and disputes do to all that is made of gifts: deposits, pledges, givers, reports (decision 0027). */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD } from '../../../test/support/console.ts'
import { type GivingChurch, type GivingService, startGiving } from '../../../test/support/giving.ts'
import { sql } from '../../db/sql.ts'
import { closeBatch } from '../batches/close.ts'
import { depositBatch } from '../batches/deposit.ts'
import { putIntoBatch } from '../batches/move-gifts.ts'
import { forgetPerson } from '../people/forget.ts'
import { mergePeople } from '../people/merge.ts'
import { createCampaign } from '../pledges/keep-campaign.ts'
import { refundGift } from './refund-gift.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  service.stripe.refundStatus = 'succeeded'
  church = await service.givingChurch('stripe')
})
after(() => service.close())

const WHOLE = 5_000_000

/** A gift of 50,000.00 that was paid. */
async function given(more: Record<string, string> = {}) {
  await church.give({ amount: '50,000.00', ...more })
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  service.stripe.pay(session)
  assert.equal(await church.callBack(service.stripe.event('checkout.session.completed', session)), 200)
  return (await church.gifts()).at(-1)
}

const gift = async () => (await church.gifts()).at(-1)
const get = async (path: string) => (await church.send('GET', path)).json.data
const refund = (id: number, amount?: number) =>
  church.act(refundGift, { id, reason: 'Given twice', ...(amount !== undefined && { amount }) })
const month = async (query = ''): Promise<number> =>
  (await church.send('GET', `/contributions${query}`)).json.meta.sum_amount_base
const person = async (first_name: string, more: object = {}): Promise<number> =>
  (await church.send('POST', '/people', { first_name, last_name: 'Obi', dedupe: false, ...more })).json.data.id
const notices = async (kind: string): Promise<string[]> =>
  (
    await service.database.read.all<{ body: string }>(
      sql`select body from notices where church_id = ${church.church.id} and kind = ${kind}`,
    )
  ).map(({ body }) => body)

/** Stripe tells of a refund that somebody made in its dashboard. */
const tell = (of: { id: string; amount: number; status: string; created?: number }) =>
  church.callBack(
    service.stripe.event('refund.updated', {
      object: 'refund',
      payment_intent: String(service.stripe.sessions.at(-1)?.payment_intent),
      currency: 'ngn',
      metadata: {},
      created: Math.floor(Date.now() / 1000),
      ...of,
    }),
  )

const dispute = (status: 'open' | 'won' | 'lost', amount = WHOLE, id = 'dp_1') =>
  church.callBack(
    service.stripe.event(`charge.dispute.${status === 'open' ? 'created' : 'closed'}`, {
      ...{ id, object: 'dispute', amount, currency: 'ngn', status: status === 'open' ? 'needs_response' : status },
      payment_intent: String(service.stripe.sessions.at(-1)?.payment_intent),
      evidence_details: { due_by: null },
    }),
  )

test('50,000.00 given, deposited, 20,000.00 refunded: the month has 30,000.00, the deposit 50,000.00, an adjustment −20,000.00', async () => {
  const { id, contribution_id } = await given()
  const opened = await church.send('POST', '/batches', {
    ...{ name: 'Sunday', counters: ['Ada Obi', 'John Eze'], control_count: 1 },
    controls: [{ currency: 'NGN', amount: WHOLE }],
  })
  const batch = opened.json.data.id
  await church.act(putIntoBatch, { id: batch, gift_ids: [contribution_id] })
  await church.act(closeBatch, { id: batch })
  const deposited = await church.act(depositBatch, { id: batch })
  await refund(id, 2_000_000)
  const after = await get(`/batches/${batch}`)
  assert.deepEqual(
    [await month(), after.totals, after.count, after.sha256],
    [3_000_000, [{ currency: 'NGN', amount: WHOLE }], 1, deposited.sha256],
  )
  const told = after.adjustments.map((one: Record<string, unknown>) => [one.kind, one.amount, one.contribution_id])
  assert.deepEqual(told, [['refunded', -2_000_000, contribution_id]])
  // What goes back of the rest adjusts the same deposit, and so does what comes again.
  await dispute('lost')
  await dispute('won')
  const more = (await get(`/batches/${batch}`)).adjustments.map((one: { amount: number }) => one.amount)
  assert.deepEqual([more, await month()], [[-2_000_000, -3_000_000, 3_000_000], 3_000_000])
})

test('a closed batch is no obstacle to a refund: it is told before it is deposited that it holds less', async () => {
  const { id, contribution_id } = await given()
  const opened = await church.send('POST', '/batches', {
    ...{ name: 'Sunday', counters: ['Ada Obi', 'John Eze'], control_count: 1 },
    controls: [{ currency: 'NGN', amount: WHOLE }],
  })
  const batch = opened.json.data.id
  await church.act(putIntoBatch, { id: batch, gift_ids: [contribution_id] })
  await church.act(closeBatch, { id: batch })
  assert.equal((await refund(id, 2_000_000)).status, 'succeeded')
  await assert.rejects(church.act(depositBatch, { id: batch }), { code: 'wrong_state' })
  assert.deepEqual((await get(`/batches/${batch}`)).totals, [{ currency: 'NGN', amount: 3_000_000 }])
})

test('what is left is of the same day, fund, branch, giver and payment; the refund has a day of its own, by the church’s clock', async () => {
  const ada = await person('Ada', { email: 'ada@example.org' })
  const { id, contribution_id } = await given()
  const whole = await get(`/contributions/${contribution_id}`)
  assert.equal(whole.person_id, ada)
  // At half past eleven at night in UTC it is the next day in Lagos.
  const created = Date.parse('2026-03-31T23:30:00Z') / 1000
  assert.equal(await tell({ id: 're_night', amount: 1_250_000, status: 'succeeded', created }), 200)
  const [made] = await get(`/refunds?gift_id=${id}`)
  assert.deepEqual([made.refunded_on, made.contribution_id], ['2026-04-01', contribution_id])
  for (const [query, found] of [
    ['from=2026-04-01&to=2026-04-01', 1],
    ['to=2026-03-31', 0],
    ['from=2026-04-02', 0],
  ] as const) {
    assert.equal((await get(`/refunds?${query}`)).length, found, query)
  }
  const rest = await get(`/contributions/${made.rest_id}`)
  const { id: _id, amount, amount_base, created_at: _c, updated_at: _u, amount_display: _d, ...same } = rest
  assert.deepEqual([amount, amount_base], [3_750_000, 3_750_000])
  for (const [name, value] of Object.entries(same)) assert.deepEqual(value, whole[name], name)
  const old = await get(`/contributions/${contribution_id}`)
  assert.deepEqual([old.status, old.amount, old.given_on], ['void', WHOLE, whole.given_on])
  assert.equal((await gift()).contribution_id, made.rest_id)
})

test('two records of a giver that are merged, one that is forgotten: money goes back all the same, and the rest names whom the gift named', async () => {
  const [ada, kept] = [await person('Ada', { email: 'ada@example.org' }), await person('Adah')]
  const { id } = await given()
  await church.act(mergePeople, { keep: kept, remove: ada })
  const first = await refund(id, 1_000_000)
  assert.equal((await get(`/contributions/${first.rest_id}`)).person_id, kept)
  await church.act(forgetPerson, { id: kept })
  assert.equal((await get(`/refunds/${first.id}`)).reason, null)
  const second = await refund(id, 1_000_000)
  const rest = await get(`/contributions/${second.rest_id}`)
  assert.deepEqual([rest.person_id, rest.amount, await month()], [null, 3_000_000, 3_000_000])
  assert.deepEqual([rest.donor_email ?? null, rest.donor_phone ?? null], [null, null])
})

test('a pledge has come as far as what is left of the gift', async () => {
  const ada = await person('Ada', { email: 'ada@example.org' })
  const { id, contribution_id } = await given()
  const { given_on } = await get(`/contributions/${contribution_id}`)
  const year = given_on.slice(0, 4)
  const campaign = await church.act(createCampaign, {
    ...{ name: 'Roof', fund_id: church.fund_id, starts_on: `${year}-01-01`, ends_on: `${year}-12-31` },
  })
  const made = await church.send('POST', '/pledges', { campaign_id: campaign.id, amount: WHOLE, person_id: ada })
  const so = async () => {
    const { given: sum, percent } = await get(`/pledges/${made.json.data.id}`)
    return [sum, percent]
  }
  assert.deepEqual(await so(), [WHOLE, 100])
  await refund(id, 1)
  assert.deepEqual(await so(), [WHOLE - 1, 99])
  await refund(id)
  assert.deepEqual(await so(), [0, 0])
})

test('a dispute of a gift of which a part went back takes the rest and no more; of two disputes each counts for itself', async () => {
  const { id } = await given()
  await refund(id, 2_000_000)
  await dispute('open')
  // The whole of it is disputed: what is gone cannot be lost once more.
  await dispute('lost')
  assert.deepEqual([await month(), (await gift()).refunded_amount], [0, WHOLE])
  assert.match((await notices('refund_mismatch'))[0] ?? '', /30,000\.00 of it is recorded/)
  await assert.rejects(refund(id), { code: 'wrong_state' })
  await dispute('won')
  assert.deepEqual([await month(), (await gift()).refunded_amount], [3_000_000, 2_000_000])
  await dispute('lost', 500_000, 'dp_2')
  assert.deepEqual([await month(), (await get('/refunds')).length], [2_500_000, 3])
})

test('a refund takes the password, and finance of the branch; others are refused, and it is in the audit log', async () => {
  const { id } = await given()
  const branch = await church.branch('Ikeja')
  const ask = async (role: Parameters<typeof member>[2], of: number | null, sure: boolean) => {
    const one = await member(service, church, role, of)
    if (sure) await one.ask('POST', '/api/step-up', { password: PASSWORD })
    return await one.inChurch('POST', '/actions/gifts.refund', { id, amount: 100, reason: 'Given twice' })
  }
  assert.equal((await ask('viewer', null, true)).json.error, 'not_permitted')
  assert.equal((await ask('staff', null, true)).json.error, 'not_permitted')
  assert.equal((await ask('finance', branch, true)).status, 404)
  assert.equal((await ask('finance', null, false)).json.error, 'step_up_required')
  const finance = await member(service, church, 'finance')
  await finance.ask('POST', '/api/step-up', { password: PASSWORD })
  const bare = await finance.inChurch('POST', '/actions/gifts.refund', { id, amount: 100 })
  assert.deepEqual(Object.keys(bare.json.errors ?? {}), ['reason'])
  assert.deepEqual(await get('/refunds'), [])
  const done = await finance.inChurch('POST', '/actions/gifts.refund', { id, amount: 100, reason: 'Given twice' })
  assert.deepEqual([done.json.data.status, done.json.data.requested_by], ['succeeded', 'A finance'])
  const owner = await member(service, church, 'owner')
  assert.match((await owner.inChurch('GET', '/views/audit')).text, /Refunded an online gift|gifts\.refund/)
  const key = church.as(await church.keyFor(['contributions:read', 'refunds:read'], branch))
  assert.deepEqual((await key('GET', '/refunds')).json.data, [])
})

test('the command line refunds a gift and lists what went back', async () => {
  const { id } = await given()
  const at = ['--church', church.church.slug]
  const done = await cli(service.databaseUrl, ['gift', 'refund', String(id), '--amount', '2000000', ...at])
  assert.equal(done.code, 0, done.stderr)
  assert.equal(await month(), 3_000_000)
  const listed = await cli(service.databaseUrl, ['refund', 'list', ...at])
  assert.match(listed.stdout, /20,000\.00.*succeeded/)
})

test('property: of two disputes told late, twice and in any order, what is open, its deadline and the notices are the same', async () => {
  const at = (day: number) => Date.parse(`2027-01-0${day}T00:00:00Z`) / 1000
  const events = [
    { id: 'dp_1', status: 'needs_response', created: at(1), due_by: at(5) },
    { id: 'dp_1', status: 'needs_response', created: at(2), due_by: at(6) },
    { id: 'dp_1', status: 'lost', created: at(3), due_by: null },
    { id: 'dp_1', status: 'won', created: at(4), due_by: null },
    { id: 'dp_2', status: 'needs_response', created: at(4), due_by: at(8) },
    { id: 'dp_2', status: 'needs_response', created: at(5), due_by: at(9) },
  ]
  const orders = fc.shuffledSubarray([...events.keys(), ...events.keys()], { minLength: 2 * events.length })
  await fc.assert(
    fc.asyncProperty(orders, async order => {
      church = await service.givingChurch('stripe')
      await given()
      const payment_intent = String(service.stripe.sessions.at(-1)?.payment_intent)
      for (const { id, status, created, due_by } of order.map(index => events[index] ?? assert.fail())) {
        const about = { id, object: 'dispute', amount: 100_000, currency: 'ngn', status, payment_intent }
        const object = { ...about, evidence_details: { due_by } }
        assert.equal(
          await church.callBack(service.stripe.event('charge.dispute.updated', object, undefined, created)),
          200,
        )
      }
      const { dispute, respond_by, refunded_amount } = await gift()
      assert.deepEqual([dispute, respond_by, refunded_amount], ['open', '2027-01-09T00:00:00Z', 0])
      const told = [await notices('dispute_open'), await notices('dispute_won')].map(({ length }) => length)
      assert.ok(told[0] === 1 || told[0] === 2, String(told))
      assert.deepEqual([told[1], await month()], [1, WHOLE])
    }),
    { numRuns: 5 },
  )
})

/** What Stripe may tell, in any order and as often as it likes. */
type Told = { of: 'refund'; at: number; status: 'pending' | 'succeeded' | 'failed' } | { of: 'dispute'; lost: boolean }

const RANK = { pending: 1, succeeded: 2, failed: 3 }

test('property: whatever is told, in any order and however often, the books are the gift less what went back', async () => {
  const amounts = [1_000_000, 1_500_000, 700_001]
  const told = fc.oneof(
    fc.record({
      of: fc.constant('refund' as const),
      at: fc.nat({ max: amounts.length - 1 }),
      status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
    }),
    fc.record({ of: fc.constant('dispute' as const), lost: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 10, maxLength: 24 }), async (all: Told[]) => {
      church = await service.givingChurch('stripe')
      await given()
      const run = randomBytes(4).toString('hex')
      const known = new Map<number, keyof typeof RANK>()
      let lost = false
      for (const one of all) {
        if (one.of === 'dispute') {
          assert.equal(await dispute(one.lost ? 'lost' : 'won', 900_000, `dp_${run}`), 200)
          lost = one.lost
          continue
        }
        const { at, status } = one
        assert.equal(await tell({ id: `re_${run}_${at}`, amount: amounts[at] ?? 0, status }), 200)
        const before = known.get(at)
        // One that nobody had heard of and that failed is nothing.
        if (before === undefined ? status !== 'failed' : RANK[status] > RANK[before]) known.set(at, status)
      }
      const counted = [...known].filter(([, status]) => status !== 'failed')
      const gone = counted.reduce((sum, [at]) => sum + (amounts[at] ?? 0), 0) + (lost ? 900_000 : 0)
      assert.deepEqual([await month('?status=posted'), (await gift()).refunded_amount], [WHOLE - gone, gone])
      const posted = (await get('/contributions?status=posted')).length
      assert.equal(posted, 1)
      const names = await church.told()
      const count = (name: string) => names.filter(each => each === name).length
      assert.equal(count('contribution.recorded') - count('contribution.voided'), 1)
      const [sum] = await service.database.read.all<{
        change: number
      }>(sql`select coalesce(sum(amount), 0)::bigint as change
        from refunds where church_id = ${church.church.id} and status in ('pending', 'succeeded')`)
      assert.equal(sum?.change, gone)
    }),
    { numRuns: 12 },
  )
})
