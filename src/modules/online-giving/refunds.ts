/** Refunds: money of online gifts that goes back, whoever began it (decision 0027). Asked for in `refund-gift.ts`. */
import { sql } from '../../db/sql.ts'
import { quote } from '../../lib/json.ts'
import { displayAmount } from '../../lib/money.ts'
import { changedSince, date, described, id, oneOf } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'

const STATUSES = ['requested', 'pending', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof STATUSES)[number]

/** Why one has failed of which nobody could say what became, and one of which so much is no longer left of its gift. */
export const UNCONFIRMED = 'unconfirmed'
export const NOTHING_LEFT = 'nothing_left'

export const refunds = resource({
  name: 'refunds',
  explained: {
    says: 'Money that went back to people who gave online. The books follow by themselves.',
    chapter: 'entering-gifts',
  },
  words: { one: 'refund', many: 'refunds' },
  may: { read: FINANCE },
  command: 'refund',
  icon: 'online',
  title: 'amount',
  page: [
    {
      title: 'Refund',
      fields: ['gift_id', 'refunded_on', 'source', 'reason', 'requested_by', 'error', 'branch_id', 'completed_at'],
    },
    { title: 'In the books', fields: ['contribution_id', 'rest_id'] },
    {
      title: 'Payment',
      fields: ['provider', 'provider_refund_id', 'reference', 'created_at', 'updated_at', 'id'],
    },
  ],
  singular: 'Refund',
  limitTo: 'branch_id',
  fields: {
    id: field.id().label('Number'),
    gift_id: field.ref('gifts').label('Online gift'),
    branch_id: field.ref('branches').doc('That of the gift'),
    amount: field.minorUnits().example(2_000_000).doc('What goes back, in minor units of currency'),
    currency: field.currency(),
    amount_display: field.derived(
      ['amount', 'currency'],
      (amount, currency) => quote(displayAmount(BigInt(amount ?? 0), currency ?? '')),
      { type: 'string', examples: ['₦20,000.00'] },
    ),
    status: field
      .oneOf(STATUSES)
      .tones({ pending: 'yellow', succeeded: 'teal', failed: 'red' })
      .example('succeeded')
      .doc(
        'requested: the provider has not answered yet. pending: it is on its way. Only pending and succeeded count in the books; one that succeeded may still fail',
      ),
    source: field
      .oneOf(['console', 'provider', 'dispute'])
      .label('Came from')
      .example('console')
      .doc("Where it began: here, in the provider's own dashboard, or by a dispute that was lost"),
    reason: field.text(500).nullable().label('Reason').example('Given twice by mistake'),
    requested_by: field.text().nullable().label('Asked for by').example('Grace Ade').doc('Who asked for it here'),
    refunded_on: field
      .date()
      .nullable()
      .label('Refunded on')
      .doc('The day of the refund at the church; the gift keeps its own. Null until the provider has taken it'),
    provider: field.text(40).usual('stripe', 'paystack', 'development').example('paystack'),
    provider_refund_id: field.text().nullable().label("Provider's reference").example('3018284'),
    reference: field.text().label('Our reference').example('refund-5f0c6f3f0a6d4d6c8f3f0a6d4d6c8f3f'),
    error: field
      .text()
      .nullable()
      .usual(UNCONFIRMED, NOTHING_LEFT)
      .label('Why it failed')
      .doc(
        "The provider's words; unconfirmed where nobody could say what became of it, nothing_left where so much of the gift had gone back at the provider meanwhile",
      ),
    contribution_id: field
      .ref('contributions')
      .nullable()
      .label('Voided gift')
      .example(1)
      .doc('The contribution that it voided; null where a person had done so before'),
    rest_id: field
      .ref('contributions')
      .nullable()
      .label('What is left')
      .example(2)
      .doc('The contribution of what was left, in its place; null where nothing was'),
    completed_at: field.timestamp().nullable().label('when|Completed').doc('When it succeeded or failed'),
    created_at: field.timestamp().label('Began at'),
    updated_at: field.timestamp().label('Last changed'),
  },
  list: {
    columns: ['gift_id', 'created_at', 'amount', 'status', 'source', 'refunded_on', 'requested_by'],
    terminal: ['created_at', 'amount_display', 'status', 'source', 'refunded_on', 'requested_by', 'error'],
    filters: {
      gift_id: described(
        'Of one online gift',
        id(gift => sql`gift_id = ${gift}`),
      ),
      from: described(
        'Refunded on or after this date',
        date(day => sql`refunded_on >= ${day}::date`),
      ),
      to: described(
        'Refunded on or before this date',
        date(day => sql`refunded_on <= ${day}::date`),
      ),
      status: described(
        'One status',
        oneOf(STATUSES, wanted => sql`status = ${wanted}`),
      ),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'Money of online gifts that went back, or was to',
  },
  one: { doc: 'One refund' },
})
