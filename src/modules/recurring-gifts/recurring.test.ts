/** Gifts that repeat (decision 0030): one contribution a period, whatever the provider says and does not say. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type GivingChurch, type GivingService, visit } from '../../../test/support/giving.ts'
import { giverPath, moveTo, payLatest, recurringDesk, recurringOf, workOff } from '../../../test/support/recurring.ts'
import { sql } from '../../db/sql.ts'
import { periodAfter, periodDay } from '../../lib/periods.ts'
import { listNotices } from '../../notices/notice.ts'
import { retryRecurring } from './actions.ts'
import { turnOn } from './when.ts'

let service: GivingService
let church: GivingChurch

const {
  begin,
  church: fresh,
  on,
  one,
  said: periods,
  succeeded,
  messages,
  told,
  card,
} = recurringDesk(scene => {
  ;({ service, church } = scene)
})
const declineStripe = (code: string, decline_code?: string) =>
  service.stripe.outcomes.set(card(), { code, ...(decline_code && { decline_code }) })

test('periods are counted from one day and clamped to the end of the month', () => {
  const days = [1, 2, 3, 13].map(n => periodDay('2027-01-31', 'monthly', n))
  assert.deepEqual(days, ['2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29'])
  assert.equal(periodDay('2028-02-29', 'yearly', 1), '2029-02-28')
  assert.equal(periodDay('2027-11-30', 'quarterly', 1), '2028-02-29')
  assert.equal(periodDay('2027-01-31', 'biweekly', 2), '2027-02-28')
  for (const frequency of ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const) {
    for (let n = 0; n < 60; n += 1) {
      const day = periodDay('2027-01-31', frequency, n)
      assert.equal(
        periodAfter('2027-01-31', frequency, day),
        periodDay('2027-01-31', frequency, n + 1),
        `${frequency} ${n}`,
      )
    }
  }
})

for (const provider of ['stripe', 'paystack'] as const) {
  describe(provider, () => {
    beforeEach(() => fresh(provider))

    test('the first gift sets it up, and each month is charged once, in the morning', async () => {
      const led = await church.give({ frequency: 'monthly' })
      assert.equal(led.status, 303, led.text)
      const pending = await one()
      assert.deepEqual([pending.status, await told('giving.recurring_created')], ['pending', []])
      await payLatest(service, church, provider)
      await workOff(service)
      const active = await one()
      const [first] = await succeeded()
      assert.deepEqual(
        [
          active.status,
          active.anchor_on,
          active.next_on,
          active.method_brand,
          active.method_kind,
          active.first_gift_id,
        ],
        ['active', '2027-01-31', '2027-02-28', 'visa', 'card', first.id],
      )
      assert.deepEqual([first.recurring_id, first.due_on], [active.id, '2027-01-31'])
      const [created, ...more] = await told('giving.recurring_created')
      assert.deepEqual([created?.body.data, more], [active, []])
      const sealed = await service.database.read.first<{ token: string }>(sql`select token from mandates
        where church_id = ${church.church.id}`)
      assert.match(sealed?.token ?? '', /^v1\./)
      assert.doesNotMatch(JSON.stringify(created), /pm_|AUTH_/)

      moveTo(service, '2027-02-28T04:00:00Z')
      await workOff(service)
      assert.equal((await succeeded()).length, 1, 'not at night')
      for (const [n, day] of ['2027-02-28', '2027-03-31', '2027-04-30'].entries()) {
        await on(day, active.id)
        await workOff(service)
        assert.equal((await succeeded()).length, n + 2, day)
      }
      const [hour] = [new Date(turnOn('2027-03-31', church.church, active.id)).getUTCHours() + 1]
      assert.ok(hour >= 6 && hour < 10, String(hour))
      const gifts = await succeeded()
      assert.deepEqual(gifts.map(({ due_on }) => due_on).sort(), [
        '2027-01-31',
        '2027-02-28',
        '2027-03-31',
        '2027-04-30',
      ])
      assert.equal((await church.contributions()).length, 4)
      for (const name of ['contribution.recorded', 'payment.succeeded', 'giving.gift_received']) {
        assert.equal((await told(name)).length, 4, name)
      }
      for (const name of ['giving.gift_received', 'payment.succeeded', 'contribution.recorded']) {
        const received = (await told(name)).at(-1) ?? assert.fail()
        assert.equal((received.body.data as { recurring_id: number }).recurring_id, active.id, name)
      }
      const now = await one()
      assert.deepEqual([now.next_on, now.gifts_count, now.given_total], ['2027-05-31', 4, 4 * 150050])
      assert.deepEqual(await messages(), [`About your recurring gift to ${church.church.name}`])
    })
  })
}

describe('what providers answer', () => {
  beforeEach(() => fresh('stripe'))

  test('a soft decline is tried again after 1, 3, 5 and 7 days, with messages on the days 0, 3 and 7', async () => {
    const id = await begin('stripe')
    declineStripe('card_declined', 'insufficient_funds')
    const intents = service.stripe.intents.length
    for (const day of ['2027-02-28', '2027-03-01', '2027-03-02', '2027-03-03', '2027-03-05']) await on(day, id)
    assert.equal(service.stripe.intents.length - intents, 4)
    const late = await one()
    assert.deepEqual([late.status, late.past_due_on], ['past_due', '2027-02-28'])
    assert.match(late.problem, /declined/)
    await on('2027-03-07', id)
    await on('2027-03-08', id)
    assert.equal(service.stripe.intents.length - intents, 5)
    assert.deepEqual(await periods(id), ['2027-01-31 paid', '2027-02-28 failed'])
    assert.equal((await messages()).length, 4, 'that it is set up, and that it is unpaid')
    assert.equal(new Set(service.stripe.intents.slice(intents).map(({ metadata }) => metadata.reference)).size, 5)

    await on('2027-03-31', id)
    for (const day of ['2027-04-01', '2027-04-03', '2027-04-05', '2027-04-07']) await on(day, id)
    const ended = await one()
    assert.deepEqual([ended.status, ended.cancelled_by, ended.next_on], ['cancelled', 'failures', null])
    const [cancelled, ...more] = await told('giving.recurring_cancelled')
    assert.deepEqual([cancelled?.body.data, more], [ended, []])
    assert.deepEqual([...new Set(await messages())], [`About your recurring gift to ${church.church.name}`])
    const bodies = await service.database.read.all<{ body: string }>(sql`select body from messages
      where church_id = ${church.church.id}`)
    for (const { body } of bodies) assert.doesNotMatch(body, /\d|General|taken|declined|unpaid/, body)
    const { token } = (await service.database.read.first<{ token: string | null }>(sql`select token from mandates
      where church_id = ${church.church.id}`)) ?? { token: '' }
    assert.equal(token, null)
  })

  test('a hard decline and one that needs the giver are not tried again; the giver pays with another card', async () => {
    const id = await begin('stripe')
    declineStripe('card_declined', 'lost_card')
    await on('2027-02-28', id)
    const intents = service.stripe.intents.length
    await on('2027-03-05', id)
    assert.deepEqual(
      [service.stripe.intents.length, await periods(id)],
      [intents, ['2027-01-31 paid', '2027-02-28 needs_giver']],
    )
    await assert.rejects(church.act(retryRecurring, { id }), { code: 'validation_failed' })
    const address = await giverPath(service, church, id)
    assert.match((await visit(address)).text, /is not paid yet/)
    const led = await visit(address, { do: 'pay' })
    assert.match(led.location ?? '', /^https:\/\/checkout\.stripe\.com/, led.text)
    assert.equal((await visit(address, { do: 'pay' })).location, led.location, 'the same checkout')
    await payLatest(service, church, 'stripe')
    await workOff(service)
    assert.deepEqual(await periods(id), ['2027-01-31 paid', '2027-02-28 paid'])
    const now = await one()
    assert.deepEqual([now.status, now.past_due_on, now.next_on], ['active', null, '2027-03-31'])
    await on('2027-03-31', id)
    assert.equal((await succeeded()).length, 3, 'the new card is charged')

    declineStripe('authentication_required')
    await on('2027-04-30', id)
    await on('2027-05-02', id)
    assert.equal((await periods(id)).at(-1), '2027-04-30 needs_giver')
  })

  test('an answer that is lost is looked for before anything is charged again: one payment', async () => {
    const id = await begin('stripe')
    const before = service.stripe.intents.length
    for (const garbage of [false, true]) {
      const day = garbage ? '2027-03-31' : '2027-02-28'
      moveTo(service, new Date(turnOn(day, church.church, id).getTime() + 1_000).toISOString())
      service.stripe.loses = garbage ? '<html>' : 'hang up'
      await workOff(service)
      assert.equal((await periods(id)).at(-1), `${day} charging`)
      service.stripe.loses = undefined
      service.pass(2)
      await workOff(service)
      assert.equal((await periods(id)).at(-1), `${day} paid`)
    }
    assert.equal(service.stripe.intents.length, before + 2)
    assert.equal((await church.contributions()).length, 3)
  })

  test('a provider that never heard of a charge is told once more, under the same reference; one that is silent ends unconfirmed', async () => {
    const id = await begin('stripe')
    const before = service.stripe.intents.length
    moveTo(service, new Date(turnOn('2027-02-28', church.church, id).getTime() + 1_000).toISOString())
    service.stripe.reply = response => response.destroy()
    await workOff(service)
    service.stripe.reply = undefined
    service.pass(2)
    await workOff(service)
    assert.deepEqual([service.stripe.intents.length - before, (await succeeded()).length], [1, 2])
    const keys = service.stripe.requests
      .filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents')
      .slice(-2)
    assert.equal(new Set(keys.map(({ key }) => key)).size, 1)

    moveTo(service, new Date(turnOn('2027-03-31', church.church, id).getTime() + 1_000).toISOString())
    service.stripe.reply = response => response.writeHead(500).end('{}')
    for (let look = 0; look < 12; look += 1) {
      await workOff(service)
      service.pass(24 * 60)
    }
    service.stripe.reply = undefined
    const gift = (await church.gifts()).find(({ due_on }) => due_on === '2027-03-31')
    assert.deepEqual(
      [gift?.status, gift?.error, (await periods(id)).at(-1)],
      ['expired', 'unconfirmed', '2027-03-31 failed'],
    )
    await assert.rejects(church.act(retryRecurring, { id }), { code: 'validation_failed' })
    const written = (await messages()).length
    await on('2027-04-13', id)
    assert.equal((await messages()).length, written, 'whoever may have paid is not told that they did not')
    const address = await giverPath(service, church, id)
    const page = (await visit(address)).text
    assert.match(page, /please do not pay again/)
    assert.match(page, new RegExp(gift.reference))
    assert.doesNotMatch(page, /is not paid yet|value="pay"|value="retry"/)
    assert.equal((await visit(address, { do: 'pay' })).status, 422)
    assert.equal((await church.gifts()).filter(({ due_on }) => due_on === '2027-03-31').length, 1)
  })

  test('a late success of an older attempt is a gift of its own, and somebody is told', async () => {
    const id = await begin('stripe')
    declineStripe('card_declined', 'insufficient_funds')
    await on('2027-02-28', id)
    const first = service.stripe.intents.at(-1) ?? assert.fail()
    service.stripe.outcomes.clear()
    await on('2027-03-01', id)
    assert.deepEqual(await periods(id), ['2027-01-31 paid', '2027-02-28 paid'])
    Object.assign(first, { status: 'succeeded', amount_received: first.amount, last_payment_error: null })
    const call = service.stripe.event('payment_intent.succeeded', first)
    for (const _ of [1, 2]) assert.equal(await church.callBack(call), 200)
    await workOff(service)
    const gifts = await succeeded()
    assert.deepEqual(gifts.map(({ due_on }) => due_on).sort(), ['2027-01-31', '2027-02-28', null])
    const notices = await listNotices(service.database, church.church.id)
    assert.deepEqual(
      notices.map(({ title }) => title),
      ['A recurring gift was charged twice'],
    )
  })

  test('money that is on its way is waited for: no other attempt, and the period is paid when it comes', async () => {
    const id = await begin('stripe')
    service.stripe.outcomes.set(`pm_${String(card()).slice(3)}`, 'processing')
    await on('2027-02-28', id)
    await on('2027-03-08', id)
    assert.equal((await periods(id)).at(-1), '2027-02-28 charging')
    const intent = service.stripe.intents.at(-1) ?? assert.fail()
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    assert.equal(await church.callBack(service.stripe.event('payment_intent.succeeded', intent)), 200)
    await workOff(service)
    assert.equal((await periods(id)).at(-1), '2027-02-28 paid')
  })

  test('periods that passed while nothing ran are skipped, and only the last is charged', async () => {
    const id = await begin('stripe')
    await on('2027-04-30', id)
    assert.deepEqual(await periods(id), [
      '2027-01-31 paid',
      '2027-02-28 skipped',
      '2027-03-31 skipped',
      '2027-04-30 paid',
    ])
  })
})

describe('Paystack', () => {
  beforeEach(() => fresh('paystack'))
  const authorization = () => `AUTH_${service.paystack.transactions.at(-1)?.id}`

  test('a challenge, a soft and a hard decline are told apart; a payment that cannot be repeated means reminders', async () => {
    const id = await begin('paystack')
    const code = authorization()
    service.paystack.outcomes.set(code, { status: 'failed', gateway_response: 'Insufficient Funds' })
    await on('2027-02-28', id)
    assert.equal((await periods(id)).at(-1), '2027-02-28 retrying')
    service.paystack.outcomes.set(code, { status: 'pending', paused: true })
    await on('2027-03-01', id)
    assert.equal((await periods(id)).at(-1), '2027-02-28 needs_giver')
    service.paystack.outcomes.clear()
    await church.act(retryRecurring, { id })
    await workOff(service)
    assert.equal((await periods(id)).at(-1), '2027-02-28 paid')
    service.paystack.outcomes.set(code, { status: 'failed', gateway_response: 'Restricted Card' })
    await on('2027-03-31', id)
    assert.equal((await periods(id)).at(-1), '2027-03-31 needs_giver')

    await church.give({ frequency: 'weekly', email: 'bola@example.org' })
    const transaction = service.paystack.transactions.at(-1) ?? assert.fail()
    service.paystack.pay(transaction, { channel: 'bank_transfer', authorization: { reusable: false } })
    await church.callBack(service.paystack.event('charge.success', transaction))
    await workOff(service)
    const weekly = (await recurringOf(church)).at(-1)
    assert.deepEqual([weekly.mode, weekly.status], ['remind', 'pending'])
    const address = await giverPath(service, church, weekly.id)
    assert.match((await visit(`${address}?x=1`)).text, /Confirm it/)
    assert.equal((await recurringOf(church)).at(-1).status, 'pending', 'looking does nothing')
    assert.equal((await visit(address, { do: 'confirm' })).status, 303)
    assert.equal((await told('giving.recurring_created')).length, 2)
    assert.deepEqual(
      [(await recurringOf(church)).at(-1).status, (await recurringOf(church)).at(-1).next_on],
      ['active', '2027-04-07'],
    )
  })
})
