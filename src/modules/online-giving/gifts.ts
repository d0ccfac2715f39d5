/** Gifts: the payment side of an online gift (spec, Module resources; decisions, Giving). Begun on the giving page. */

import { raw, type Sql, sql } from '../../db/sql.ts'
import { quote } from '../../lib/json.ts'
import { displayAmount } from '../../lib/money.ts'
import { changedSince, consoleOnly, described, id, oneOf, tallied } from '../../resource/filter.ts'
import { isWritten } from '../../resource/found.ts'
import { resource } from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { FUND_NAME } from '../contributions/fund-name.ts'

const GIFT_STATUSES = ['pending', 'succeeded', 'failed', 'expired'] as const
export type GiftStatus = (typeof GIFT_STATUSES)[number]

/** By our reference, or by that of the provider. */
const byReference = (text: string): Sql[] => [isWritten('reference', text), sql`payment_id = ${text}`]

export const gifts = resource({
  name: 'gifts',
  explained: {
    says: 'Gifts that people make on your giving page. When one is paid, it stands in the books by itself.',
    chapter: 'entering-gifts',
  },
  words: { one: 'online gift', many: 'online gifts' },
  may: { read: FINANCE },
  command: 'gift',
  icon: 'online',
  title: 'amount',
  found: { whole: byReference, by: [['amount'], ['fund_name'], ['status'], ['donor_name'], ['reference']] },
  page: [
    {
      title: 'Payment',
      fields: [
        'fund_name',
        'branch_id',
        'recurring_id',
        'due_on',
        'provider',
        'method',
        'fee',
        'error',
        'refunded_amount',
        'dispute',
        'respond_by',
        'payment_id',
        'reference',
        'channel',
        'created_at',
        'completed_at',
        'updated_at',
        'id',
      ],
    },
    { title: 'Giver', fields: ['person_id', 'donor_name', 'donor_email', 'is_anonymous', 'note'] },
  ],
  related: [
    { of: 'refunds', by: 'gift_id', columns: ['created_at', 'amount', 'status', 'source', 'refunded_on', 'reason'] },
  ],
  singular: 'Gift',
  limitTo: 'branch_id',
  fields: {
    id: field.id().label('Number'),
    reference: field
      .text()
      .example('gift-5f0c6f3f0a6d4d6c8f3f0a6d4d6c8f3f')
      .doc('Ours; the payment provider knows the payment by it'),
    person_id: field
      .ref('people')
      .nullable()
      .label('Giver')
      .or('donor_name')
      .doc('The one person on record whose e-mail it is; null until it is paid, and where none or several'),
    fund_id: field.ref('funds'),
    fund_name: field.text().column(FUND_NAME).label('Fund').example('General'),
    branch_id: field.ref('branches').doc("The person's once it is paid, else the head branch"),
    amount: field.minorUnits().example(150050).doc('In minor units of currency'),
    currency: field.currency(),
    amount_display: field.derived(
      ['amount', 'currency'],
      (amount, currency) => quote(displayAmount(BigInt(amount ?? 0), currency ?? '')),
      { type: 'string', examples: ['₦1,500.50'] },
    ),
    fee: field
      .minorUnits(0)
      .nullable()
      .label('Provider fee')
      .doc('What the provider keeps, in minor units of currency; null where it is not known'),
    channel: field.text(40).usual('web').label('Started from').example('web').doc('Where it was begun: web'),
    provider: field
      .text(40)
      .usual('stripe', 'paystack', 'development')
      .example('paystack')
      .doc('stripe, paystack or development (a test: no money moved)'),
    method: field
      .text()
      .nullable()
      .usual('card', 'bank_transfer', 'bank', 'ussd')
      .example('card')
      .doc('card, bank_transfer and so on, as the provider says'),
    status: field
      .oneOf(GIFT_STATUSES)
      .tones({ pending: 'yellow', succeeded: 'teal', failed: 'red' })
      .example('succeeded'),
    error: field
      .text()
      .nullable()
      .usual('amount_mismatch', 'unconfirmed')
      .label('Reason')
      .doc(
        "Why it failed: the provider's words, or a code such as amount_mismatch; unconfirmed where it may have been paid",
      ),
    charged_amount: field
      .minorUnits(0)
      .nullable()
      .doc('What was paid where that is not what was asked for, in minor units of charged_currency; null else'),
    charged_currency: field.currency().nullable().doc('The currency of charged_amount'),
    donor_name: field.text().nullable().label("Giver's name").example('Ada Obi'),
    donor_email: field.email().nullable().label("Giver's email").example('ada@example.org'),
    note: field.text(2_000).nullable(),
    is_anonymous: field.boolean(),
    recurring_id: field
      .ref('recurring_gifts')
      .nullable()
      .label('Recurring gift')
      .example(1)
      .doc('The recurring gift that it is of; null for one by itself'),
    due_on: field
      .date()
      .nullable()
      .label('For the period of')
      .example('2026-03-01')
      .doc('The day of the period of a recurring gift that it pays; null where another gift paid that before'),
    contribution_id: field
      .ref('contributions')
      .nullable()
      .example(1)
      .doc(
        'The contribution that it is in the books as; null until it succeeded. After a part went back, that of what is left',
      ),
    payment_id: field
      .text()
      .nullable()
      .label("Provider's reference")
      .example('4099260516')
      .doc('What the provider calls the payment; null until one was made'),
    refunded_amount: field
      .minorUnits(0)
      .label('Refunded')
      .example(0)
      .doc('What went back, or is on its way back, in minor units of currency'),
    dispute: field
      .oneOf(['open', 'won', 'lost'])
      .of('dispute')
      .nullable()
      .label('Dispute')
      .doc(
        "The giver's bank asks for the money back: open until that is won by the church, or lost. Of several: open while one is, and then lost where one was",
      ),
    respond_by: field
      .timestamp()
      .nullable()
      .label('Answer the dispute by')
      .doc('Until when the church has to answer an open dispute, at the provider; of several the first'),
    completed_at: field
      .timestamp()
      .nullable()
      .label('when|Completed')
      .example('2026-03-01T09:31:00Z')
      .doc('When it succeeded, failed or expired'),
    created_at: field.timestamp().label('Started'),
    updated_at: field.timestamp().label('Last changed'),
  },
  list: {
    columns: ['person_id', 'created_at', 'amount', 'status', 'fund_name', 'provider'],
    terminal: ['created_at', 'amount_display', 'fund_name', 'donor_name', 'provider', 'status', 'error'],
    filters: {
      updated_since: changedSince(raw('updated_at')),
      recurring_id: consoleOnly(
        described(
          'Of one recurring gift',
          id(wanted => sql`recurring_id = ${wanted}`),
        ),
      ),
      status: consoleOnly(
        tallied(
          described(
            'One status',
            oneOf(GIFT_STATUSES, wanted => sql`status = ${wanted}`),
          ),
        ),
      ),
    },
    sorts: [],
    tallies: 'marked',
    doc: 'Online gifts, whatever became of them',
  },
  one: { doc: 'One online gift' },
})
