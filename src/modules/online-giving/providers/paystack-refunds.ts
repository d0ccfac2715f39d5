/** Refunds and disputes at Paystack (https://paystack.com/docs/api/refund, https://paystack.com/docs/payments/disputes). */
import { oneLine } from '../../../outgoing/answer-text.ts'
import { type Happening, ProviderFault, type ToldDispute, type ToldRefund } from '../provider.ts'
import { factor, type Json, objectIn } from './paystack-answers.ts'

const STATES: Readonly<Record<string, ToldRefund['status']>> = {
  pending: 'pending',
  processing: 'pending',
  'needs-attention': 'pending',
  processed: 'succeeded',
  failed: 'failed',
}

const named = (value: unknown): string | undefined =>
  (typeof value === 'number' || typeof value === 'string') && value !== '' ? String(value) : undefined

const wholeNumber = (value: unknown): number => (value === null || value === '' ? Number.NaN : Number(value))

/** Ours, as a note that the merchant alone sees. */
const OURS = /\brefund-[0-9a-f]{32}\b/

/** The name of a refund that a dispute led to: the dispute says so as well. */
const ofDispute = (dispute: string): string => `dispute-${dispute}`

/** @throws ProviderFault where it has no id, amount or state that is known */
export function toldRefund(refund: Json, currencyOfPayment: string): ToldRefund {
  const id = named(refund.id)
  const state = STATES[String(refund.status)]
  const currency = (typeof refund.currency === 'string' ? refund.currency : currencyOfPayment).toUpperCase()
  const hundredths = wholeNumber(refund.amount)
  if (id === undefined || state === undefined || Number.isNaN(hundredths)) {
    throw new ProviderFault('Paystack tells of a refund without its id, amount or state')
  }
  const note = typeof refund.merchant_note === 'string' ? refund.merchant_note : ''
  const dispute = named(refund.dispute)
  return {
    provider_refund_id: dispute === undefined ? id : ofDispute(dispute),
    // Without it in the note nobody can tell whose it is: the note may have been cut or written anew.
    reference: OURS.exec(note)?.[0],
    amount: hundredths / factor(currency),
    currency,
    status: state,
    error: state === 'failed' ? oneLine(String(refund.reason ?? refund.status)) : null,
    made_at: typeof refund.createdAt === 'string' ? refund.createdAt : null,
  }
}

/** Those of one payment: what is of another, or does not say of which it is, is left out. */
export function refundsOf(data: unknown, payment_id: string): ToldRefund[] {
  if (!Array.isArray(data)) throw new ProviderFault('Paystack told no refunds')
  const theirs = (data as Json[]).filter(
    one => (named(one.transaction) ?? named(objectIn(one, 'transaction').id)) === payment_id,
  )
  return theirs.map(one => toldRefund(one, ''))
}

/** What a callback tells of money that goes back; undefined where it is about something else. */
export function moneyBack(event: string, data: Json): readonly Happening[] | undefined {
  if (event.startsWith('refund.')) {
    // It names the payment, and not which of its refunds it is about: they are asked for.
    const reference = named(data.transaction_reference) ?? named(objectIn(data, 'transaction').reference)
    return reference === undefined ? [] : [{ refund_of: { reference } }]
  }
  if (!event.startsWith('charge.dispute.')) return undefined
  const transaction = objectIn(data, 'transaction')
  const reference = named(transaction.reference) ?? named(data.transaction_reference)
  return reference === undefined ? [] : [{ dispute_of: { reference }, dispute: toldDispute(data, transaction) }]
}

/** The first of these that is one. */
function moment(...values: unknown[]): string | null {
  const found = values.find(value => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  return found === undefined ? null : new Date(String(found)).toISOString()
}

/** @throws ProviderFault */
function toldDispute(data: Json, transaction: Json): ToldDispute {
  const id = named(data.id)
  const code = [data.currency, transaction.currency].find(value => typeof value === 'string' && value !== '')
  const currency = String(code ?? '').toUpperCase()
  const refund = wholeNumber(data.refund_amount ?? undefined)
  const hundredths = Number.isNaN(refund) || refund === 0 ? wholeNumber(transaction.amount) : refund
  if (id === undefined || currency === '' || Number.isNaN(hundredths)) {
    throw new ProviderFault('Paystack tells of a dispute without its id, amount or currency')
  }
  return {
    dispute_id: id,
    status: outcomeOf(data),
    amount: hundredths / factor(currency),
    currency,
    respond_by: moment(data.dueAt, data.due_at),
    told_at: moment(data.updatedAt, data.updated_at),
  }
}

/** Declined: the giver's claim was. Another word that nobody knows leaves it open, for a person to look at. */
function outcomeOf({ status, resolution }: Json): ToldDispute['status'] {
  if (status !== 'resolved') return 'open'
  if (resolution === 'declined') return 'won'
  return ['merchant-accepted', 'auto-accepted'].includes(String(resolution)) ? 'lost' : 'open'
}
