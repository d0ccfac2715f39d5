/** Charges of mandates at Stripe on this machine: PaymentIntents as its API answers them. */
import { randomBytes } from 'node:crypto'
import { type FakeStripe, type Intent, seconds } from './stripe.ts'

interface AskedIntent {
  pathname: string
  key: string
  form: URLSearchParams
  livemode: boolean
  url: string
}

/** Charges: one of a key is the same intent, however often it is sent (https://docs.stripe.com/api/idempotent_requests). */
export function answerIntents(
  fake: FakeStripe,
  method: string,
  { pathname, key, form, livemode, url }: AskedIntent,
  json: (status: number, body: object) => void,
): void {
  const isExpanded = form.has('expand[0]') || new URL(url, 'http://x').searchParams.has('expand[0]')
  if (isExpanded && fake.forbidden.includes('fees')) {
    json(403, { error: { type: 'invalid_request_error', message: 'The key may not read balance transactions' } })
    return
  }
  if (method === 'GET') {
    const one = fake.intents.find(({ id }) => pathname.endsWith(`/${id}`))
    if (one !== undefined) json(200, isExpanded ? one : unexpanded(one))
    else if (pathname === '/v1/payment_intents') json(200, intentsOf(fake, new URL(url, 'http://x')))
    else json(404, { error: { type: 'invalid_request_error', message: 'No such payment_intent' } })
    return
  }
  const known = fake.intents.find(one => one.key === key)
  const intent = known ?? newIntent(fake, key, form, livemode)
  if (known === undefined) fake.intents.push(intent)
  if (intent.status !== 'requires_payment_method') json(200, isExpanded ? intent : unexpanded(intent))
  else json(402, { error: { ...(intent.last_payment_error as object), type: 'card_error', payment_intent: intent } })
}

/** As Stripe tells of an intent by itself, in its events too: the charge is named and not there (https://docs.stripe.com/api/expanding_objects). */
export function unexpanded(intent: Intent): Intent {
  const { latest_charge } = intent
  return { ...intent, latest_charge: latest_charge && (latest_charge as { id?: string }).id }
}

/** A page of a customer's intents, newest first, as Stripe answers it. */
function intentsOf({ intents }: FakeStripe, { searchParams: query }: URL): object {
  const since = Number(query.get('created[gte]') ?? 0)
  const all = intents
    .filter(({ customer, created }) => customer === query.get('customer') && Number(created) >= since)
    .toReversed()
  const after = query.get('starting_after')
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(from, from + Number(query.get('limit') ?? 10)).map(unexpanded)
  return { object: 'list', url: '/v1/payment_intents', data, has_more: from + data.length < all.length }
}

function newIntent(fake: FakeStripe, key: string, form: URLSearchParams, livemode: boolean): Intent {
  const card = form.get('payment_method') ?? ''
  const outcome = fake.outcomes.get(card) ?? 'paid'
  const declined = typeof outcome === 'object'
  const currency = form.get('currency') ?? ''
  const latest_charge = {
    id: `ch_${randomBytes(8).toString('hex')}`,
    object: 'charge',
    created: seconds(fake),
    payment_method_details: { type: 'card' },
    balance_transaction: { object: 'balance_transaction', currency, fee: 59 },
  }
  const amount = Number(form.get('amount'))
  return {
    id: `pi_${randomBytes(8).toString('hex')}`,
    object: 'payment_intent',
    created: seconds(fake),
    key,
    livemode,
    card,
    customer: form.get('customer') ?? '',
    off_session: form.get('off_session'),
    amount,
    amount_received: outcome === 'paid' ? amount : 0,
    currency,
    status: declined ? 'requires_payment_method' : outcome === 'paid' ? 'succeeded' : 'processing',
    last_payment_error: declined ? { ...outcome, message: `Your card was declined (${outcome.code}).` } : null,
    latest_charge: outcome === 'paid' ? latest_charge : null,
    metadata: { reference: form.get('metadata[reference]'), mandate: form.get('metadata[mandate]') },
  }
}
