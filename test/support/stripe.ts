/** Stripe on this machine: Checkout Sessions as its API answers them, and signed events. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { bankDay } from './bank-day.ts'
import { answerIntents, unexpanded } from './stripe-intents.ts'

export const STRIPE_KEYS = { secret_key: 'sk_live_canary51', webhook_secret: 'whsec_canary52' }

/** The same account in test mode. */
export const STRIPE_TEST_KEYS = { ...STRIPE_KEYS, secret_key: 'sk_test_canary53' }

/** A session, as far as it is looked at. */
export type Session = Record<string, unknown> & { id: string; client_reference_id: string }

/** A payment intent, as far as it is looked at. */
export type Intent = Record<string, unknown> & { id: string; customer: string; metadata: Record<string, string | null> }

/** What a signed callback is sent with. */
export interface SignedCall {
  body: string
  headers: Record<string, string>
}

/** A refund, as far as it is looked at. */
export type StripeRefund = Record<string, unknown> & {
  id: string
  payment_intent: string
  amount: number
  status: string
}

/** A payout, as far as it is looked at. */
export type StripePayout = Record<string, unknown> & { id: string; amount: number; status: string }

/** A line of a payout: one way in which the balance changed. */
type BookedLine = Record<string, unknown> & { amount: number; fee: number }
export type StripeBooked = BookedLine & { id: string }

export interface FakeStripe {
  payouts: StripePayout[]
  /** What each payout is made of; the payout itself is among it. */
  booked: Map<string, StripeBooked[]>
  /** What the key may not read: 403 for these paths, and for whatever is asked for with `fees`. */
  forbidden: string[]
  /** Puts a payout of these lines together. */
  payOut(lines: readonly BookedLine[], changes?: object): StripePayout
  refunds: StripeRefund[]
  /** What becomes of a refund when it is asked for; `succeeded`, unless said. */
  refundStatus: string
  /** So many answers to refunds are lost on their way, after the refund was made. */
  loseAnswers: number
  origin: string
  /** Requests as they came: method, path, headers that matter, fields of the form. */
  requests: { method: string; path: string; key: string; form: URLSearchParams }[]
  sessions: Session[]
  /** Charges of mandates, by what was asked for. */
  intents: Intent[]
  /** How the next charges of a card end, by the card; without a word they are paid. */
  outcomes: Map<string, 'paid' | 'processing' | { code: string; decline_code?: string }>
  /** Answers a request in the place of Stripe; undefined: as usual. One that does nothing hangs. */
  reply: ((response: ServerResponse) => void) | undefined
  /** Charges, and loses the answer: hangs up, or says this. */
  loses: string | undefined
  /** What time it is there. */
  clock: { now(): Date }
  /** The giver pays: the session is complete. */
  pay(session: Session, changes?: object): void
  /** @param created when it happened, in seconds; now, unless said */
  event(type: string, object: object, secret?: string, created?: number): SignedCall
  close(): Promise<void>
}

/** Starts one. */
export async function startStripe(): Promise<FakeStripe> {
  const byKey = new Map<string, Session>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const key = String(request.headers['idempotency-key'] ?? '')
    fake.requests.push({ method: request.method ?? '', path: pathname, key, form })
    if (fake.reply !== undefined) return fake.reply(response)
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }
    const livemode = request.headers.authorization === `Bearer ${STRIPE_KEYS.secret_key}`
    if (!livemode && request.headers.authorization !== `Bearer ${STRIPE_TEST_KEYS.secret_key}`) {
      return json(401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_live_****51' },
      })
    }
    if (fake.forbidden.some(one => pathname.startsWith(one))) {
      const message =
        'The provided key does not have the required permissions for this endpoint. Enable rak_payout_read'
      return json(403, { error: { type: 'invalid_request_error', message } })
    }
    const paidOut = pathname === '/v1/payouts' || pathname === '/v1/balance_transactions'
    if (paidOut) return json(200, listOf(fake, new URL(request.url ?? '', 'http://x')))
    if (pathname === '/v1/balance') return json(200, { object: 'balance', livemode, available: [], pending: [] })
    if (request.method === 'POST' && pathname === '/v1/checkout/sessions') {
      const session = byKey.get(key) ?? newSession(form, livemode)
      byKey.set(key, session)
      if (!fake.sessions.includes(session)) fake.sessions.push(session)
      return json(200, session)
    }
    if (pathname === '/v1/refunds') {
      const { status, body } = refundsOf(fake, request.method ?? '', { form, key, url: request.url ?? '' })
      if (request.method === 'POST' && fake.loseAnswers > 0) {
        fake.loseAnswers -= 1
        return void response.destroy()
      }
      return json(status, body)
    }
    if (pathname.startsWith('/v1/payment_intents')) {
      return answerIntents(
        fake,
        request.method ?? '',
        { pathname, key, form, livemode, url: request.url ?? '' },
        (status, body) => {
          if (fake.loses === undefined) json(status, body)
          else if (fake.loses === 'hang up') response.destroy()
          else if (fake.loses === 'never') return
          else response.writeHead(200, { 'Content-Type': 'text/html' }).end(fake.loses)
        },
      )
    }
    const session = fake.sessions.find(
      one => pathname === `/v1/checkout/sessions/${one.id}` && one.livemode === livemode,
    )
    if (session !== undefined) return json(200, { ...session, payment_intent: intentOf(fake, session) })
    json(404, { error: { type: 'invalid_request_error', message: 'No such checkout.session' } })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const fake: FakeStripe = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    sessions: [],
    payouts: [],
    booked: new Map(),
    forbidden: [],
    payOut(lines, changes = {}) {
      const id = `po_${randomBytes(8).toString('hex')}`
      const booked = lines.map(line => ({
        object: 'balance_transaction',
        currency: 'ngn',
        created: seconds(fake),
        source: null,
        ...line,
        id: `txn_${randomBytes(8).toString('hex')}`,
      }))
      const amount = booked.reduce((sum, one) => sum + one.amount - one.fee, 0)
      const day = Date.parse(bankDay(fake.clock.now())) / 1000
      const payout: StripePayout = {
        ...{ id, object: 'payout', amount, currency: 'ngn', status: 'paid', automatic: true },
        ...{
          arrival_date: day,
          created: day,
          failure_code: null,
          failure_message: null,
          reconciliation_status: 'completed',
        },
        ...changes,
      }
      fake.payouts.unshift(payout)
      const itself = {
        id: `txn_${id}`,
        object: 'balance_transaction',
        currency: 'ngn',
        amount: -amount,
        fee: 0,
        created: day,
      }
      fake.booked.set(id, [{ ...itself, type: 'payout', reporting_category: 'payout', source: payout }, ...booked])
      return payout
    },
    refunds: [],
    refundStatus: 'succeeded',
    loseAnswers: 0,
    intents: [],
    outcomes: new Map(),
    loses: undefined,
    reply: undefined,
    clock: { now: () => new Date() },
    pay(session, changes = {}) {
      const payment_intent = `pi_${randomBytes(8).toString('hex')}`
      if (session.saves) session.customer = `cus_${randomBytes(8).toString('hex')}`
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent, ...changes })
    },
    event(type, object, secret = STRIPE_KEYS.webhook_secret, created = seconds(fake)) {
      const id = `evt_${randomBytes(8).toString('hex')}`
      const told = type.startsWith('payment_intent.') ? unexpanded(object as Intent) : object
      const body = JSON.stringify({ id, object: 'event', type, created, data: { object: told } })
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
  return fake
}

/** A page of a list, as Stripe answers it: newest first, after the one that is named. */
function listOf(fake: FakeStripe, { pathname, searchParams: query }: URL): object {
  const since = Number(query.get('arrival_date[gte]') ?? 0)
  const isPayouts = pathname === '/v1/payouts'
  const all: { id: string }[] = isPayouts
    ? fake.payouts.filter(({ arrival_date }) => Number(arrival_date) >= since)
    : (fake.booked.get(query.get('payout') ?? '') ?? [])
  const after = query.get('starting_after')
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(from, from + Number(query.get('limit') ?? 10))
  return { object: 'list', url: pathname, data, has_more: from + data.length < all.length }
}

export const seconds = ({ clock }: FakeStripe): number => Math.floor(clock.now().getTime() / 1000)

function newSession(form: URLSearchParams, livemode: boolean): Session {
  const id = `cs_test_${randomBytes(12).toString('hex')}`
  return {
    id,
    object: 'checkout.session',
    livemode,
    mode: form.get('mode'),
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: form.get('client_reference_id') ?? '',
    currency: form.get('line_items[0][price_data][currency]'),
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    payment_method_types: ['card', 'link'],
    payment_intent: null,
    saves:
      form.get('payment_intent_data[setup_future_usage]') === 'off_session' &&
      form.get('customer_creation') === 'always',
    metadata: { reference: form.get('metadata[reference]') },
    url: `https://checkout.stripe.com/c/pay/${id}`,
  }
}

/** The payment intent as it comes when it is asked for with the session: with the charge and what Stripe keeps of it. */
function intentOf(fake: FakeStripe, session: Session): object | null {
  if (session.payment_intent === null) return null
  const fee = { object: 'balance_transaction', currency: session.currency, fee: 59 }
  const created = session.charged ?? seconds(fake)
  const latest_charge = {
    object: 'charge',
    created,
    payment_method_details: { type: 'card' },
    balance_transaction: fee,
  }
  const unpaid = session.processing === true ? 'processing' : 'requires_payment_method'
  const status = session.payment_status === 'paid' ? 'succeeded' : unpaid
  const kept = session.saves === true && {
    setup_future_usage: 'off_session',
    payment_method: {
      id: session.card ?? `pm_${String(session.payment_intent).slice(3)}`,
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2030 },
    },
  }
  return { id: session.payment_intent, object: 'payment_intent', status, latest_charge, ...kept }
}

/** What was paid under the name of an intent: by a session, or by the charge of a mandate. */
function paymentOf(
  { sessions, intents }: FakeStripe,
  name: string,
): { amount_total: unknown; currency: unknown } | undefined {
  const intent = intents.find(({ id }) => id === name)
  if (intent !== undefined) return { amount_total: intent.amount_received, currency: intent.currency }
  const session = sessions.find(one => one.payment_intent === name)
  return session && { amount_total: session.amount_total, currency: session.currency }
}

/** Makes and lists refunds: the same idempotency key is the same one, and never more than was paid goes back. */
function refundsOf(
  fake: FakeStripe,
  method: string,
  { form, key, url }: { form: URLSearchParams; key: string; url: string },
): { status: number; body: object } {
  const of = method === 'POST' ? form : new URL(url, 'http://x').searchParams
  const payment_intent = of.get('payment_intent') ?? ''
  const theirs = fake.refunds.filter(one => one.payment_intent === payment_intent)
  if (method !== 'POST') return { status: 200, body: { object: 'list', data: theirs, has_more: false } }
  const before = fake.refunds.find(one => one.key === key)
  if (before !== undefined) return { status: 200, body: before }
  const session = paymentOf(fake, payment_intent)
  if (session === undefined) return { status: 404, body: { error: { message: 'No such payment_intent' } } }
  const gone = theirs.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
  const amount = Number(form.get('amount') ?? Number(session.amount_total) - gone)
  if (gone + amount > Number(session.amount_total)) {
    const message = 'Refund amount is greater than unrefunded amount on charge'
    return { status: 400, body: { error: { type: 'invalid_request_error', code: 'charge_already_refunded', message } } }
  }
  const reference = form.get('metadata[reference]')
  const refund = {
    id: `re_${randomBytes(8).toString('hex')}`,
    object: 'refund',
    payment_intent,
    amount,
    currency: session.currency,
    status: fake.refundStatus,
    metadata: reference === null ? {} : { reference },
    created: seconds(fake),
    key,
  }
  fake.refunds.push(refund)
  return { status: 200, body: refund }
}
