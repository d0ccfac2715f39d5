/** Periods that a person has to judge: another amount came, or nobody could say whether anything did (decision 0030). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type GivingChurch, type GivingService, givingParts, visit } from '../../../test/support/giving.ts'
import { giverPath, payLatest, recurringDesk, workOff } from '../../../test/support/recurring.ts'
import { giveUpGift } from '../online-giving/give-up.ts'
import { acceptCharged, ruleOutPayment } from '../online-giving/judge-payment.ts'
import { retryRecurring } from './actions.ts'

let service: GivingService
let church: GivingChurch

const {
  fresh,
  on,
  one,
  said,
  card: latestCard,
} = recurringDesk(scene => {
  ;({ service, church } = scene)
})
const latest = async (id: number) => (await said(id)).at(-1)

describe('money that is not what was asked for', () => {
  test('a charge that is answered with another amount is not tried again', async () => {
    const id = await fresh('stripe')
    service.stripe.outcomes.set(latestCard(), 'processing')
    await on('2027-02-28', id)
    service.stripe.outcomes.clear()
    const intent = service.stripe.intents.at(-1) ?? assert.fail()
    Object.assign(intent, { status: 'succeeded', amount_received: 100 })
    assert.equal(await church.callBack(service.stripe.event('payment_intent.succeeded', intent)), 200)
    const charges = service.stripe.intents.length
    for (const day of ['2027-03-01', '2027-03-03', '2027-03-07']) await on(day, id)
    assert.deepEqual([await latest(id), service.stripe.intents.length], ['2027-02-28 failed', charges])
    assert.equal((await one()).problem, 'amount_mismatch')
    await assert.rejects(church.act(retryRecurring, { id }), { code: 'validation_failed' })
    const address = await giverPath(service, church, id)
    const page = (await visit(address)).text
    assert.match(page, /Your payment was received/)
    assert.doesNotMatch(page, /value="pay"|value="retry"/)
    assert.equal((await visit(address, { do: 'pay' })).status, 422)
    await on('2027-03-31', id)
    assert.deepEqual([await latest(id), (await one()).status], ['2027-03-31 paid', 'active'])
  })

  test('what was charged is taken into the books: its period is paid, and the next is charged as ever', async () => {
    const id = await fresh('stripe')
    service.stripe.outcomes.set(latestCard(), 'processing')
    await on('2027-02-28', id)
    service.stripe.outcomes.clear()
    const intent = service.stripe.intents.at(-1) ?? assert.fail()
    Object.assign(intent, { status: 'succeeded', amount_received: 100 })
    await church.callBack(service.stripe.event('payment_intent.succeeded', intent))
    await workOff(service)
    await assert.rejects(church.act(retryRecurring, { id }), ({ errors }) => {
      return /^what was paid is not what was asked for: on its online gift/.test(errors.status)
    })
    const gift = (await church.gifts()).find(({ error }) => error === 'amount_mismatch')
    assert.equal((await church.act(acceptCharged, { id: gift.id })).amount, 100)
    await workOff(service)
    const standing = await one()
    assert.deepEqual(
      [await latest(id), standing.status, standing.past_due_on, standing.given_total],
      ['2027-02-28 paid', 'active', null, 150_050 + 100],
    )
    await on('2027-03-31', id)
    assert.equal(await latest(id), '2027-03-31 paid')
  })

  test('a charge that nobody could confirm, and that was not paid, is tried again when a person has said so', async () => {
    const id = await fresh('paystack')
    const { paystack } = service
    const code = `AUTH_${paystack.transactions.at(-1)?.id}`
    paystack.outcomes.set(code, { status: 'processing' })
    await on('2027-02-28', id)
    const gift = (await church.gifts()).at(-1)
    const about = { id: gift.id, reference: gift.reference, provider: 'paystack', provider_ref: gift.reference }
    await givingParts(service).take(giveUpGift, church.church, { gift: about, why: 'unanswered' })
    await workOff(service)
    await assert.rejects(church.act(retryRecurring, { id }), { code: 'validation_failed' })
    paystack.outcomes.clear()
    await church.act(ruleOutPayment, { id: gift.id })
    await workOff(service)
    await church.act(retryRecurring, { id })
    await workOff(service)
    assert.deepEqual([await latest(id), (await one()).status], ['2027-02-28 paid', 'active'])
  })

  test('a giver whose checkout brought another amount is offered no second one', async () => {
    const id = await fresh('stripe')
    service.stripe.outcomes.set(latestCard(), { code: 'card_declined', decline_code: 'lost_card' })
    await on('2027-02-28', id)
    const address = await giverPath(service, church, id)
    await visit(address, { do: 'pay' })
    const session = service.stripe.sessions.at(-1) ?? assert.fail()
    session.amount_total = 100
    await payLatest(service, church, 'stripe')
    await workOff(service)
    assert.doesNotMatch((await visit(address)).text, /value="pay"|value="retry"/)
    assert.equal((await visit(address, { do: 'pay' })).status, 422)
    assert.equal((await visit(address, { do: 'retry' })).status, 422)
  })
})
