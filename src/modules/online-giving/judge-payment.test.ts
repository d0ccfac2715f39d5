/** Payments that only a person can judge: of another amount than was asked for, or of which nobody could say what became (decision 0011). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, PASSWORD } from '../../../test/support/console.ts'
import { type GivingChurch, type GivingService, givingParts, startGiving } from '../../../test/support/giving.ts'
import { moneyBack, PAID_BY, type PaidBy } from '../../../test/support/money-back.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'
import { setRate } from '../contributions/exchange-rates.ts'
import { giveUpGift } from './give-up.ts'
import { acceptCharged, ruleOutPayment } from './judge-payment.ts'
import { refundGift } from './refund-gift.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(() => {
  for (const fake of [service.stripe, service.paystack]) fake.reply = undefined
})
after(() => service.close())

const PLAYS = moneyBack(() => ({ service, church }))

/** 50,000.00 were asked for, and 40,000.00 were paid. */
const CHARGED = 4_000_000
async function mismatched(provider: PaidBy, currency = 'NGN') {
  church = await service.givingChurch(provider)
  await church.give({ amount: '50,000.00' })
  await PLAYS[provider].pay(provider === 'stripe' ? { amount_total: CHARGED, currency } : { amount: CHARGED, currency })
  return await gift()
}

const gift = async () => (await church.gifts()).at(-1)
const month = async () => (await church.send('GET', '/contributions')).json.meta.sum_amount_base
const notices = async (kind: string) =>
  (await listNotices(service.database, church.church.id)).filter(one => one.kind === kind)
const accept = (id: number) => church.act(acceptCharged, { id })

for (const provider of PAID_BY) {
  const play = PLAYS[provider]

  test(`${provider}: what was paid is taken into the books once, with its day, its events and a line in the audit log`, async () => {
    const { id, ...asked } = await mismatched(provider)
    assert.deepEqual(
      [asked.error, asked.amount, asked.charged_amount, asked.charged_currency, asked.payment_id, await month()],
      ['amount_mismatch', 5_000_000, CHARGED, 'NGN', play.payment(), 0],
    )
    const one = await member(service, church, 'finance')
    await one.ask('POST', '/api/step-up', { password: PASSWORD })
    const done = await one.inChurch('POST', '/actions/gifts.accept_charged', { id })
    assert.equal(done.status, 200, done.text)
    const { status, error, amount, contribution_id } = done.json.data
    assert.deepEqual([status, error, amount, await month()], ['succeeded', null, CHARGED, CHARGED])
    assert.equal((await church.contributions())[0].id, contribution_id)
    await assert.rejects(accept(id), { code: 'validation_failed' })
    // The same word of the provider once more.
    await play.pay(
      provider === 'stripe' ? { payment_intent: asked.payment_id, amount_total: CHARGED } : { amount: CHARGED },
    )
    const told = (await church.told()).filter(name => name !== 'user.invited')
    assert.deepEqual(told, [
      ...['payment.failed', 'contribution.recorded', 'payment.succeeded', 'giving.gift_received'],
    ])
    const [line] = await service.database.read.all<{ detail: string }>(sql`select detail::text as detail from audit_log
      where church_id = ${church.church.id} and operation = 'gifts.accept_charged'`)
    assert.deepEqual(JSON.parse(line?.detail ?? ''), {
      asked: 5_000_000,
      asked_currency: 'NGN',
      amount: CHARGED,
      currency: 'NGN',
    })
    const back = await church.act(refundGift, { id, reason: 'Not what was asked for' })
    assert.deepEqual([back.status, back.amount, await month()], ['succeeded', CHARGED, 0])
  })

  test(`${provider}: what went back before it was in the books counts from then on`, async () => {
    const { id } = await mismatched(provider)
    assert.equal(await play.told(play.refund(1_000_000)), 200)
    assert.equal((await accept(id)).refunded_amount, 1_000_000)
    assert.equal(await month(), CHARGED - 1_000_000)
  })

  test(`${provider}: a dispute of it is told; lost before it was in the books, it took the money`, async () => {
    const { id } = await mismatched(provider)
    for (let again = 0; again < 2; again += 1) assert.equal(await play.dispute('open'), 200)
    assert.deepEqual([(await gift()).dispute, (await notices('dispute_open')).length], ['open', 1])
    assert.equal(await play.dispute('lost', provider === 'stripe' ? 'closed' : 'resolve'), 200)
    assert.equal((await notices('dispute_lost')).length, 1)
    const taken = await accept(id)
    assert.deepEqual([taken.dispute, taken.refunded_amount, await month()], ['lost', CHARGED, 0])
    const [refund] = (await church.send('GET', '/refunds')).json.data
    assert.deepEqual([refund.source, refund.status, refund.amount], ['dispute', 'succeeded', CHARGED])
  })
}

test('another currency needs its rate, which is that of the day of the payment', async () => {
  const { id, charged_currency } = await mismatched('paystack', 'USD')
  assert.equal(charged_currency, 'USD')
  await assert.rejects(accept(id), { code: 'validation_failed' })
  await church.act(setRate, { currency: 'USD', rate: '1650.25', valid_from: '2020-01-01' })
  assert.equal((await accept(id)).currency, 'USD')
  assert.equal(await month(), 6_601_000_000)
})

test('while the provider cannot be asked what went back nothing is changed', async () => {
  const { id } = await mismatched('stripe')
  service.stripe.reply = response => void response.destroy()
  await assert.rejects(accept(id), { code: 'service_unavailable' })
  assert.deepEqual([(await gift()).error, await month()], ['amount_mismatch', 0])
})

test('of one that failed before what was paid was kept the provider is asked; an amount that no gift can have is recorded by hand', async () => {
  const { id } = await mismatched('paystack')
  const forget = () =>
    service.database.write(church.church.id, tx =>
      tx.run(sql`update gifts set charged_amount = null, charged_currency = null, payment_id = null
        where church_id = ${church.church.id}`),
    )
  await forget()
  service.paystack.transactions.at(-1)!.status = 'reversed'
  await assert.rejects(accept(id), { code: 'wrong_state' })
  service.paystack.transactions.at(-1)!.status = 'success'
  assert.equal((await accept(id)).amount, CHARGED)
  await church.give({ amount: '50,000.00' })
  await PLAYS.paystack.pay({ amount: 0.5 })
  const odd = await gift()
  assert.deepEqual([odd.error, odd.charged_amount], ['amount_mismatch', null])
})

test('a gift that nobody could confirm is said not to be paid; a payment that is told of later counts all the same', async () => {
  church = await service.givingChurch('paystack')
  await church.give({ amount: '50,000.00' })
  const { id, reference, provider } = await gift()
  const about = { id, reference, provider, provider_ref: reference }
  await givingParts(service).take(giveUpGift, church.church, { gift: about, why: 'unanswered' })
  assert.equal((await gift()).error, 'unconfirmed')
  const done = await church.act(ruleOutPayment, { id })
  assert.deepEqual([done.status, done.error], ['expired', null])
  await assert.rejects(church.act(ruleOutPayment, { id }), { code: 'validation_failed' })
  await PLAYS.paystack.pay()
  assert.deepEqual([(await gift()).status, await month()], ['succeeded', 5_000_000])
})

test('finance may, within their branch, with their password; nobody else', async () => {
  const { id } = await mismatched('stripe')
  const lagos = await church.branch('Lagos')
  for (const name of ['accept_charged', 'rule_out']) {
    const asked = async (role: 'finance' | 'staff', branch: number | null, isKnown: boolean) => {
      const one = await member(service, church, role, branch)
      if (isKnown) await one.ask('POST', '/api/step-up', { password: PASSWORD })
      return (await one.inChurch('POST', `/actions/gifts.${name}`, { id })).json.error
    }
    assert.deepEqual(
      [await asked('finance', null, false), await asked('finance', lagos, true), await asked('staff', null, true)],
      ['step_up_required', 'not_found', 'not_permitted'],
      name,
    )
  }
  assert.equal((await gift()).error, 'amount_mismatch')
})
