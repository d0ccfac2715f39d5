import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  type GivingChurch,
  type GivingService,
  givingParts,
  startGiving,
  useProvider,
  visit,
} from '../../../test/support/giving.ts'
import { sql } from '../../db/sql.ts'
import type { ApiError } from '../../errors.ts'
import { listNotices } from '../../notices/notice.ts'
import { forgetPerson } from '../people/forget.ts'
import { LOOK_GAPS, looksOf } from './look-gaps.ts'
import { removeAccount, setAccount } from './provider-actions.ts'
import { reconcileGifts } from './reconcile.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  service.resetClock()
  await service.database.write(0, tx => tx.run(sql`update gifts set look_at = null`))
  church = await service.givingChurch('paystack')
})
after(() => service.close())

const reconcile = (): Promise<number> => reconcileGifts(givingParts(service))

/** Lets time pass until so many questions were asked, after those before. */
async function ask(questions: number = LOOK_GAPS.length, asked = 0): Promise<void> {
  for (let n = 0; n < questions; n += 1) {
    service.pass((LOOK_GAPS[asked + n] ?? 1_440) + 1)
    await reconcile()
  }
}

const transaction = () => service.paystack.transactions.at(-1) ?? assert.fail('no transaction')
const session = () => service.stripe.sessions.at(-1) ?? assert.fail('no session')
const gift = async (of = church) => (await of.gifts()).at(-1)
const thanks = async (of = church): Promise<string> =>
  (await visit(`${of.page}/thanks/${(await gift(of)).reference}`)).text
const kinds = async (of = church): Promise<string[]> =>
  (await listNotices(service.database, of.church.id)).map(({ kind }) => kind)
/** The page asks again only after some seconds. */
const forgetLook = () => service.database.write(0, tx => tx.run(sql`update gifts set looked_at = null`))
const remove = (force = false) => church.act(removeAccount, { provider: 'paystack', force })

test('a bank debit that is under way does not expire within weeks, and its giver is told not to pay again', async () => {
  const other = await service.givingChurch('stripe')
  await other.give()
  Object.assign(session(), { status: 'complete', payment_intent: 'pi_debit', processing: true })
  assert.equal(await other.callBack(service.stripe.event('checkout.session.completed', session())), 200)
  assert.match(await thanks(other), /on its way[\s\S]*do not pay again/)
  await ask()
  assert.equal((await gift(other)).status, 'pending')
  await ask(6, LOOK_GAPS.length)
  service.stripe.pay(session())
  await ask(1, LOOK_GAPS.length)
  assert.equal((await gift(other)).status, 'succeeded')
  assert.deepEqual(await kinds(other), [])
})

test('a payment that is still under way after weeks is given up with a notice, and recorded should it come', async () => {
  await church.give()
  for (const status of ['queued', 'ongoing', 'pending', 'processing']) {
    transaction().status = status
    await forgetLook()
    assert.match(await thanks(), /on its way/, status)
    await service.database.write(0, tx => tx.run(sql`update gifts set processing_at = null`))
  }
  await ask(looksOf(true) - 1)
  assert.equal((await gift()).status, 'pending')
  assert.deepEqual(await kinds(), [])
  await ask(1, looksOf(true) - 1)
  const { status, error } = await gift()
  assert.deepEqual([status, error], ['expired', 'unconfirmed'])
  assert.deepEqual(await kinds(), ['payment_unanswered'])
  service.pass(1_000_000)
  assert.equal(await reconcile(), 0)
  assert.match(await thanks(), /do not pay again/)
  service.paystack.pay(transaction())
  await forgetLook()
  assert.match(await thanks(), /Thank you/, 'the page asks about gifts that expired, too')
})

test('a payment of another amount: the page says that it was received and is not to be paid again', async () => {
  await church.give()
  service.paystack.pay(transaction(), { amount: 150 })
  await church.callBack(service.paystack.event('charge.success', transaction()))
  const text = await thanks()
  assert.match(text, /Your payment was received[\s\S]*do not pay again/)
  assert.doesNotMatch(text, /try again|start again|not received a gift/i)
})

test('a payment that failed and is then paid with the same reference is found, though its callback is lost', async () => {
  await church.give()
  const failed = { status: 'failed', gateway_response: 'declined' }
  Object.assign(transaction(), failed)
  await church.callBack(service.paystack.event('charge.failed', transaction()))
  assert.equal((await gift()).status, 'failed')
  await ask(3)
  service.paystack.pay(transaction())
  await ask(1, 3)
  assert.equal((await gift()).status, 'succeeded')
  await church.give()
  Object.assign(transaction(), failed)
  await church.callBack(service.paystack.event('charge.failed', transaction()))
  service.paystack.pay(transaction())
  assert.match(await thanks(), /Thank you/, 'the page asks about gifts that failed, too')
  assert.equal((await church.contributions()).length, 2)
})

test('a gift that failed for good is asked about no longer than others, and told of once', async () => {
  await church.give()
  Object.assign(transaction(), { status: 'failed', gateway_response: 'declined' })
  await ask()
  service.pass(100_000)
  assert.equal(await reconcile(), 0)
  assert.deepEqual(await church.told(), ['payment.failed'])
  assert.deepEqual(await kinds(), [])
})

test('a provider that was removed, or has another account’s key now: nobody says that the gift was not paid', async () => {
  await church.give()
  await remove(true)
  const other = await service.givingChurch('stripe')
  await other.give()
  session().id = 'cs_of_another_account'
  await ask()
  for (const of of [church, other]) {
    const { status, error } = await gift(of)
    assert.deepEqual([status, error], ['expired', 'unconfirmed'])
    assert.deepEqual(await kinds(of), ['payment_unanswered'])
    assert.match(await thanks(of), /do not pay again/)
  }
})

test('a key is not replaced, nor an account removed, while gifts wait for it, unless that is said twice', async () => {
  await church.give()
  const set = (secret_key: string, force = false) =>
    church.act(setAccount, { provider: 'paystack', values: { secret_key }, force })
  await assert.rejects(set('sk_live_another'), ({ errors }: ApiError) => {
    assert.match(errors?.secret_key ?? '', /^would be replaced while gifts wait/)
    return true
  })
  await assert.rejects(remove(), /1 gifts wait/)
  await set('sk_live_canary61')
  await set('sk_live_another', true)
  assert.equal((await remove(true)).pending, 1)
})

test('a gift that cannot be settled is asked about no longer than others, and administrators are told', async () => {
  await church.give()
  service.paystack.pay(transaction())
  await church.callBack(service.paystack.event('charge.success', transaction()))
  const { id } = transaction()
  await church.give()
  service.paystack.pay(transaction(), { id })
  await church.give({ amount: '20' })
  const last = transaction()
  await ask(1)
  service.paystack.pay(last)
  await ask(LOOK_GAPS.length - 1, 1)
  const statuses = (await church.gifts()).map(({ status, error }) => [status, error])
  assert.deepEqual(statuses, [
    ['succeeded', null],
    ['expired', 'unconfirmed'],
    ['succeeded', null],
  ])
  assert.deepEqual(await kinds(), ['payment_unanswered'])
  service.pass(100_000)
  assert.equal(await reconcile(), 0)
})

test('given_on is the day of the payment in the church’s time zone, never a day to come', async () => {
  const away = await service.givingChurch('paystack', { timezone: 'Pacific/Kiritimati' })
  const days: unknown[] = []
  const day = 86_400_000
  const zone = new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' })
  const today = zone.format(new Date())
  const paid = [
    new Date(Date.now() - 3 * day).toISOString(),
    new Date(Date.now() + 9 * day).toISOString(),
    'soon',
    undefined,
  ]
  for (const paid_at of paid) {
    await away.give()
    await service.database.write(0, tx => tx.run(sql`update gifts set created_at = now() - interval '9 days'`))
    service.paystack.pay(transaction(), { paid_at })
    await away.callBack(service.paystack.event('charge.success', transaction()))
    days.push((await away.contributions()).at(-1).given_on)
  }
  assert.deepEqual(days, [zone.format(new Date(Date.now() - 3 * day)), today, today, today])
  const other = await service.givingChurch('stripe', { timezone: 'UTC' })
  await other.give()
  await service.database.write(0, tx => tx.run(sql`update gifts set created_at = now() - interval '9 days'`))
  service.stripe.pay(session(), { charged: Math.floor(Date.now() / 1000) - 2 * 86_400 })
  await other.callBack(service.stripe.event('checkout.session.completed', session()))
  assert.equal(
    (await other.contributions())[0].given_on,
    new Date(Date.now() - 2 * day).toISOString().slice(0, 10),
    'the charge says when',
  )
})

test('an account that is set anew with the same provider goes on being asked', async () => {
  await church.give()
  await useProvider(service, church.church, 'stripe')
  service.paystack.pay(transaction())
  await ask(1)
  assert.equal((await gift()).status, 'succeeded')
})

test('of who was forgotten while their gift could still be paid nothing stays when it is not, and all the books need when it is', async () => {
  const forgetAda = async (): Promise<void> => {
    const { id } = (await church.send('POST', '/people', { first_name: 'Ada', email: 'ada@example.org' })).json.data
    await church.act(forgetPerson, { id })
  }
  const of = async () => {
    const { status, donor_name, donor_email, note } = await gift()
    return [status, donor_name, donor_email, note]
  }
  const give = (): Promise<unknown> => church.give({ note: 'For Ada' })
  const fail = async (): Promise<void> => {
    Object.assign(transaction(), { status: 'failed', gateway_response: 'declined' })
    await church.callBack(service.paystack.event('charge.failed', transaction()))
  }
  await give()
  await forgetAda()
  assert.deepEqual(await of(), ['pending', 'Ada Obi', '', 'For Ada'])
  await ask()
  assert.deepEqual(await of(), ['expired', '', '', null])
  await give()
  await fail()
  await forgetAda()
  assert.deepEqual(await of(), ['failed', 'Ada Obi', '', 'For Ada'])
  await ask()
  assert.deepEqual(await of(), ['failed', '', '', null])
  await give()
  await forgetAda()
  service.paystack.pay(transaction())
  await church.callBack(service.paystack.event('charge.success', transaction()))
  assert.deepEqual(await of(), ['succeeded', 'Ada Obi', '', 'For Ada'])
  const [paid] = await church.contributions()
  assert.deepEqual([paid.donor_name, paid.donor_email, paid.person_id], ['Ada Obi', null, null])
  await give()
  await forgetAda()
  service.paystack.pay(transaction(), { amount: 150 })
  await church.callBack(service.paystack.event('charge.success', transaction()))
  assert.deepEqual(await of(), ['failed', 'Ada Obi', '', 'For Ada'], 'money came')
  await give()
  await ask()
  assert.deepEqual(await of(), ['expired', 'Ada Obi', 'ada@example.org', 'For Ada'])
})
