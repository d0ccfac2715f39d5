/** The fields of a contribution (spec, Contribution). */

import { quote } from '../../lib/json.ts'
import { displayAmount } from '../../lib/money.ts'
import type { Input } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { FUND_NAME } from './fund-name.ts'

export const METHODS = [
  'cash',
  'bank_transfer',
  'pos',
  'online',
  'ach',
  'cheque',
  'ussd',
  'mobile_money',
  'text',
  'in_kind',
  'other',
] as const

/** The way to give of what is no money. */
export const GOODS = 'in_kind'

export const contributionFields = {
  id: field.id().label('Number'),
  person_id: field.ref('people').nullable().settable().label('Giver').or('donor_name').example(1),
  fund_id: field.ref('funds').settable().doc("Default: the church's default fund"),
  fund_name: field.text().label('Fund').column(FUND_NAME).example('General'),
  branch_id: field.ref('branches').settable().doc("Default: the person's, else the key's, else the head branch"),
  amount: field.minorUnits().required().example(150050).doc('In minor units of currency'),
  currency: field.currency().settable().doc("Default: the church's"),
  amount_display: field.derived(
    ['amount', 'currency'],
    (amount, currency) => quote(displayAmount(BigInt(amount ?? 0), currency ?? '')),
    { type: 'string', examples: ['₦1,500.50'] },
  ),
  amount_base: field
    .integer(0)
    .label('In the church currency')
    .ifForeign()
    .example(150050)
    .doc('In minor units of the church currency, by the rate of the day it was given'),
  method: field.oneOf(METHODS).settable().doc('Default online'),
  given_on: field.date().settable().label('Date').doc("Default: today in the church's time zone"),
  reference: field
    .text()
    .nullable()
    .settable()
    .example('envelope-17')
    .doc('Unique among gifts recorded through the API'),
  note: field.text(2_000).nullable().settable(),
  source: field
    .text(40)
    .usual('manual', 'online', 'import', 'api', 'group_report')
    .example('api')
    .doc('manual, online, import, api, group_report (an offering of a group), …'),
  payment_id: field.text().nullable().label('Payment').doc('The online payment it came from'),
  batch_id: field
    .ref('batches')
    .nullable()
    .doc('The batch that it was counted in, or that its payment was paid out with'),
  recurring_id: field.ref('recurring_gifts').nullable().doc('The recurring gift of which it pays a period'),
  donor_name: field.line().nullable().settable().label("Giver's name").or('is_anonymous'),
  donor_email: field.email().nullable().settable().label("Giver's email").example('ada@example.org'),
  donor_phone: field.phone().nullable().settable().label("Giver's phone"),
  is_anonymous: field.boolean().settable(),
  status: field.oneOf(['posted', 'void']).tones({ void: 'red' }),
  created_at: field.timestamp().label('Recorded'),
  updated_at: field.timestamp(),
}

export type ContributionInput = Input<typeof contributionFields>

/** Prints a contribution as the API and the events show it. */
export const contributionPrinter = printer(contributionFields, true)
