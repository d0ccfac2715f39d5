import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeStripe, STRIPE_KEYS, startStripe } from '../../../../test/support/stripe.ts'
import { network } from '../../../outgoing/request.ts'
import { NoCheckout, ProviderFault } from '../provider.ts'
import { stripe } from './stripe.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'

let fake: FakeStripe
before(async () => {
  fake = await startStripe()
})
after(() => fake.close())

const reached = () => network(() => fake.origin)
const ACCOUNT = { values: STRIPE_KEYS }
const GIFT = {
  reference: 'gift-1',
  amount: 150050,
  currency: 'USD',
  donor_name: 'Ada',
  donor_email: 'ada@example.org',
  description: 'General',
}
const ADDRESSES = { thanks: 'https://x/thanks', form: 'https://x', test: 'https://x/test' }

test('amounts are sent as Stripe counts each currency, and read back', () => {
  const counted: [string, ours: number, theirs: number][] = [
    ['NGN', 150050, 150050],
    ['JPY', 500, 500],
    ['XOF', 500, 500],
    ['UGX', 500, 50000],
    ['ISK', 500, 50000],
    ['MGA', 50000, 500],
    ['KWD', 5120, 5120],
  ]
  for (const [currency, ours, theirs] of counted) {
    assert.equal(toStripe(ours, currency), theirs, currency)
    assert.equal(fromStripe(theirs, currency), ours, currency)
    assert.equal(stripe.checkAmount?.(ours, currency), undefined, currency)
  }
  assert.equal(stripe.checkAmount?.(5125, 'KWD'), 2)
  assert.equal(stripe.checkAmount?.(50050, 'MGA'), 0)
})

test('a checkout that was not begun says whether it may have been', async () => {
  const kind = async (net = reached()): Promise<string> => {
    const error = await stripe.checkout(GIFT, ACCOUNT, net, ADDRESSES).then(
      () => assert.fail('it was begun'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof NoCheckout, String(error))
    assert.doesNotMatch(error.message, /canary|\*\*\*\*/)
    return error.kind
  }
  assert.equal(await kind(network(() => 'http://127.0.0.1:1')), 'unavailable')
  fake.reply = response => response.destroy()
  const before = fake.requests.length
  assert.equal(await kind(), 'unknown')
  assert.equal(fake.requests.length, before + 1, 'it is not sent again behind our back')
  for (const [status, wanted] of [
    [400, 'refused'],
    [401, 'account'],
    [403, 'account'],
    [402, 'refused'],
    [429, 'unavailable'],
    [500, 'unknown'],
    [503, 'unknown'],
  ] as const) {
    const body = JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid: sk_live_****51' } })
    fake.reply = response => void response.writeHead(status).end(status === 401 ? body : '{"error":{"message":"no"}}')
    assert.equal(await kind(), wanted, String(status))
  }
  fake.reply = response => void response.writeHead(200).end('<html>')
  assert.equal(await kind(), 'unknown')
  fake.reply = response => void response.writeHead(200).end('{"id":"cs_1"}')
  assert.equal(await kind(), 'unknown')
  fake.reply = undefined
})

test('what became of a payment is what the session says; the fee only in the gift’s own currency', async () => {
  const { provider_ref } = await stripe.checkout(GIFT, ACCOUNT, reached(), ADDRESSES)
  const look = (ref: string | null = provider_ref) =>
    stripe.look?.({ reference: 'gift-1', provider_ref: ref }, ACCOUNT, reached())
  assert.deepEqual(await look(), { status: 'pending' })
  assert.deepEqual(await look(null), { status: 'pending' })
  assert.deepEqual(await look('cs_unknown'), { status: 'unknown' })
  const session = fake.sessions.at(-1) ?? assert.fail()
  Object.assign(session, { status: 'complete', payment_intent: 'pi_1' })
  assert.deepEqual(await look(), { status: 'failed', error: 'declined', method: 'card' })
  Object.assign(session, { status: 'expired', payment_intent: null })
  assert.deepEqual(await look(), { status: 'expired' })
  fake.pay(session, { payment_intent: 'pi_2' })
  const paid = {
    status: 'succeeded',
    payment_id: 'pi_2',
    amount: 150050,
    currency: 'USD',
    method: 'card',
    is_test: false,
  }
  const paid_at = '2026-03-01T10:00:00.000Z'
  session.charged = Date.parse(paid_at) / 1000
  assert.deepEqual(await look(), { ...paid, paid_at, fee: 59 })
  const charge = { balance_transaction: { currency: 'eur', fee: 70 }, payment_method_details: { type: 'card' } }
  const intent = { id: 'pi_2', status: 'succeeded', latest_charge: charge }
  fake.reply = response => void response.end(JSON.stringify({ ...session, payment_intent: intent }))
  assert.deepEqual(await look(), { ...paid, paid_at: null, fee: null })
  fake.reply = response => void response.writeHead(500).end('{"error":{"message":"no"}}')
  await assert.rejects(async () => await look(), ProviderFault)
  fake.reply = undefined
})
