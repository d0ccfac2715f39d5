/** Refunds and disputes at Stripe (https://docs.stripe.com/api/refunds, https://docs.stripe.com/api/disputes). */
import type Stripe from 'stripe'
import { oneLine } from '../../../outgoing/answer-text.ts'
import {
  type AskedRefund,
  type Happening,
  type PaymentName,
  ProviderFault,
  type ToldDispute,
  type ToldRefund,
} from '../provider.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'

/** More refunds of one payment than anybody makes; Stripe's own limit of a page. */
const MOST = 100

/** Asks for one; our reference is its idempotency key, and goes with it. @throws ProviderFault for an answer of another shape */
export async function createRefund(stripe: Stripe, asked: AskedRefund): Promise<ToldRefund> {
  const { reference, payment_id, amount, currency } = asked
  const refund = await stripe.refunds.create(
    { payment_intent: payment_id, amount: toStripe(amount, currency), metadata: { reference } },
    { idempotencyKey: reference },
  )
  return toldRefund(refund)
}

/** All of a payment. @throws ProviderFault */
export async function listRefunds(stripe: Stripe, payment_id: string): Promise<readonly ToldRefund[]> {
  const { data } = await stripe.refunds.list({ payment_intent: payment_id, limit: MOST })
  if (!Array.isArray(data)) throw new ProviderFault('Stripe told no refunds')
  return data.map(toldRefund)
}

const moment = (seconds: unknown): string | null =>
  typeof seconds === 'number' && seconds > 0 ? new Date(seconds * 1000).toISOString() : null

const REFUND_STATES: Readonly<Record<string, ToldRefund['status']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** @throws ProviderFault where it has no id, amount or state that is known */
function toldRefund(refund: Stripe.Refund): ToldRefund {
  const { id, amount, currency: code, status, failure_reason, metadata, created } = refund
  const state = REFUND_STATES[String(status)]
  if (typeof id !== 'string' || typeof amount !== 'number' || typeof code !== 'string' || state === undefined) {
    throw new ProviderFault('Stripe tells of a refund without its id, amount or state')
  }
  const currency = code.toUpperCase()
  return {
    provider_refund_id: id,
    reference: metadata?.reference ?? null,
    amount: fromStripe(amount, currency),
    currency,
    status: state,
    error: state === 'failed' ? oneLine(failure_reason ?? String(status)) : null,
    made_at: moment(created),
  }
}

const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'string' ? named : named?.id

/** The payment that something is about; undefined where it is not named. */
function paymentOf(about: { payment_intent?: Stripe.Charge['payment_intent'] }): PaymentName | undefined {
  const payment_id = idOf(about.payment_intent)
  return payment_id === undefined ? undefined : { payment_id }
}

/** What an event tells of money that goes back; undefined where it is about something else. */
export function moneyBack(event: Stripe.Event): readonly Happening[] | undefined {
  const { type } = event
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    const refund = event.data.object as Stripe.Refund
    const refund_of = paymentOf(refund)
    return refund_of === undefined ? [] : [{ refund_of, told: toldRefund(refund) }]
  }
  if (type === 'charge.refunded') {
    const charge = event.data.object as Stripe.Charge
    const named = paymentOf(charge)
    if (named === undefined) return []
    // The metadata of the payment, and so our reference of the gift, are those of its charge, too.
    const { reference } = charge.metadata ?? {}
    return [{ refund_of: { ...named, ...(reference && { reference }) } }]
  }
  if (!type.startsWith('charge.dispute.')) return undefined
  const dispute = event.data.object as Stripe.Dispute
  const dispute_of = paymentOf(dispute)
  return dispute_of === undefined ? [] : [{ dispute_of, dispute: toldDispute(dispute, event.created) }]
}

/** An inquiry (`warning_…`) that is closed, and a dispute that was prevented, took no money. */
const WON = ['won', 'warning_closed', 'prevented']

/** @throws ProviderFault */
function toldDispute(dispute: Stripe.Dispute, told: number): ToldDispute {
  const { id, amount, currency: code, status, evidence_details } = dispute
  if (typeof id !== 'string' || typeof amount !== 'number' || typeof code !== 'string') {
    throw new ProviderFault('Stripe tells of a dispute without its id or amount')
  }
  const currency = code.toUpperCase()
  return {
    dispute_id: id,
    status: status === 'lost' ? 'lost' : WON.includes(status) ? 'won' : 'open',
    amount: fromStripe(amount, currency),
    currency,
    respond_by: moment(evidence_details?.due_by),
    told_at: moment(told),
  }
}
