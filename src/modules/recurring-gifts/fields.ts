/** The fields of a recurring gift (decision 0030). */
import { sql } from '../../db/sql.ts'
import { quote } from '../../lib/json.ts'
import { displayAmount } from '../../lib/money.ts'
import { FREQUENCIES } from '../../lib/periods.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { FUND_NAME } from '../contributions/fund-name.ts'
import { MODES } from '../online-giving/recurring-form.ts'

export const STATUSES = ['pending', 'active', 'past_due', 'paused', 'cancelled', 'completed'] as const
export type Status = (typeof STATUSES)[number]
export const CANCELLERS = ['giver', 'staff', 'failures', 'provider'] as const

const ofMandate = (column: string) =>
  `(select m.${column} from mandates m where m.church_id = t.church_id and m.id = t.mandate_id)`
const ofGifts = (aggregate: string) =>
  `(select ${aggregate} from gifts g where g.church_id = t.church_id and g.recurring_id = t.id and g.status = 'succeeded')`

export const recurringFields = {
  id: field.id().label('Number'),
  person_id: field
    .ref('people')
    .nullable()
    .label('Giver')
    .or('donor_name')
    .doc('The one person on record whose e-mail it is; null until the first gift is paid, and where none or several'),
  person: field
    .json({
      type: 'object',
      required: ['id', 'full_name'],
      properties: { id: { type: 'integer' }, full_name: { type: 'string' } },
    })
    .column(
      visible => sql`(select json_build_object('id', p.id, 'full_name', p.full_name) from people p
        where p.church_id = t.church_id and p.id = t.person_id
          and (${visible}::bigint[] is null or p.branch_id = any(${visible}::bigint[])))`,
    )
    .nullable()
    .onlyOne()
    .example({ id: 1, full_name: 'Ada Obi' })
    .doc('Null where person_id is, or their branch is out of sight'),
  donor_name: field.text().nullable().label("Giver's name").example('Ada Obi'),
  donor_email: field.email().nullable().label("Giver's email").example('ada@example.org'),
  is_anonymous: field.boolean(),
  fund_id: field.ref('funds'),
  fund_name: field.text().column(FUND_NAME).label('Fund').example('General'),
  branch_id: field.ref('branches').doc("The giver's, else the head branch"),
  amount: field.minorUnits().example(500000).doc('Of each gift, in minor units of currency'),
  currency: field.currency(),
  amount_display: field.derived(
    ['amount', 'currency'],
    (amount, currency) => quote(displayAmount(BigInt(amount ?? 0), currency ?? '')),
    { type: 'string', examples: ['₦5,000.00'] },
  ),
  frequency: field.oneOf(FREQUENCIES).label('How often').example('monthly'),
  mode: field
    .oneOf(MODES)
    .label('How it is paid')
    .doc('charge: the payment method that the giver left is charged; remind: the giver gets a link each time'),
  status: field
    .oneOf(STATUSES)
    .tones({ pending: 'yellow', active: 'teal', paused: 'yellow', cancelled: 'red' })
    .example('active')
    .doc('pending: neither its first gift nor the address is confirmed yet; past_due: a period is not paid'),
  anchor_on: field.date().label('Counted from').example('2026-03-31').doc('The day from which its periods count'),
  next_on: field
    .date()
    .nullable()
    .label('recurring gift|Next')
    .example('2026-04-30')
    .doc('The day of the next period; null where none is to come'),
  ends_on: field.date().nullable().label('Until').example('2026-12-31').doc('No period falls due after this day'),
  paused_until: field
    .date()
    .nullable()
    .label('Paused until')
    .example('2026-06-01')
    .doc('When it goes on by itself, where it is paused; null: until somebody says so'),
  past_due_on: field
    .date()
    .nullable()
    .label('Not paid since')
    .example('2026-03-31')
    .doc('The day of the period that is not paid; null where all are'),
  held_at: field
    .timestamp()
    .nullable()
    .label('On hold since')
    .example('2026-03-31T08:00:00Z')
    .doc('It came with a backup or from another installation: nothing is charged here until somebody confirms it'),
  problem: field
    .text()
    .column(
      `(select p.error from recurring_periods p where p.church_id = t.church_id and p.recurring_id = t.id
        and p.due_on = t.past_due_on)`,
    )
    .nullable()
    .usual('insufficient_funds', 'expired_card', 'card_declined', 'authentication_required')
    .label('Why')
    .example('insufficient_funds')
    .doc(
      "Why that period is not paid: the provider's words, or a code such as no_account, amount_mismatch or unconfirmed",
    ),
  method_kind: field
    .text()
    .column(ofMandate('kind'))
    .nullable()
    .usual('card', 'direct_debit')
    .label('Paid with')
    .example('card'),
  method_brand: field
    .text()
    .column(ofMandate('brand'))
    .nullable()
    .usual('visa', 'mastercard', 'verve')
    .label('Card')
    .example('visa'),
  method_last4: field.text().column(ofMandate('last4')).nullable().label('Ends in').example('4242'),
  method_expires_on: field
    .date()
    .column(ofMandate('expires_on::text'))
    .nullable()
    .label('Good until')
    .example('2028-12-31'),
  first_gift_id: field.ref('gifts').nullable().label('First gift').example(1).doc('The gift whose payment set it up'),
  gifts_count: field.integer(0).column(ofGifts('count(*)')).label('Gifts so far').example(3),
  given_total: field
    .minorUnits(0)
    .column(ofGifts('coalesce(sum(g.amount - g.refunded_amount), 0)'))
    .label('Given so far')
    .example(1500000)
    .doc('In minor units of currency, less what was refunded'),
  cancelled_by: field
    .oneOf(CANCELLERS)
    .nullable()
    .label('Ended by')
    .doc('giver, staff; provider: the giver told their bank to stop it; failures: two periods in a row were not paid'),
  cancel_reason: field.line(190).nullable().label('Why it was ended').example('I am moving'),
  cancelled_at: field.timestamp().nullable().label('when|Ended').example('2026-09-01T08:00:00Z'),
  created_at: field.timestamp().label('Started'),
  updated_at: field.timestamp().label('Last changed'),
}

/** Prints one as the API shows it. */
export const recurringPrinter = printer(recurringFields, true)
