/** Refunds and disputes of online gifts (decision 0027). */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { type GivingChurch, type GivingService, givingParts, startGiving, visit } from '../../../test/support/giving.ts'
import { moneyBack, PAID_BY, type PaidBy, sentLongAgo } from '../../../test/support/money-back.ts'
import { voidContribution } from '../contributions/void-gift.ts'
import { carryOutRefunds } from './carry-out-refunds.ts'
import { refundGift } from './refund-gift.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(() => {
  for (const fake of [service.stripe, service.paystack]) Object.assign(fake, { loseAnswers: 0, reply: undefined })
  service.stripe.refundStatus = 'succeeded'
  service.paystack.refundStatus = 'processed'
  service.resetClock()
})
after(() => service.close())

/** What the church is paid with, and how it is called back. */
const PLAYS = moneyBack(() => ({ service, church }))

/** A gift of 50,000.00 that was paid. */
async function given(provider: PaidBy) {
  church = await service.givingChurch(provider)
  await church.give({ amount: '50,000.00' })
  await PLAYS[provider].pay()
  return await gift()
}

const gift = async () => (await church.gifts()).at(-1)
const refunds = async (query = '') => (await church.send('GET', `/refunds${query}`)).json.data
const refund = (id: number, amount?: number) =>
  church.act(refundGift, { id, reason: 'Given twice', ...(amount !== undefined && { amount }) })
const month = async () => (await church.send('GET', '/contributions')).json.meta.sum_amount_base
const carryOut = () => carryOutRefunds(givingParts(service))
const names = async () => (await church.told()).filter(name => name.startsWith('contribution.'))
const notices = async (kind: string) =>
  await service.database.read.all<{ title: string }>({
    text: 'select title from notices where church_id = $1 and kind = $2',
    values: [church.church.id, kind],
  } as never)

for (const provider of PAID_BY) {
  const play = PLAYS[provider]

  test(`${provider}: of 50,000.00 of which 20,000.00 go back the month has 30,000.00; the rest goes back, and it has none`, async () => {
    const { id, contribution_id: whole, payment_id } = await given(provider)
    assert.equal(payment_id, play.payment())
    const made = await refund(id, 2_000_000)
    assert.deepEqual([made.status, made.amount, made.source], ['succeeded', 2_000_000, 'console'])
    assert.equal(await month(), 3_000_000)
    const part = await gift()
    assert.deepEqual([part.status, part.refunded_amount, part.contribution_id], ['succeeded', 2_000_000, made.rest_id])
    assert.equal(made.contribution_id, whole)
    await assert.rejects(refund(id, 3_000_001), { code: 'validation_failed' })
    const last = await refund(id)
    assert.deepEqual([last.amount, last.rest_id, await month()], [3_000_000, null, 0])
    await assert.rejects(refund(id), { code: 'wrong_state' })
    const recorded = ['contribution.recorded', 'contribution.voided', 'contribution.recorded', 'contribution.voided']
    assert.deepEqual(await names(), recorded)
    assert.equal((await refunds(`?gift_id=${id}&status=succeeded&from=${made.refunded_on}`)).length, 2)
    assert.deepEqual(await refunds(`?gift_id=${id + 1}`), [])
  })

  test(`${provider}: what is refunded in its own dashboard counts once, however often and in whatever order it is told`, async () => {
    await given(provider)
    const one = play.refund(1_000_000, 'pending')
    assert.deepEqual([await play.told(one), await play.told(one), await month()], [200, 200, 4_000_000])
    const told = { ...one }
    one.status = provider === 'stripe' ? 'succeeded' : 'processed'
    assert.equal(await play.told(one), 200)
    assert.equal(await play.told(told), 200)
    assert.deepEqual(
      (await refunds()).map(({ status, source }: { status: string; source: string }) => [status, source]),
      [['succeeded', 'provider']],
    )
    const other = play.refund(1_000_000)
    await Promise.all([play.told(other), play.told(other), play.told(one)])
    assert.deepEqual([await month(), (await gift()).refunded_amount], [3_000_000, 2_000_000])
    // It fails after all.
    other.status = 'failed'
    assert.equal(await play.told(other), 200)
    assert.deepEqual([await month(), (await gift()).refunded_amount], [4_000_000, 1_000_000])
    assert.equal((await notices('refund_failed')).length, 1)
    assert.equal((await names()).length, 1 + 2 * 3)
  })

  test(`${provider}: an answer that is lost on its way is looked for, and the refund is made once`, async () => {
    const { id } = await given(provider)
    Object.assign(service[provider], { loseAnswers: 1 })
    const before = play.asked()
    const waiting = refund(id, 2_000_000)
    await assert.rejects(
      async () => {
        while ((await refunds())[0]?.status !== 'failed') {
          if (play.asked() > before) await refund(id, 1)
        }
      },
      { code: 'wrong_state' },
    )
    service.pass(2)
    for (let round = 0; round < 3; round += 1) await carryOut()
    assert.deepEqual([(await waiting).status, play.asked() - before], ['succeeded', 1])
    assert.deepEqual([(await refunds()).length, await month()], [1, 3_000_000])
  })

  test(`${provider}: a refusal ends it, and is told; nothing in the books moves`, async () => {
    const { id } = await given(provider)
    service[provider].reply = response =>
      void response
        .writeHead(400)
        .end(JSON.stringify({ error: { message: 'no funds' }, status: false, message: 'no funds' }))
    const { status, error } = await refund(id)
    service[provider].reply = undefined
    assert.equal(status, 'failed')
    assert.match(String(error), /no funds/)
    assert.deepEqual(
      [await month(), (await names()).length, (await notices('refund_failed')).length],
      [5_000_000, 1, 1],
    )
    assert.equal((await refund(id)).status, 'succeeded')
  })

  test(`${provider}: a dispute counts until it is lost, once; told later that it was won, the gift is as it was`, async () => {
    await given(provider)
    assert.equal(await play.dispute('open'), 200)
    assert.equal(await play.dispute('open', 'updated'), 200)
    const open = await gift()
    assert.deepEqual([open.dispute, open.respond_by, await month()], ['open', '2027-01-05T00:00:00Z', 5_000_000])
    assert.equal((await notices('dispute_open')).length, 1)
    for (let again = 0; again < 2; again += 1) assert.equal(await play.dispute('lost', 'closed'), 200)
    assert.equal(await play.dispute('open'), 200)
    const lost = await gift()
    assert.deepEqual([lost.dispute, lost.respond_by, lost.refunded_amount, await month()], ['lost', null, 5_000_000, 0])
    assert.equal((await refunds())[0]?.source, 'dispute')
    assert.equal(await play.dispute('won', 'closed'), 200)
    const won = await gift()
    assert.deepEqual([won.dispute, won.refunded_amount, await month()], ['won', 0, 5_000_000])
    await assert.doesNotReject(refund(won.id, 1))
  })
}

/** Asks for a refund whose answer is lost. @returns what it comes to, when all has been looked at */
async function unanswered(id: number, amount: number | undefined, meanwhile: () => unknown) {
  const before = PLAYS.paystack.asked()
  const waiting = refund(id, amount)
  while (PLAYS.paystack.asked() === before) await new Promise(resolve => setTimeout(resolve, 5))
  service.paystack.reply = undefined
  await meanwhile()
  for (const minutes of [2, 6, 7]) {
    service.pass(minutes)
    await sentLongAgo(service)
    await carryOut()
  }
  return { ...(await waiting), asked: PLAYS.paystack.asked() - before }
}

for (const note of ['Refund by staff@example.org', null, 'refund-0a1b2c']) {
  test(`paystack: a refund that was made and not answered is not made again where its note reads ${note}`, async () => {
    const { id } = await given('paystack')
    service.paystack.loseAnswers = 1
    const made = await unanswered(id, 2_000_000, () => {
      Object.assign(service.paystack.refunds.at(-1) ?? assert.fail(), { merchant_note: note })
    })
    assert.deepEqual([made.status, made.source, made.asked], ['succeeded', 'console', 1])
    // Another one of the same amount is another one.
    PLAYS.paystack.refund(2_000_000)
    assert.equal(await PLAYS.paystack.told(), 200)
    const sources = (await refunds()).map(({ source }: { source: string }) => source)
    assert.deepEqual([sources, await month()], [['console', 'provider'], 1_000_000])
  })
}

test('paystack: what is no longer left at the provider is not asked for again, and is told', async () => {
  const { id } = await given('paystack')
  service.paystack.reply = response => void response.destroy()
  const made = await unanswered(id, undefined, () => PLAYS.paystack.refund(4_000_000))
  assert.deepEqual([made.status, made.error, made.asked], ['failed', 'nothing_left', 1])
  assert.deepEqual([await month(), (await notices('refund_failed')).length], [1_000_000, 1])
})

test('a provider that does not answer holds up nobody who is paid by another', async () => {
  const held: ServerResponse[] = []
  const { id } = await given('paystack')
  service.paystack.reply = response => void held.push(response)
  const slow = church
  const waiting = refund(id)
  while (held.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
  const other = await given('stripe')
  assert.equal((await refund(other.id)).status, 'succeeded')
  assert.deepEqual(
    held.map(({ destroyed }) => destroyed),
    [false],
  )
  service.paystack.reply = undefined
  for (const one of held) one.destroy()
  church = slow
  assert.equal((await refunds())[0]?.status, 'requested')
  service.pass(7)
  await sentLongAgo(service)
  await carryOut()
  assert.equal((await waiting).status, 'succeeded')
})

test('garbage and silence leave a refund asked for; it is tried until two days are over, and then a person looks', async () => {
  const { id } = await given('paystack')
  service.paystack.reply = response => void response.writeHead(200).end('<html>')
  const waiting = refund(id)
  while ((await refunds())[0]?.status !== 'requested') await new Promise(resolve => setTimeout(resolve, 20))
  for (let round = 0; round < 12; round += 1) {
    service.pass(1_500)
    await carryOut()
  }
  assert.deepEqual([(await waiting).status, (await waiting).error], ['failed', 'unconfirmed'])
  assert.equal((await notices('refund_unanswered')).length, 1)
  assert.equal(await month(), 5_000_000)
  // It had come about after all.
  service.paystack.reply = undefined
  const [{ reference }] = await refunds()
  const late = PLAYS.paystack.refund(5_000_000)
  late.merchant_note = reference
  assert.equal(await PLAYS.paystack.told(), 200)
  assert.deepEqual([(await refunds())[0]?.status, await month()], ['succeeded', 0])
})

test('several part refunds at the same time never come to more than the gift', async () => {
  const { id } = await given('stripe')
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => refund(id, 2_000_000)))
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length
  assert.ok(done >= 1 && done <= 2)
  const found = await gift()
  assert.equal(found.refunded_amount, done * 2_000_000)
  assert.equal(service.stripe.refunds.filter(one => one.payment_intent === found.payment_id).length, done)
  assert.equal(await month(), 5_000_000 - done * 2_000_000)
})

test('a refund that is told of before its payment is: the payment is asked about first', async () => {
  church = await service.givingChurch('paystack')
  await church.give({ amount: '50,000.00' })
  // Not paid, as far as anybody knows: it is to be told again.
  assert.equal(await PLAYS.paystack.told(), 503)
  await church.give({ amount: '50,000.00' })
  service.paystack.pay(service.paystack.transactions.at(-1) ?? assert.fail())
  PLAYS.paystack.refund(2_000_000)
  assert.equal(await PLAYS.paystack.told(), 200)
  assert.equal(await month(), 3_000_000)
})

test('of a payment that is not in the books for good nothing is told again when it goes back; a dispute of it is told', async () => {
  church = await service.givingChurch('paystack')
  for (const changes of [{ amount: 4_000_000 }, { domain: 'test' }]) {
    await church.give({ amount: '50,000.00' })
    service.paystack.pay(service.paystack.transactions.at(-1) ?? assert.fail(), changes)
    PLAYS.paystack.refund(1_000_000)
    assert.equal(await PLAYS.paystack.told(), 200)
    if ('domain' in changes) continue
    assert.deepEqual([await PLAYS.paystack.told(), await PLAYS.paystack.dispute('open')], [200, 200])
  }
  const [other, wrong] = [await gift(), (await church.gifts()).at(-2)]
  assert.deepEqual([other.status, wrong.error, wrong.dispute], ['pending', 'amount_mismatch', 'open'])
  assert.deepEqual([await refunds(), await month(), (await notices('dispute_open')).length], [[], 0, 1])
})

test('more than the gift, another currency, a payment of somebody else: nothing is recorded that cannot be so', async () => {
  await given('stripe')
  const much = PLAYS.stripe.refund(9_000_000)
  for (let again = 0; again < 2; again += 1) assert.equal(await PLAYS.stripe.told(much), 200)
  assert.deepEqual([await month(), (await refunds())[0]?.amount], [0, 5_000_000])
  const other = { ...PLAYS.stripe.refund(1), currency: 'usd' }
  for (let again = 0; again < 2; again += 1) assert.equal(await PLAYS.stripe.told(other), 200)
  assert.equal((await notices('refund_mismatch')).length, 2)
  assert.equal(await PLAYS.stripe.told({ ...much, id: 're_x', payment_intent: 'pi_of_a_shop' }), 200)
  assert.equal(await PLAYS.stripe.told({ id: 're_y', payment_intent: 'pi_1' }), 500)
  assert.equal((await refunds()).length, 1)
})

test('a gift that a person voided stays void when its money goes back', async () => {
  const { id, contribution_id } = await given('stripe')
  await church.act(voidContribution, { id: contribution_id, reason: 'By mistake' })
  const made = await refund(id, 2_000_000)
  assert.deepEqual([made.status, made.contribution_id, await month()], ['succeeded', null, 0])
})

test('a test payment is refunded at once', async () => {
  church = await service.givingChurch('development')
  const led = await church.give({ amount: '50,000.00' })
  await visit(`${service.url}${led.location}`, { outcome: 'pay' })
  const { id } = await gift()
  assert.equal((await refund(id)).status, 'succeeded')
})
