/**
 * Stripe without the giver: what of a paid checkout may be charged again, PaymentIntents that are confirmed `off_session`, and
 * what events tell of those (https://docs.stripe.com/payments/save-during-payment, https://docs.stripe.com/declines/codes).
 */

import type Stripe from 'stripe'
import type { Account } from '../../../account-settings.ts'
import { lastDay } from '../../../lib/calendar.ts'
import { oneLine } from '../../../outgoing/answer-text.ts'
import type { Network, NoAnswer } from '../../../outgoing/request.ts'
import {
  type Charged,
  type Decline,
  type Mandate,
  NotAllowed,
  type PaymentHappening,
  type PaymentProvider,
  type PaymentState,
  ProviderFault,
} from '../provider.ts'
import { chargeOf, client, feeOf, isStripeError, library, said, stripe } from './stripe.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'

/** Marks our charges among the intents of an account: those of checkouts are told of by their sessions. */
const OURS = 'mandate'

/** Codes after which a card is not to be tried again. */
const HARD = new Set(
  `lost_card stolen_card pickup_card expired_card restricted_card invalid_account card_not_supported fraudulent
  merchant_blacklist revocation_of_all_authorizations stop_payment_order incorrect_number
  invalid_number invalid_expiry_month invalid_expiry_year transaction_not_allowed security_violation`.split(/\s+/),
)
/** The giver told their bank that this church charges them no more. */
const REVOKED = 'revocation_of_authorization'
const GIVER = new Set(['authentication_required', 'offline_pin_required', 'online_or_offline_pin_required'])

const EXPAND = ['latest_charge.balance_transaction']
/** Charges of one giver among which ours is looked for: those since it was begun, less what clocks may differ by. */
const A_PAGE = 100
const MOST_LISTED = 20 * A_PAGE
const CLOCKS_DIFFER_SECONDS = 86_400

type Parts = Required<Pick<PaymentProvider, 'mandate' | 'charge' | 'findCharge' | 'receive' | 'look'>>

export const stripeCharges: Parts = {
  async mandate({ provider_ref }, account, network) {
    if (provider_ref === null) return undefined
    const heard: { failure?: NoAnswer } = {}
    try {
      const session = await client(account, network, heard).checkout.sessions.retrieve(provider_ref, {
        expand: ['payment_intent.payment_method'],
      })
      return mandateOf(session)
    } catch (error) {
      throw heard.failure ?? faultOf(error)
    }
  },

  async charge(gift, mandate, account, network) {
    const heard: { failure?: NoAnswer } = {}
    const { reference, amount, currency, description } = gift
    try {
      const intent = await client(account, network, heard).paymentIntents.create(
        {
          amount: toStripe(amount, currency),
          currency: currency.toLowerCase(),
          customer: mandate.customer_ref,
          payment_method: mandate.token,
          off_session: true,
          confirm: true,
          description,
          metadata: { reference, [OURS]: '1' },
        },
        { idempotencyKey: reference },
      )
      return chargedOf(await withFee(intent, account, network))
    } catch (error) {
      throwUnlessDeclined(error, heard.failure)
      return declined(error)
    }
  },

  async findCharge({ reference, provider_ref, begun_at }, mandate, account, network) {
    const heard: { failure?: NoAnswer } = {}
    try {
      const stripe = client(account, network, heard)
      const { paymentIntents } = stripe
      if (provider_ref !== null) return chargedOf(await retrieve(stripe, provider_ref))
      const found = await foundAmong(params => paymentIntents.list(params), reference, {
        customer: mandate.customer_ref,
        created: { gte: Math.floor(Date.parse(begun_at) / 1000) - CLOCKS_DIFFER_SECONDS },
        limit: A_PAGE,
      })
      if (found === undefined) return { state: { status: 'none' }, provider_ref: null }
      return chargedOf(await retrieve(stripe, found.id))
    } catch (error) {
      throw heard.failure ?? faultOf(error)
    }
  },

  receive(request, account) {
    const sessions = stripe.receive?.(request, account) ?? []
    if (sessions.length > 0) return sessions
    // It was verified a line above.
    return intentHappenings(JSON.parse(request.body.toString('utf8')) as Stripe.Event)
  },

  async look(gift, account, network) {
    if (gift.charged && gift.provider_ref === null) throw new ProviderFault('Stripe did not name the payment yet')
    if (!gift.provider_ref?.startsWith('pi_'))
      return (await stripe.look?.(gift, account, network)) ?? { status: 'pending' }
    const heard: { failure?: NoAnswer } = {}
    try {
      return stateOf(await retrieve(client(account, network, heard), gift.provider_ref))
    } catch (error) {
      if (heard.failure === undefined && isStripeError(error) && error.statusCode === 404) return { status: 'unknown' }
      throw heard.failure ?? faultOf(error)
    }
  },
}

/** With its charge and fee, where the key may read them: a restricted key may not be allowed to. */
async function retrieve({ paymentIntents }: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  try {
    return await paymentIntents.retrieve(id, { expand: EXPAND })
  } catch (error) {
    if (!isStripeError(error) || error.statusCode !== 403) throw error
    return await paymentIntents.retrieve(id)
  }
}

/**
 * A payment that was just made, asked for once more with its fee: to ask for that with the charge would have a key that may not
 * read fees refused altogether. That it was paid is known, whatever becomes of this question.
 */
async function withFee(
  intent: Stripe.PaymentIntent,
  account: Account,
  network: Network,
): Promise<Stripe.PaymentIntent> {
  if (intent.status !== 'succeeded') return intent
  return await retrieve(client(account, network), intent.id).catch(() => intent)
}

/** @throws ProviderFault where there are too many to say that ours is not among them */
async function foundAmong(
  list: (those: Stripe.PaymentIntentListParams) => AsyncIterable<Stripe.PaymentIntent>,
  reference: string,
  those: Stripe.PaymentIntentListParams,
): Promise<Stripe.PaymentIntent | undefined> {
  let seen = 0
  for await (const intent of list(those)) {
    if (intent.metadata?.reference === reference) return intent
    seen += 1
    if (seen === MOST_LISTED) throw new ProviderFault('Stripe has too many payments of this giver to look through')
  }
  return undefined
}

function faultOf(error: unknown): Error {
  if (error instanceof ProviderFault) return error
  const status = isStripeError(error) ? error.statusCode : undefined
  return status === 401 || status === 403 ? new NotAllowed(said(error)) : new ProviderFault(said(error))
}

/** What may be charged again of a session that was paid; a session keeps a customer where it was asked to. */
function mandateOf({ customer, payment_intent }: Stripe.Checkout.Session): Mandate | undefined {
  const intent = typeof payment_intent === 'string' ? null : payment_intent
  const method = typeof intent?.payment_method === 'string' ? null : intent?.payment_method
  const customer_ref = typeof customer === 'string' ? customer : customer?.id
  if (!method || customer_ref === undefined || intent?.setup_future_usage !== 'off_session') return undefined
  const { id: token, type, card } = method
  if (card === undefined) {
    return { customer_ref, token, kind: 'direct_debit', brand: type, last4: null, expires_on: null }
  }
  const { brand, last4, exp_month, exp_year } = card
  return { customer_ref, token, kind: 'card', brand, last4, expires_on: lastDay(exp_year, exp_month) }
}

const chargedOf = (intent: Stripe.PaymentIntent): Charged => ({ state: stateOf(intent), provider_ref: intent.id })

/** @param told when an event told of it, in seconds: about when it was paid. Events name the charge only */
function stateOf(intent: Stripe.PaymentIntent, told?: number): PaymentState {
  const charge = chargeOf(intent)
  const method = charge?.payment_method_details?.type ?? null
  switch (intent.status) {
    case 'succeeded': {
      const currency = intent.currency.toUpperCase()
      const paid = charge?.created ?? told
      return {
        status: 'succeeded',
        payment_id: intent.id,
        amount: fromStripe(intent.amount_received, currency),
        currency,
        fee: feeOf(intent, currency),
        method,
        paid_at: paid === undefined ? null : new Date(paid * 1000).toISOString(),
        is_test: intent.livemode === false,
      }
    }
    case 'processing':
      return { status: 'processing' }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'failed', error: 'authentication_required', method, final: true, decline: 'giver' }
    case 'requires_payment_method':
    case 'canceled': {
      const last = intent.last_payment_error
      const error = oneLine(last?.message ?? last?.decline_code ?? last?.code ?? 'declined')
      return { status: 'failed', error, method, final: true, decline: declineOf(last?.code, last?.decline_code) }
    }
    default:
      throw new ProviderFault(`Stripe tells of a payment that is ${oneLine(String(intent.status))}`)
  }
}

function declineOf(...codes: (string | null | undefined)[]): Decline {
  if (codes.includes(REVOKED)) return 'revoked'
  if (codes.some(code => code && GIVER.has(code))) return 'giver'
  return codes.some(code => code && HARD.has(code)) ? 'hard' : 'soft'
}

/** Only a plain refusal says that nothing was charged; of all else it has to be looked. */
function throwUnlessDeclined(error: unknown, failure: NoAnswer | undefined): void {
  if (failure !== undefined) throw failure
  const plain = isStripeError(error) && [400, 402, 404].includes(error.statusCode ?? 0)
  if (!plain || error instanceof library().errors.StripeIdempotencyError) throw faultOf(error)
}

/** 402: the bank said no. 400 and 404: the card, or the customer, is no longer there or of another account. */
function declined(error: unknown): Charged {
  const { statusCode, code, decline_code, payment_intent, message } = error as Stripe.errors.StripeError
  const decline = statusCode === 402 ? declineOf(code, decline_code) : 'hard'
  const state = { status: 'failed', error: oneLine(message), method: null, final: true, decline } as const
  return { state, provider_ref: payment_intent?.id ?? null }
}

/** What an event, verified before, tells of a charge of ours. */
function intentHappenings({ type, data, created }: Stripe.Event): readonly PaymentHappening[] {
  if (!/^payment_intent\.(succeeded|payment_failed|processing|canceled)$/.test(type)) return []
  const intent = data.object as Stripe.PaymentIntent
  const reference = intent.metadata?.reference
  if (!reference || intent.metadata?.[OURS] !== '1') return []
  return [{ reference, provider_ref: intent.id, state: stateOf(intent, created) }]
}
