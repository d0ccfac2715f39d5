/** Charges whose outcome is learned late, otherwise than from the answer, or not at all; and what a closed fund does to them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { type GivingChurch, type GivingService, givingParts, visit } from '../../../test/support/giving.ts'
import { moved } from '../../../test/support/moved-time.ts'
import { beginDue, beginRecurring, giverPath, moveTo, recurringDesk, workOff } from '../../../test/support/recurring.ts'
import { kindsOf } from '../../agenda/hints.ts'
import { sweepAgenda } from '../../agenda/sweep.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { today } from '../../lib/calendar.ts'
import { listNotices } from '../../notices/notice.ts'
import { doingOn } from '../../resource/step.ts'
import { updateFund } from '../contributions/update-fund.ts'
import { carryOutRefunds } from '../online-giving/carry-out-refunds.ts'
import { refundGift } from '../online-giving/refund-gift.ts'
import { resumeAction } from './actions.ts'
import { recurringGiftsModule } from './module.ts'

let service: GivingService
let church: GivingChurch

const desk = recurringDesk(scene => {
  ;({ service, church } = scene)
})
const { fresh, turn, on, one } = desk
const latest = async (id: number) => (await desk.periods(id)).at(-1)
const DAY_SECONDS = 86_400

test('a charge whose answer was lost is found three weeks later, behind many others of the giver: one payment', async () => {
  const id = await fresh('stripe')
  const { stripe } = service
  turn('2027-02-28', id)
  stripe.loses = 'hang up'
  await workOff(service)
  stripe.loses = undefined
  assert.equal((await latest(id))?.status, 'charging')
  const paid = stripe.intents.at(-1) ?? assert.fail()
  // Three weeks pass for Stripe, too, and the giver pays others with the same account.
  const { created } = paid as { created?: number }
  paid.created = Number(created) - 21 * DAY_SECONDS
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update gifts set created_at = ${moved('created_at', '-21 days')} where church_id = ${church.church.id}
      and recurring_id = ${id} and status = 'pending'`),
  )
  for (let n = 0; n < 230; n += 1)
    stripe.intents.push({ ...paid, id: `pi_other${n}`, created, metadata: { reference: `other ${n}` } })
  const before = stripe.intents.length
  service.pass(21 * 24 * 60)
  await workOff(service)
  assert.deepEqual([(await latest(id))?.status, stripe.intents.length], ['paid', before])
  assert.equal((await church.contributions()).length, 2)
})

for (const sent of [false, true]) {
  const how = sent ? 'was sent and never arrived' : 'stands on record'
  test(`a period that a late success has paid is not charged again by the attempt that ${how}`, async () => {
    const id = await fresh('stripe')
    const { stripe } = service
    stripe.outcomes.set(desk.card(), { code: 'card_declined', decline_code: 'insufficient_funds' })
    await on('2027-02-28', id)
    const first = stripe.intents.at(-1) ?? assert.fail()
    stripe.outcomes.clear()
    turn('2027-03-01', id)
    await beginDue(service)
    if (sent) {
      stripe.reply = response => response.destroy()
      await workOff(service)
      stripe.reply = undefined
    }
    assert.equal((await latest(id))?.tries, 2)
    const before = stripe.intents.length
    Object.assign(first, { status: 'succeeded', amount_received: first.amount, last_payment_error: null })
    assert.equal(await church.callBack(stripe.event('payment_intent.succeeded', first)), 200)
    service.pass(2)
    await workOff(service)
    assert.deepEqual([(await latest(id))?.status, stripe.intents.length], ['paid', before])
    assert.equal((await church.contributions()).length, 2)
    assert.deepEqual(await listNotices(service.database, church.church.id), [])
  })
}

for (const answers of [true, false]) {
  const how = answers ? 'with its fee' : 'without its fee where Stripe does not answer'
  test(`a callback that comes days later, for a charge whose answer was lost, is booked on the day of the payment, ${how}`, async () => {
    const id = await fresh('stripe')
    const { stripe } = service
    turn('2027-02-28', id)
    stripe.loses = 'hang up'
    await workOff(service)
    stripe.loses = undefined
    await service.database.write(church.church.id, tx =>
      tx.run(sql`update gifts set created_at = ${moved('created_at', '-5 days')} where church_id = ${church.church.id}
        and recurring_id = ${id} and status = 'pending'`),
    )
    const intent = stripe.intents.at(-1) ?? assert.fail()
    const paid = Math.floor(Date.now() / 1000) - 3 * DAY_SECONDS
    Object.assign(intent.latest_charge as object, { created: paid })
    // The event happened an hour later.
    const { clock } = stripe
    stripe.clock = { now: () => new Date((paid + 3600) * 1000) }
    const call = stripe.event('payment_intent.succeeded', intent)
    stripe.clock = clock
    if (!answers) stripe.reply = response => response.destroy()
    assert.equal(await church.callBack(call), 200)
    stripe.reply = undefined
    const gift = (await church.gifts()).find(({ due_on }) => due_on === '2027-02-28')
    assert.deepEqual([gift?.status, gift?.fee], ['succeeded', answers ? 59 : null])
    const posted = (await church.contributions()).find(({ id }) => id === gift?.contribution_id)
    const days = [paid, paid + 3600].map(at => today(new Date(at * 1000), church.church.timezone))
    assert.equal(posted?.given_on, answers ? days[0] : days[1])
  })
}

test('a giver with more payments than can be looked through is not charged again: somebody has to look', async () => {
  const id = await fresh('stripe')
  const { stripe } = service
  turn('2027-02-28', id)
  stripe.reply = response => response.destroy()
  await workOff(service)
  stripe.reply = undefined
  const [customer] = await service.database.read.all<{ customer_ref: string }>(sql`select customer_ref from mandates
    where church_id = ${church.church.id}`)
  const created = Math.floor(Date.now() / 1000)
  const other = { customer: customer?.customer_ref ?? '', created, metadata: { reference: 'other' } }
  const rest = stripe.intents.splice(0)
  for (let n = 0; n < 2_001; n += 1) stripe.intents.push({ ...other, id: `pi_many${n}` })
  service.pass(2)
  await workOff(service)
  assert.deepEqual([(await latest(id))?.status, stripe.intents.length], ['charging', 2_001])
  stripe.intents.splice(0, stripe.intents.length, ...rest)
})

test('a hard decline that Paystack tells by a callback is not tried again; a soft one is', async () => {
  for (const [words, status] of [
    ['Restricted Card', 'needs_giver'],
    ['Insufficient Funds', 'retrying'],
  ] as const) {
    const id = await fresh('paystack')
    const { paystack } = service
    const code = `AUTH_${paystack.transactions.at(-1)?.id}`
    paystack.outcomes.set(code, { status: 'processing' })
    await on('2027-02-28', id)
    assert.equal((await latest(id))?.status, 'charging', words)
    const transaction = paystack.transactions.at(-1) ?? assert.fail()
    Object.assign(transaction, { status: 'failed', gateway_response: words })
    for (const _ of [1, 2]) assert.equal(await church.callBack(paystack.event('charge.failed', transaction)), 200)
    const before = paystack.transactions.length
    await workOff(service)
    const { error } = (await latest(id)) ?? {}
    assert.deepEqual([(await latest(id))?.status, error], [status, words])
    paystack.outcomes.clear()
    await on('2027-03-01', id)
    assert.equal(paystack.transactions.length - before, status === 'retrying' ? 1 : 0, words)
    assert.equal((await latest(id))?.status, status === 'retrying' ? 'paid' : 'needs_giver')
  }
})

test('a fund that is closed meanwhile is given nothing: its gifts are paused, the giver and the church are told', async () => {
  const id = await fresh('stripe')
  const { fund_id } = church
  const written = async () =>
    (await service.database.read.all(sql`select 1 from messages where church_id = ${church.church.id}`)).length
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update funds set is_active = false, is_default = false where church_id = ${church.church.id} and id = ${fund_id}`,
    ),
  )
  const attempts = async () => (await church.gifts()).length
  const [charges, mails] = [await attempts(), await written()]
  await on('2027-02-28', id)
  await on('2027-03-31', id)
  assert.deepEqual([await attempts(), await written(), (await one()).status], [charges, mails + 1, 'paused'])
  const notices = await listNotices(service.database, church.church.id)
  assert.deepEqual(
    notices.map(({ title }) => title),
    ['Recurring gifts to General are paused'],
  )
  assert.match((await visit(await giverPath(service, church, id))).text, /Paused/)
  await church.act(updateFund, { id: fund_id, is_active: true })
  await church.act(resumeAction, { id })
  await workOff(service)
  await on('2027-04-30', id)
  assert.equal((await latest(id))?.status, 'paid')
})

test('hints that were lost are made anew by the sweep, and charges that were begun are made without one: one payment', async () => {
  const id = await fresh('stripe')
  const forget = () =>
    service.database.write(church.church.id, tx =>
      tx.run(sql`delete from agenda where church_id = ${church.church.id}`),
    )
  const sweep = () => {
    const { database, clock } = service
    const log = pino({ level: 'silent' })
    return sweepAgenda({ ...doingOn(database, clock, HOUSE), clock, log, kinds: kindsOf([recurringGiftsModule]) })
  }
  const before = service.stripe.intents.length
  await forget()
  await on('2027-02-28', id)
  assert.equal(service.stripe.intents.length, before, 'nobody knows that it is due')
  await sweep()
  await beginDue(service)
  assert.equal((await latest(id))?.status, 'charging')
  await forget()
  await workOff(service)
  assert.equal(service.stripe.intents.length, before + 1)
  await forget()
  await sweep()
  await workOff(service)
  await workOff(service)
  assert.deepEqual([service.stripe.intents.length, (await latest(id))?.status], [before + 1, 'paid'])
})

for (const provider of ['stripe', 'paystack'] as const) {
  test(`${provider}: what goes back of a charge, by a refund or a lost dispute, is not given any more`, async () => {
    const id = await fresh(provider)
    await on('2027-02-28', id)
    const paid = (await church.gifts()).find(({ due_on }) => due_on === '2027-02-28')
    await church.act(refundGift, { id: paid.id, reason: 'Asked for', amount: 50_000 })
    await carryOutRefunds(givingParts(service))
    assert.deepEqual([(await one()).given_total, (await one()).gifts_count], [2 * 150_050 - 50_000, 2])
    assert.match((await visit(await giverPath(service, church, id))).text, /2,501\.00/)
    const posted = (await church.contributions()).filter(({ status }) => status === 'posted')
    assert.deepEqual(
      posted.map(({ recurring_id }) => recurring_id),
      [id, id],
      'what is left of one is of the same recurring gift',
    )
    const { stripe, paystack } = service
    const call =
      provider === 'stripe'
        ? stripe.event('charge.dispute.closed', {
            ...{ id: 'dp_1', object: 'dispute', amount: 100_050, currency: 'ngn', status: 'lost' },
            payment_intent: stripe.intents.at(-1)?.id,
          })
        : paystack.event('charge.dispute.resolve', {
            ...{ id: 77, refund_amount: 100_050, currency: 'NGN', status: 'resolved', resolution: 'merchant-accepted' },
            transaction: { reference: paystack.transactions.at(-1)?.reference, amount: 150_050 },
          })
    for (const _ of [1, 2]) assert.equal(await church.callBack(call), 200)
    await workOff(service)
    assert.deepEqual([(await one()).given_total, (await latest(id))?.status], [150_050, 'paid'])
    assert.equal((await church.send('GET', '/contributions')).json.meta.sum_amount_base, 150_050)
  })
}

/** What a bank says where the giver took their consent back; Paystack tells it in words. */
const REVOKED = [
  'revocation_of_authorization',
  'Customer has removed this authorization',
  'Mandate cancelled: customer has cancelled it',
  'Authorization revoked by cardholder',
] as const

for (const words of REVOKED) {
  const provider = words === REVOKED[0] ? 'stripe' : 'paystack'
  test(`${provider}: a giver who took their consent back (${words}) is asked for nothing: it ends, and nobody is charged again`, async () => {
    const id = await fresh(provider)
    const { stripe, paystack } = service
    stripe.outcomes.set(desk.card(), { code: 'card_declined', decline_code: words })
    paystack.outcomes.set(`AUTH_${paystack.transactions.at(-1)?.id}`, { status: 'failed', gateway_response: words })
    await on('2027-02-28', id)
    for (const { outcomes } of [stripe, paystack]) outcomes.clear()
    const charges = () => [stripe.intents.length, paystack.transactions.length]
    const before = charges()
    for (const day of ['2027-03-01', '2027-03-31']) await on(day, id)
    const ended = await one()
    assert.deepEqual(
      [ended.status, ended.cancelled_by, (await latest(id))?.status],
      ['cancelled', 'provider', 'failed'],
    )
    const [cancelled, ...more] = (await church.events()).filter(({ name }) => name === 'giving.recurring_cancelled')
    assert.deepEqual([cancelled?.body.data, more, charges()], [ended, [], before])
  })
}

test('the test provider declines by amount: softly, for good, or asking for the giver', async () => {
  await desk.church('development')
  const begun: number[] = []
  for (const [amount, email] of [
    ['20.51', 'ada@example.org'],
    ['20.52', 'bola@example.org'],
    ['20.53', 'chi@example.org'],
  ] as const)
    begun.push(await beginRecurring(service, church, 'development', { amount, email }))
  moveTo(service, '2027-02-28T12:00:00Z')
  await workOff(service)
  const ended = await Promise.all(begun.map(latest))
  assert.deepEqual(
    ended.map(period => [period?.status, period?.error]),
    [
      ['retrying', 'insufficient_funds'],
      ['needs_giver', 'lost_card'],
      ['needs_giver', 'authentication_required'],
    ],
  )
})
