/** Gifts that are paid, and money that goes back of the latest one, at either provider: as each tells of it. */
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import type { GivingChurch, GivingService } from './giving.ts'
import { moved } from './moved-time.ts'
import type { SignedCall, StripeRefund } from './stripe.ts'

export type PaidBy = 'stripe' | 'paystack'
export const PAID_BY: readonly PaidBy[] = ['stripe', 'paystack']

type Dispute = 'open' | 'won' | 'lost'

/** What a provider does, and how it calls back. */
interface Play {
  /** The giver pays at the checkout that was begun last. @param changes of what the provider says was paid */
  pay(changes?: object): Promise<void>
  /** What the provider calls that payment. */
  payment(): string
  /** Somebody refunds it in the provider's own dashboard. */
  refund(amount: number, status?: string): Back
  /** What it then calls back with, as often as that is sent. */
  refundCall(refund?: object): SignedCall
  told(refund?: object): Promise<number>
  /** How often refunds were asked for here. */
  asked(): number
  disputeCall(status: Dispute, type?: string): SignedCall
  dispute(status: Dispute, type?: string): Promise<number>
}

/** What was sent to a provider was sent so long ago that it may be sent again: the database's clock tells that, which no test moves. */
export const sentLongAgo = ({ database }: GivingService): Promise<unknown> =>
  database.write(0, tx =>
    tx.run(sql`update refunds set sent_at = ${moved('sent_at', '-6 minutes')} where sent_at is not null`),
  )

/** A refund at a provider, as far as it is looked at. */
type Back = Record<string, unknown> & { status: string }

/** What is disputed of a gift. */
const WHOLE = 5_000_000

/** @param at the service, and the church whose gift it is, at that moment */
export function moneyBack(at: () => { service: GivingService; church: GivingChurch }): Record<PaidBy, Play> {
  const called = (call: SignedCall): Promise<number> => at().church.callBack(call)
  const session = () => at().service.stripe.sessions.at(-1) ?? assert.fail()
  const transaction = () => at().service.paystack.transactions.at(-1) ?? assert.fail()
  const stripe: Play = {
    async pay(changes) {
      const { stripe: fake } = at().service
      fake.pay(session(), changes)
      assert.equal(await called(fake.event('checkout.session.completed', session())), 200)
    },
    payment: () => String(session().payment_intent),
    refund(amount, status = 'succeeded') {
      const refund = { id: `re_${Math.random()}`, object: 'refund', payment_intent: stripe.payment(), amount }
      const created = Math.floor(Date.now() / 1000)
      const made: StripeRefund = { ...refund, currency: 'ngn', status, metadata: {}, created }
      at().service.stripe.refunds.push(made)
      return made
    },
    refundCall: (refund = at().service.stripe.refunds.at(-1) ?? {}) =>
      at().service.stripe.event('refund.updated', refund),
    told: refund => called(stripe.refundCall(refund)),
    asked: () =>
      at().service.stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds').length,
    disputeCall: (status, type = 'created') =>
      at().service.stripe.event(`charge.dispute.${type}`, {
        id: `dp_${stripe.payment()}`,
        object: 'dispute',
        amount: WHOLE,
        currency: 'ngn',
        status: status === 'open' ? 'needs_response' : status,
        payment_intent: stripe.payment(),
        evidence_details: { due_by: Date.parse('2027-01-05T00:00:00Z') / 1000 },
      }),
    dispute: (...what) => called(stripe.disputeCall(...what)),
  }
  const paystack: Play = {
    async pay(changes) {
      const { paystack: fake } = at().service
      fake.pay(transaction(), changes)
      assert.equal(await called(fake.event('charge.success', transaction())), 200)
    },
    payment: () => String(transaction().id),
    refund(amount, status = 'processed') {
      const made = {
        id: Math.floor(Math.random() * 1e9),
        transaction: Number(paystack.payment()),
        amount,
        currency: 'NGN',
        status: status === 'succeeded' ? 'processed' : status,
        merchant_note: 'Refund by test@example.org',
      }
      at().service.paystack.refunds.push(made)
      return made
    },
    refundCall: () =>
      at().service.paystack.event('refund.processed', {
        status: 'processed',
        transaction_reference: transaction().reference,
        refund_reference: null,
        amount: '1',
      }),
    told: () => called(paystack.refundCall()),
    asked: () =>
      at().service.paystack.requests.filter(({ method, path }) => method === 'POST' && path === '/refund').length,
    disputeCall: (status, type = 'create') =>
      at().service.paystack.event(`charge.dispute.${type}`, {
        id: Number(paystack.payment()),
        refund_amount: WHOLE,
        currency: 'NGN',
        status: status === 'open' ? 'awaiting-merchant-feedback' : 'resolved',
        resolution: status === 'lost' ? 'merchant-accepted' : status === 'won' ? 'declined' : null,
        dueAt: '2027-01-05T00:00:00.000Z',
        transaction: { reference: transaction().reference, amount: WHOLE },
      }),
    dispute: (...what) => called(paystack.disputeCall(...what)),
  }
  return { stripe, paystack }
}
