/** Payouts of providers: each is one batch, whose lines come to what the bank got (decision 0032). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { member } from '../../../test/support/console.ts'
import { type GivingChurch, type GivingService, givingParts, startGiving, visit } from '../../../test/support/giving.ts'
import { readPdf, textOf } from '../../../test/support/read-pdf.ts'
import { type Session, STRIPE_KEYS } from '../../../test/support/stripe.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'
import type { OutgoingRequest } from '../../outgoing/request.ts'
import { reopenBatch } from '../batches/close.ts'
import { depositBatch } from '../batches/deposit.ts'
import { netOf } from '../batches/payout-sums.ts'
import { askForPayouts } from './ask-payouts.ts'
import { stripe } from './providers/stripe.ts'
import { refundGift } from './refund-gift.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  service.resetClock()
  for (const fake of [service.stripe, service.paystack]) Object.assign(fake, { reply: undefined, forbidden: [] })
  service.stripe.payouts.length = 0
  service.paystack.settlements.length = 0
  await service.database.write(0, tx => tx.run(sql`update payment_providers set payouts_look_at = null`))
})
after(() => service.close())

const ask = (): Promise<number> => askForPayouts(givingParts(service))
/** What the account is asked about when it is next due. */
async function paidOut(): Promise<number> {
  service.pass(24 * 60 + 1)
  return await ask()
}
const batches = async (query = '?kind=payout') => (await church.send('GET', `/batches${query}`)).json.data
const batch = async (id: number) => (await church.send('GET', `/batches/${id}`)).json.data
const linesOf = (id: number) =>
  service.database.read.all<{ kind: string; amount: number; fee: number; payment_id: string; contribution_id: number }>(
    sql`select kind, amount, fee, payment_id, contribution_id from payout_lines
      where church_id = ${church.church.id} and batch_id = ${id} order by line`,
  )
const notices = async (kind: string) =>
  (await listNotices(service.database, church.church.id)).filter(notice => notice.kind === kind)

/** A gift that was paid by Stripe. */
async function given(amount: string, tell = true): Promise<Session> {
  await church.give({ amount })
  const session = service.stripe.sessions.at(-1) ?? assert.fail()
  service.stripe.pay(session)
  if (tell) assert.equal(await church.callBack(service.stripe.event('checkout.session.completed', session)), 200)
  return session
}

/** What Stripe books of a payment. */
const charge = (session: Session, fee: number) => ({
  type: 'charge',
  reporting_category: 'charge',
  amount: Number(session.amount_total),
  fee,
  source: {
    id: `ch_${session.id}`,
    object: 'charge',
    payment_intent: session.payment_intent,
    metadata: { reference: session.client_reference_id },
  },
})

const back = (session: Session, amount: number, reporting_category: string, fee = 0) => ({
  type: reporting_category === 'dispute' ? 'adjustment' : 'refund',
  reporting_category,
  amount: -amount,
  fee,
  source: { id: `re_${Math.random()}`, payment_intent: session.payment_intent },
})

test('stripe: a payout is one closed batch with its gifts, its fees and what went back; a person deposits it', async () => {
  church = await service.givingChurch('stripe')
  const [one, other] = [await given('50,000.00'), await given('1,500.00')]
  const earlier = { id: 'ch_1', payment_intent: 'pi_of_somebody_else' }
  const payout = service.stripe.payOut([
    charge(one, 75_000),
    charge(other, 2_250),
    { type: 'charge', reporting_category: 'charge', amount: 9_900, fee: 300, source: earlier },
    back(other, 20_000, 'refund'),
    back(one, 30_000, 'dispute', 1_500),
    { type: 'stripe_fee', reporting_category: 'fee', amount: -500, fee: 0 },
  ])
  assert.equal(await paidOut(), 1)
  const [shown, ...more] = await batches()
  assert.deepEqual([shown.kind, shown.status, shown.count, more], ['payout', 'closed', 2, []])
  assert.match(shown.name, /^Stripe \d{4}-\d{2}-\d{2}$/)
  const made = await batch(shown.id)
  const { gross, fees, refunds, disputes, other: rest, net, missing, missing_count, reference, lines } = made.payout
  assert.deepEqual(
    { gross, fees, refunds, disputes, rest, net, lines, reference },
    {
      gross: 5_159_900,
      fees: 79_550,
      refunds: -20_000,
      disputes: -30_000,
      rest: 0,
      net: payout.amount,
      lines: 6,
      reference: payout.id,
    },
  )
  assert.equal(gross - fees + refunds + disputes + rest, net)
  assert.deepEqual([missing_count, missing[0].payment_id, missing[0].amount], [1, 'pi_of_somebody_else', 9_900])
  assert.deepEqual(made.totals, [{ currency: 'NGN', amount: 5_150_000 }])
  assert.ok(!(await church.told()).includes('giving.batch_deposited'))
  await assert.rejects(church.act(reopenBatch, { id: shown.id }), { code: 'validation_failed' })
  const deposited = await church.act(depositBatch, { id: shown.id })
  assert.deepEqual([deposited.status, deposited.deposited_on], ['deposited', made.payout.arrives_on])
  const [event] = (await church.events()).filter(({ name }) => name === 'giving.batch_deposited')
  assert.ok(event)
  const { data } = event.body as { data: typeof made }
  assert.deepEqual(
    [data.kind, data.count, data.totals, data.payout.net],
    ['payout', 2, [{ currency: 'NGN', amount: 5_150_000 }], payout.amount],
  )
})

test('stripe: told twice, late, by callback and by two nodes at once, it is one batch', async () => {
  church = await service.givingChurch('stripe')
  const payout = service.stripe.payOut([charge(await given('1,000.00'), 100)])
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await church.callBack(service.stripe.event('payout.paid', payout)), 200)
    await Promise.all([ask(), ask(), ask()])
  }
  for (let day = 0; day < 30; day += 1) await paidOut()
  assert.equal((await batches()).length, 1)
})

test('stripe: an answer of many pages is read to its end, and one of another shape, none and no answer in time make nothing', async () => {
  church = await service.givingChurch('stripe')
  const lines = Array.from({ length: 45 }, (_, n) => ({
    ...{ type: 'charge', reporting_category: 'charge', amount: 1_000 + n, fee: n },
    source: { id: `ch_${n}`, payment_intent: `pi_${n}`, padding: 'x'.repeat(5_000) },
  }))
  const payout = service.stripe.payOut(lines)
  for (let n = 0; n < 120; n += 1) service.stripe.payOut([], { status: 'in_transit', id: `po_later_${n}` })
  for (const reply of [
    (response: import('node:http').ServerResponse) => response.end('<html>'),
    (response: import('node:http').ServerResponse) =>
      response.end('{"object":"list","data":[{"id":7}],"has_more":false}'),
    (response: import('node:http').ServerResponse) => response.end('{"object":"list"}'),
    (response: import('node:http').ServerResponse) => response.destroy(),
  ]) {
    service.stripe.reply = reply
    service.pass(24 * 60 + 1)
    await ask()
    assert.deepEqual(await batches(), [])
  }
  service.stripe.reply = () => undefined
  const { network } = service
  const impatient = { request: (one: OutgoingRequest) => network.request({ ...one, timeout: 100 }) }
  service.pass(61)
  await askForPayouts({ ...givingParts(service), network: impatient })
  assert.deepEqual([await batches(), await notices('payouts_refused')], [[], []])
  service.stripe.reply = undefined
  service.pass(61)
  await ask()
  const [made, ...more] = await batches()
  const { payout: said } = await batch(made.id)
  assert.deepEqual([said.lines, said.net, said.missing_count, more], [45, payout.amount, 45, []])
})

test('after two months in which nobody asked, what was paid out meanwhile is found', async () => {
  church = await service.givingChurch('stripe')
  await paidOut()
  const arrival_date = Math.floor(Date.now() / 1_000) + 9 * 86_400
  service.stripe.payOut([charge(await given('1,000.00'), 100)], { arrival_date, created: arrival_date })
  service.pass(60 * 24 * 60)
  await ask()
  assert.equal((await batches()).length, 1)
})

test('a key that may not read payouts is told of once, with what to tick, and everything else goes on', async () => {
  church = await service.givingChurch('stripe')
  for (const isSilent of [true, false, true, false]) {
    service.stripe.reply = isSilent ? response => response.destroy() : undefined
    service.stripe.forbidden = ['/v1/payouts']
    await paidOut()
  }
  const [told, ...more] = await notices('payouts_refused')
  assert.deepEqual(more, [])
  assert.match(told?.body ?? '', /give it Read for Payouts, Balance and Charges/)
  assert.doesNotMatch(told?.body ?? '', /canary/)
  const check = () => stripe.check?.({ values: STRIPE_KEYS }, service.network)
  assert.match((await check()) ?? '', /may not read payouts/)
  service.stripe.forbidden = []
  assert.equal(await check(), undefined)
  service.stripe.payOut([charge(await given('1,000.00'), 100)])
  await paidOut()
  assert.equal((await batches()).length, 1)
  service.stripe.forbidden = ['/v1/payouts']
  await paidOut()
  assert.equal((await notices('payouts_refused')).length, 2, 'told again when it worked in between')
})

test('stripe: a gift whose callback was lost is asked about before its payout is made', async () => {
  church = await service.givingChurch('stripe')
  const lost = await given('1,000.00', false)
  service.stripe.payOut([charge(lost, 100)])
  await paidOut()
  const [made] = await batches()
  assert.deepEqual([made.count, (await batch(made.id)).payout.missing], [1, []])
})

test('a gift that is in another batch stays there, and is named', async () => {
  church = await service.givingChurch('stripe')
  const session = await given('1,000.00')
  const counting = (await church.send('POST', '/batches', { name: 'By hand' })).json.data
  const [{ id: gift }] = await church.contributions()
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update contributions set batch_id = ${counting.id} where church_id = ${church.church.id} and id = ${gift}`,
    ),
  )
  service.stripe.payOut([charge(session, 100)])
  await paidOut()
  const [made] = await batches()
  assert.deepEqual((await batch(made.id)).payout.elsewhere, [
    { contribution_id: gift, batch_id: counting.id, amount: 100_000 },
  ])
  assert.deepEqual([made.count, (await church.contributions())[0].batch_id], [0, counting.id])
})

test('what goes back after the payout adjusts it, before and after somebody deposited it; figures stay', async () => {
  church = await service.givingChurch('stripe')
  service.stripe.payOut([charge(await given('50,000.00'), 75_000)])
  await paidOut()
  const [{ id }] = await batches()
  const [{ id: gift }] = await church.gifts()
  await church.act(refundGift, { id: gift, amount: 2_000_000, reason: 'Twice' })
  const closed = await batch(id)
  assert.deepEqual([closed.totals[0].amount, closed.count], [5_000_000, 1])
  assert.deepEqual(
    closed.adjustments.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
    [['refunded', -2_000_000]],
  )
  await church.act(depositBatch, { id })
  await church.act(refundGift, { id: gift, reason: 'All of it' })
  const { adjustments, totals, payout } = await batch(id)
  assert.deepEqual([adjustments.length, totals[0].amount, payout.gross], [2, 5_000_000, 5_000_000])
})

for (const isDeposited of [false, true]) {
  test(`a payout that the bank sends back ${isDeposited ? 'after its deposit leaves that as it is' : 'is put away, and its gifts come with the next'}`, async () => {
    church = await service.givingChurch('stripe')
    const first = service.stripe.payOut([charge(await given('1,000.00'), 100)])
    await paidOut()
    const [{ id }] = await batches()
    if (isDeposited) await church.act(depositBatch, { id })
    const before = await batch(id)
    Object.assign(first, { status: 'failed', failure_message: 'The bank account has been closed' })
    await church.callBack(service.stripe.event('payout.failed', first))
    await Promise.all([ask(), ask()])
    const failed = await batch(id)
    assert.deepEqual(
      [failed.status, failed.payout_failure, failed.sha256],
      [isDeposited ? 'deposited' : 'discarded', 'The bank account has been closed', before.sha256],
    )
    assert.equal((await notices('payout_failed')).length, 1)
    const again = {
      type: 'payout_failure',
      reporting_category: 'payout_reversal',
      amount: first.amount,
      fee: 0,
      source: first,
    }
    service.stripe.payOut([again, charge(await given('2,000.00'), 200)])
    await paidOut()
    const [, second] = await batches()
    const { payout, count } = await batch(second.id)
    assert.deepEqual([payout.other, count], [first.amount, isDeposited ? 1 : 2])
    await paidOut()
    assert.equal((await notices('payout_failed')).length, 1)
  })
}

test('stripe: a payout that a person made by hand, of which Stripe names nothing, is one line that is not explained', async () => {
  church = await service.givingChurch('stripe')
  service.stripe.payOut([charge(await given('1,000.00'), 100)], { automatic: false })
  await paidOut()
  const [{ id, count }] = await batches()
  const { payout } = await batch(id)
  assert.deepEqual([payout.gross, payout.other, payout.net, payout.lines, count], [0, 99_900, 99_900, 1, 0])
})

test('paystack: a settlement with its transactions and fees; what it deducts is a line of its own', async () => {
  church = await service.givingChurch('paystack')
  for (let n = 0; n < 3; n += 1) {
    await church.give({ amount: '1,500.00' })
    const transaction = service.paystack.transactions.at(-1) ?? assert.fail()
    service.paystack.pay(transaction)
    if (n > 0) await church.callBack(service.paystack.event('charge.success', transaction))
  }
  const mine = service.paystack.transactions.slice(-3)
  const others = Array.from({ length: 60 }, (_, n) => ({
    id: 77_000 + n,
    reference: `shop-${n}`,
    amount: 100,
    fees: 1,
  }))
  service.paystack.settle([...mine, ...others], { deducted: 5_000 })
  service.paystack.settle(mine, { status: 'pending' })
  await paidOut()
  const [made, ...more] = await batches()
  assert.deepEqual([made.count, more], [3, []])
  const { gross, fees, other, net, missing_count, lines } = (await batch(made.id)).payout
  assert.deepEqual(
    { gross, fees, other, net, missing_count, lines },
    { gross: 456_000, fees: 6_810, other: -5_000, net: 444_190, missing_count: 60, lines: 64 },
  )
  service.paystack.reply = response => response.writeHead(401).end('{"status":false,"message":"Invalid key"}')
  await paidOut()
  assert.match((await notices('payouts_refused'))[0]?.body ?? '', /Copy the key from Settings/)
})

test('a payout is of the head branch: who is limited to another sees neither it nor its lines, and a person confirms it once', async () => {
  church = await service.givingChurch('stripe')
  const session = await given('1,000.00')
  service.stripe.payOut([charge(session, 100)])
  await paidOut()
  const [{ id, branch_id }] = await batches()
  assert.equal(branch_id, church.church.hq_branch_id)
  const ikeja = await church.branch('Ikeja')
  const [limited, whole] = [await member(service, church, 'finance', ikeja), await member(service, church, 'finance')]
  for (const path of [`/views/payout_lines?id=${id}`, `/views/batch_slip?id=${id}`]) {
    assert.equal((await limited.inChurch('GET', path)).status, 404, path)
    assert.equal((await whole.inChurch('GET', path)).status, 200, path)
  }
  const { lines, next } = (await whole.inChurch('GET', `/views/payout_lines?id=${id}`)).json.data
  assert.deepEqual([lines.length, lines[0].payment_id, next], [1, session.payment_intent, null])
  const slip = await fetch(`${service.url}/console/api/${church.church.slug}/views/batch_slip?id=${id}`, {
    headers: { cookie: whole.session.join('='), 'sec-fetch-site': 'same-origin' },
  })
  const text = (await readPdf(new Uint8Array(await slip.arrayBuffer()))).map(textOf).join('\n')
  assert.match(text, /Paid out by Stripe/)
  assert.match(text, /Into the bank account[\s\S]*999\.00/)
  const both = await Promise.allSettled([church.act(depositBatch, { id }), church.act(depositBatch, { id })])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('development pays out the day after, each day once, less a fee', async () => {
  church = await service.givingChurch('development')
  const checkout = (await church.give({ amount: '1,000.00' })).location
  await visit(`${service.url}${checkout}`, { outcome: 'pay' })
  assert.equal((await church.gifts())[0].status, 'succeeded')
  service.pass(61)
  await ask()
  for (let day = 0; day < 3; day += 1) await paidOut()
  const [made, ...more] = await batches()
  assert.deepEqual([made?.count, more], [1, []])
  const { gross, fees, net } = (await batch(made.id)).payout
  assert.deepEqual([gross, fees, net], [100_000, 1_500, 98_500])
})

/** What Stripe may book of one of four gifts, or of none. */
const booked = fc.record({
  gift: fc.nat(3),
  category: fc.constantFrom(
    ...['charge', 'charge', 'charge', 'refund', 'dispute', 'refund_failure', 'fee', 'tax', 'charge_failure'],
    ...['other_adjustment', 'risk_reserved_funds'],
  ),
  amount: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  fee: fc.integer({ min: -500, max: 9_999 }),
})
const payouts = fc.array(
  // Sometimes it pays out more or less than it names.
  fc.record({ lines: fc.array(booked, { maxLength: 12 }), more: fc.constantFrom(0, 0, 0, 1, -70_000) }),
  { minLength: 1, maxLength: 6 },
)

test('property: whatever payouts are made of, their lines come to what the bank got', async () => {
  church = await service.givingChurch('stripe')
  const sessions: Session[] = []
  for (let n = 1; n <= 4; n += 1) sessions.push(await given(`${n},000.00`))
  const made = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(payouts, async plan => {
      for (const { lines, more } of plan) {
        const told = lines.map(({ gift, category, amount, fee }) => {
          const session = sessions[gift] ?? assert.fail()
          return category === 'charge' ? charge(session, fee) : { ...back(session, 0, category, fee), amount }
        })
        const payout = service.stripe.payOut(told)
        payout.amount += more
        made.set(payout.id, payout.amount)
      }
      await paidOut()
      const shown = await batches('?kind=payout&per_page=100')
      assert.equal(shown.length, made.size)
      for (const { id } of shown) {
        const { payout } = await batch(id)
        const sum = (await linesOf(id)).reduce((total, { amount, fee }) => total + amount - fee, 0)
        assert.deepEqual([sum, netOf(payout), made.get(payout.reference)], [payout.net, payout.net, payout.net])
      }
      // What it is made of does not matter to who has it: no gift is in two.
      assert.equal((await church.contributions()).length, 4)
    }),
    { numRuns: 6 },
  )
})

test('a refund in the moment in which its payout is told of is before it or after it, and nothing is lost', async () => {
  church = await service.givingChurch('stripe')
  for (let round = 0; round < 6; round += 1) {
    service.stripe.payOut([charge(await given('50,000.00'), 75_000)])
    const { id } = (await church.gifts()).at(-1)
    service.pass(24 * 60 + 1)
    await Promise.all([church.act(refundGift, { id, amount: 2_000_000, reason: 'Twice' }), ask(), ask()])
    const gift = (await church.gifts()).at(-1)
    const made = (await batches()).at(-1)
    const { data: rest } = (await church.send('GET', `/contributions/${gift.contribution_id}`)).json
    assert.deepEqual([rest.amount, rest.batch_id], [3_000_000, made.id])
    const { totals, adjustments } = await batch(made.id)
    const later = adjustments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    assert.equal((totals[0]?.amount ?? 0) + later, 3_000_000)
  }
  assert.equal((await batches()).length, 6)
})
