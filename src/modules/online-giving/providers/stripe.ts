/** Stripe: Checkout Sessions in payment mode, signed events (https://docs.stripe.com/api/checkout/sessions). */

import type Stripe from 'stripe'
import type { Account } from '../../../account-settings.ts'
import { lazily } from '../../../lib/lazily.ts'
import { oneLine } from '../../../outgoing/answer-text.ts'
import { type Network, NoAnswer } from '../../../outgoing/request.ts'
import { because } from '../../../texts/because.ts'
import { msg } from '../../../texts/language.ts'
import {
  type Happening,
  NoCheckout,
  NoRefund,
  NotAllowed,
  type PayableGift,
  type PaymentProvider,
  type PaymentState,
  ProviderFault,
  Unverified,
} from '../provider.ts'
import { digits, fromStripe, toStripe } from './stripe-amounts.ts'
import { type Asking, listPayouts } from './stripe-payouts.ts'
import { createRefund, listRefunds, moneyBack } from './stripe-refunds.ts'

export const library = lazily<typeof Stripe>('stripe')

export const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof library().errors.StripeError

/** A client whose requests go through our network, once: what fails is not sent again behind our back. */
export function client({ values }: Account, network: Network, heard: { failure?: NoAnswer } = {}): Stripe {
  const fetched = async (url: string, init: RequestInit): Promise<Response> => {
    // The package repeats a request whose connection broke; the idempotency key makes that harmless, but not honest.
    if (heard.failure !== undefined) throw new Error(heard.failure.message)
    const headers = Object.fromEntries(new Headers(init.headers))
    const method = init.method === 'POST' ? 'POST' : 'GET'
    const body = typeof init.body === 'string' ? { body: init.body } : {}
    try {
      const { status, text, headers: answered } = await network.request({ method, url, headers, ...body })
      return new Response(text, { status, headers: { 'request-id': answered['request-id'] ?? '' } })
    } catch (error) {
      if (error instanceof NoAnswer) heard.failure = error
      throw error
    }
  }
  const Client = library()
  return new Client(values.secret_key ?? '', {
    httpClient: Client.createFetchHttpClient(fetched as typeof fetch),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 30_000,
  })
}

const prefix = (begins: RegExp, wanted: string) => (value: string) => (begins.test(value) ? undefined : wanted)

export const stripe: PaymentProvider = {
  name: 'stripe',
  title: 'Stripe',
  callsBack: true,
  repeatable: true,
  settings: {
    secret_key: {
      title: 'Secret key',
      label:
        'Secret key (Developers, API keys): sk_live_…, or a restricted key (write: Checkout Sessions, PaymentIntents, Customers, Refunds; read: PaymentMethods, Charges, Disputes, Balance, Payouts): rk_live_…',
      secret: true,
      required: true,
      check: prefix(/^[sr]k_[A-Za-z0-9_]+$/, msg('must begin with sk_ or rk_')),
    },
    webhook_secret: {
      title: 'Webhook signing secret',
      label:
        'Signing secret of the webhook endpoint (Developers, Webhooks): whsec_…; events: checkout.session.*, payment_intent.*, refund.*, charge.refunded, charge.dispute.*, payout.paid, payout.failed, payout.reconciliation_completed',
      secret: true,
      required: false,
      check: prefix(/^whsec_\S+$/, msg('must begin with whsec_')),
    },
  },

  isTest: ({ values }) => /^[sr]k_test_/.test(values.secret_key ?? ''),

  checkAmount(amount, currency) {
    const theirs = toStripe(amount, currency)
    if (!Number.isInteger(theirs)) return 0
    if (digits(currency)[0] === 3 && theirs % 10 !== 0) return 2
    return undefined
  },

  async checkout(gift, account, network, { thanks, form }) {
    const heard: { failure?: NoAnswer } = {}
    try {
      const session = await client(account, network, heard).checkout.sessions.create(
        {
          mode: 'payment',
          submit_type: 'donate',
          client_reference_id: gift.reference,
          customer_email: gift.donor_email,
          line_items: [{ quantity: 1, price_data: price(gift) }],
          metadata: { reference: gift.reference },
          payment_intent_data: {
            description: gift.description,
            metadata: { reference: gift.reference },
            // Checkout tells the giver that their card is kept, and asks the bank once for all.
            ...(gift.saves && { setup_future_usage: 'off_session' as const }),
          },
          ...(gift.saves && { customer_creation: 'always' as const }),
          success_url: thanks,
          cancel_url: form,
        },
        { idempotencyKey: gift.reference },
      )
      if (typeof session.url !== 'string') throw new NoCheckout('unknown', 'Stripe gave no address of the checkout')
      return { url: session.url, provider_ref: session.id }
    } catch (error) {
      if (error instanceof NoCheckout) throw error
      throw noCheckout(error, heard.failure)
    }
  },

  receive(request, { values }) {
    if (values.webhook_secret === undefined) throw new Unverified('No signing secret is set.')
    let event: Stripe.Event
    try {
      event = library().webhooks.constructEvent(
        request.body,
        request.headers['stripe-signature'] ?? '',
        values.webhook_secret,
      )
    } catch (error) {
      throw new Unverified(error instanceof Error ? error.message : String(error))
    }
    return happenings(event)
  },

  async look({ provider_ref }, account, network) {
    // The checkout's answer was lost, so nobody was sent to it; an event would name our reference.
    if (provider_ref === null) return { status: 'pending' }
    const heard: { failure?: NoAnswer } = {}
    try {
      return stateOf(await retrieve(client(account, network, heard), provider_ref))
    } catch (error) {
      if (heard.failure !== undefined) throw heard.failure
      if (error instanceof ProviderFault) throw error
      if (isStripeError(error) && error.statusCode === 404) return { status: 'unknown' }
      throw new ProviderFault(said(error))
    }
  },

  async refund(asked, account, network) {
    const heard: { failure?: NoAnswer } = {}
    try {
      return await createRefund(client(account, network, heard), asked)
    } catch (error) {
      if (error instanceof ProviderFault) throw new NoRefund('unknown', error.message)
      const { kind, message } = noCheckout(error, heard.failure)
      // The same request is under way there, as its idempotency key says.
      const isUnderWay = isStripeError(error) && error.statusCode === 409
      throw new NoRefund(isUnderWay ? 'unknown' : kind, message)
    }
  },

  async refunds(payment_id, account, network) {
    const heard: { failure?: NoAnswer } = {}
    try {
      return await listRefunds(client(account, network, heard), payment_id)
    } catch (error) {
      if (heard.failure !== undefined) throw heard.failure
      if (error instanceof ProviderFault) throw error
      throw new ProviderFault(said(error))
    }
  },

  payouts: (since, account, network) => listPayouts(asking(account, network), since),

  payoutRights: msg(
    'In Stripe, under Developers, API keys, edit the restricted key and give it Read for Payouts, Balance and Charges; then payouts are asked for again within a day.',
  ),

  async check(account, network) {
    const heard: { failure?: NoAnswer } = {}
    let lacks: string | undefined
    try {
      const asked = client(account, network, heard)
      lacks = because('The key may not read the balance, so fees stay unknown.')
      await asked.balance.retrieve()
      lacks = because('The key may not read payouts, so what comes to your bank is not shown.')
      await asked.payouts.list({ limit: 1 })
    } catch (error) {
      if (heard.failure !== undefined) throw heard.failure
      // A restricted key that is good, and may not read everything.
      if (error instanceof library().errors.StripePermissionError) return lacks
      throw new ProviderFault(said(error))
    }
    return account.values.webhook_secret === undefined
      ? because('The signing secret of the webhook is not set, so payments are learnt of with a delay.')
      : undefined
  },
}

/** Asks with a client of its own each time: one whose connection broke asks nothing more. */
const asking =
  (account: Account, network: Network): Asking =>
  async ask => {
    const heard: { failure?: NoAnswer } = {}
    try {
      return await ask(client(account, network, heard))
    } catch (error) {
      if (heard.failure !== undefined) throw heard.failure
      if (error instanceof ProviderFault) throw error
      const status = isStripeError(error) ? error.statusCode : undefined
      throw status === 401 || status === 403 ? new NotAllowed(said(error)) : new ProviderFault(said(error))
    }
  }

/** With its charge and fee, where the key may read them: a restricted key may not be allowed to. */
async function retrieve(stripe: Stripe, session: string): Promise<Stripe.Checkout.Session> {
  const { sessions } = stripe.checkout
  try {
    return await sessions.retrieve(session, { expand: ['payment_intent.latest_charge.balance_transaction'] })
  } catch (error) {
    if (!isStripeError(error) || error.statusCode !== 403) throw error
    return await sessions.retrieve(session)
  }
}

const price = ({ amount, currency, description }: PayableGift) => ({
  currency: currency.toLowerCase(),
  unit_amount: toStripe(amount, currency),
  product_data: { name: description },
})

/** What went wrong, in one line. What Stripe says of a wrong key shows a part of it, so that is not repeated. */
export function said(error: unknown): string {
  if (error instanceof library().errors.StripeAuthenticationError) return 'Stripe does not accept the secret key'
  return oneLine(error instanceof Error ? error.message : String(error))
}

function noCheckout(error: unknown, failure: NoAnswer | undefined): NoCheckout {
  if (failure !== undefined) return new NoCheckout(failure.mayHaveArrived ? 'unknown' : 'unavailable', failure.message)
  const status = isStripeError(error) ? (error.statusCode ?? 0) : 0
  if (status === 429) return new NoCheckout('unavailable', said(error))
  if (status === 401 || status === 403) return new NoCheckout('account', said(error))
  if (status < 400 || status >= 500) return new NoCheckout('unknown', said(error))
  return new NoCheckout('refused', said(error), mendable(error as Stripe.errors.StripeError))
}

/** A field of the form that Stripe does not take. */
function mendable({ code = '', param = '' }: Stripe.errors.StripeError): 'amount' | 'email' | undefined {
  if (code === 'email_invalid' || param === 'customer_email') return 'email'
  return code.startsWith('amount_') || param.includes('unit_amount') ? 'amount' : undefined
}

function happenings(event: Stripe.Event): readonly Happening[] {
  const money = moneyBack(event)
  if (money !== undefined) return money
  if (event.type.startsWith('payout.')) return [{ payouts: true }]
  if (!event.type.startsWith('checkout.session.')) return []
  const session = event.data.object as Stripe.Checkout.Session
  const reference = session.client_reference_id ?? session.metadata?.reference
  if (session.mode !== 'payment' || !reference) return []
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return [{ reference, provider_ref: session.id, state: stateOf(session, event.created) }]
    case 'checkout.session.async_payment_failed':
      return [{ reference, state: { status: 'failed', error: 'declined', method: methodOf(session) } }]
    case 'checkout.session.expired':
      return [{ reference, state: { status: 'expired' } }]
    default:
      return []
  }
}

/**
 * What a session says; the fee and the exact method only where the payment intent was asked for with it.
 * @param told when an event told of it, in seconds: about when it was paid
 */
function stateOf(session: Stripe.Checkout.Session, told?: number): PaymentState {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const payment_id = typeof session.payment_intent === 'string' ? session.payment_intent : intent?.id
  if (session.payment_status === 'paid') {
    const { amount_total } = session
    if (typeof amount_total !== 'number' || typeof session.currency !== 'string') {
      throw new ProviderFault('Stripe tells of a payment without its amount or currency')
    }
    const currency = session.currency.toUpperCase()
    const amount = fromStripe(amount_total, currency)
    const fee = feeOf(intent, currency)
    const paid = chargeOf(intent)?.created ?? told
    return {
      status: 'succeeded',
      payment_id: payment_id ?? session.id,
      amount,
      currency,
      fee,
      method: methodOf(session),
      paid_at: paid === undefined ? null : new Date(paid * 1000).toISOString(),
      is_test: session.livemode === false,
    }
  }
  if (session.status === 'expired') return { status: 'expired' }
  const gaveUp = intent !== null && ['requires_payment_method', 'canceled'].includes(intent.status)
  if (session.status !== 'complete') return { status: 'pending' }
  // Complete and not paid: a bank debit, whose money comes in days.
  if (!gaveUp) return { status: 'processing' }
  return {
    status: 'failed',
    error: oneLine(intent.last_payment_error?.message ?? 'declined'),
    method: methodOf(session),
  }
}

export function chargeOf(intent: Stripe.PaymentIntent | null): Stripe.Charge | null {
  const charge = intent?.latest_charge ?? null
  return typeof charge === 'string' ? null : charge
}

/** Null where Stripe books it in another currency. */
export function feeOf(intent: Stripe.PaymentIntent | null, currency: string): number | null {
  const booked = chargeOf(intent)?.balance_transaction ?? null
  if (booked === null || typeof booked === 'string' || booked.currency.toUpperCase() !== currency) return null
  return booked.fee < 0 ? null : Math.round(fromStripe(booked.fee, currency))
}

/** What was paid with; of a session alone that is known only where it allowed one method. */
function methodOf(session: Stripe.Checkout.Session): string | null {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const used = chargeOf(intent)?.payment_method_details?.type
  const [only = null, ...more] = session.payment_method_types ?? []
  return used ?? (more.length === 0 ? only : null)
}
