import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type GivingChurch, type GivingService, givingParts, startGiving } from '../../../test/support/giving.ts'
import { sql } from '../../db/sql.ts'
import { listNotices } from '../../notices/notice.ts'
import { LOOK_GAPS } from './look-gaps.ts'
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

const transaction = () => service.paystack.transactions.at(-1) ?? assert.fail('no transaction')
const questions = (): number => service.paystack.requests.filter(({ method }) => method === 'GET').length

test('a payment whose callback was lost is found by asking, and posted once', async () => {
  await church.give()
  service.paystack.pay(transaction())
  assert.equal(await reconcile(), 0, 'not before some minutes have passed')
  service.pass(6)
  assert.equal(await reconcile(), 1)
  const [gift] = await church.gifts()
  assert.deepEqual([gift.status, gift.fee], ['succeeded', 2250])
  assert.equal((await church.contributions()).length, 1)
  await church.callBack(service.paystack.event('charge.success', transaction()))
  service.pass(10_000)
  assert.equal(await reconcile(), 0)
  assert.equal((await church.contributions()).length, 1)
})

test('Stripe is asked by its session', async () => {
  const other = await service.givingChurch('stripe')
  await other.give()
  service.stripe.pay(service.stripe.sessions.at(-1) ?? assert.fail())
  service.pass(6)
  await reconcile()
  assert.equal((await other.gifts())[0].status, 'succeeded')
})

test('a gift that nobody pays is asked about with growing gaps, for two days at most, and then expires', async () => {
  await church.give()
  const before = questions()
  let minutes = 0
  for (const gap of LOOK_GAPS) {
    service.pass(gap - 1)
    assert.equal(await reconcile(), 0, `${gap} minutes are not over`)
    service.pass(2)
    minutes += gap
    assert.equal(await reconcile(), 1)
  }
  assert.ok(minutes <= 2 * 24 * 60)
  assert.equal(questions() - before, LOOK_GAPS.length)
  const [gift] = await church.gifts()
  assert.deepEqual([gift.status, gift.error], ['expired', null])
  assert.deepEqual(await church.told(), [])
  service.pass(100_000)
  assert.equal(await reconcile(), 0)
  service.paystack.pay(transaction())
  await church.callBack(service.paystack.event('charge.success', transaction()))
  assert.equal((await church.gifts())[0].status, 'succeeded', 'a payment after that counts all the same')
})

test('two nodes at the same time ask once', async () => {
  for (let n = 1; n <= 6; n += 1) await church.give()
  const before = questions()
  service.pass(6)
  const asked = await Promise.all([reconcile(), reconcile(), reconcile()])
  assert.equal(
    asked.reduce((sum, one) => sum + one, 0),
    6,
  )
  assert.equal(questions() - before, 6)
})

test('a provider that hangs holds up its church only', { timeout: 60_000 }, async () => {
  const other = await service.givingChurch('stripe')
  await church.give()
  await church.give()
  await other.give()
  service.stripe.pay(service.stripe.sessions.at(-1) ?? assert.fail())
  service.pass(6)
  let asked = 0
  let release: () => void = () => undefined
  service.paystack.reply = response => {
    asked += 1
    release = () => response.destroy()
  }
  const round = reconcile()
  while ((await other.gifts())[0].status !== 'succeeded' || asked === 0) await new Promise(done => setTimeout(done, 10))
  release()
  await round
  service.paystack.reply = undefined
  assert.equal(asked, 1, 'who does not answer is not asked about the next in this round')
  assert.deepEqual(
    (await church.gifts()).map(({ status }) => status),
    ['pending', 'pending'],
  )
})

test('a provider that never answers: the gift expires, and administrators are told to look', async () => {
  await church.give()
  service.paystack.reply = response => void response.writeHead(503).end()
  for (const gap of LOOK_GAPS) {
    service.pass(gap + 1)
    await reconcile()
  }
  service.paystack.reply = undefined
  assert.equal((await church.gifts())[0].status, 'expired')
  const notices = await listNotices(service.database, church.church.id)
  assert.deepEqual(
    notices.map(({ kind }) => kind),
    ['payment_unanswered'],
  )
  assert.match(notices[0]?.body ?? '', /Look for gift-/)
  assert.equal((await church.gifts())[0].error, 'unconfirmed')
})

test('a checkout whose answer was lost is asked about by our reference', async () => {
  service.paystack.reply = response => response.destroy()
  await church.give()
  service.paystack.reply = undefined
  const [{ reference, error }] = await church.gifts()
  assert.equal(error, 'unknown_outcome')
  service.paystack.transactions.push({ id: 77, reference, amount: 150050, currency: 'NGN' })
  service.paystack.pay(transaction())
  service.pass(6)
  await reconcile()
  assert.equal((await church.contributions())[0].payment_id, '77')
})

test('that a provider was asked is no change: readers of changes do not see the gift again', async () => {
  await church.give()
  const before = await church.gifts()
  service.pass(6)
  assert.equal(await reconcile(), 1)
  assert.deepEqual(await church.gifts(), before)
})
