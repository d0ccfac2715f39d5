/** The fields of a pledge (decision 0029). */
import { type Sql, sql } from '../../db/sql.ts'
import { quote } from '../../lib/json.ts'
import { displayAmount } from '../../lib/money.ts'
import { FREQUENCIES } from '../../lib/periods.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { GIVEN, GIVEN_BASE, percentOf } from './progress-sql.ts'

export const PLEDGE_STATUSES = ['active', 'cancelled'] as const

/** Longest note, in characters. */
export const LONGEST_NOTE = 2_000

const inSight = (alias: Sql, visible: Sql): Sql =>
  sql`(${visible}::bigint[] is null or ${alias}.branch_id = any(${visible}::bigint[]))`

const object = (name: string) => ({
  type: 'object',
  required: ['id', name],
  properties: { id: { type: 'integer' }, [name]: { type: 'string' } },
})

export const pledgeFields = {
  id: field.id(),
  campaign_id: field.ref('pledge_campaigns').required().label('Campaign'),
  campaign: field
    .json(object('name'))
    .column(`(select json_build_object('id', k.id, 'name', k.name) from pledge_campaigns k
      where k.church_id = t.church_id and k.id = t.campaign_id)`)
    .onlyOne()
    .example({ id: 1, name: 'Roof 2027' }),
  person_id: field
    .ref('people')
    .nullable()
    .settable()
    .label('Pledged by', 'Or choose a family')
    .or('family_id')
    .example(1)
    .doc('Who pledges; their gifts count. Or family_id; or donor_name, where they are not on record'),
  person: field
    .json(object('full_name'))
    .column(
      visible => sql`(select json_build_object('id', p.id, 'full_name', p.full_name) from people p
        where p.church_id = t.church_id and p.id = t.person_id and ${inSight(sql`p`, visible)})`,
    )
    .nullable()
    .onlyOne()
    .example({ id: 1, full_name: 'Ada Obi' })
    .doc('Null where nobody on record pledged, or their branch is out of sight'),
  family_id: field
    .ref('families')
    .nullable()
    .settable()
    .label('Or by a family', 'Gifts of all who are in it on this day count')
    .or('donor_name')
    .doc(
      'The family that pledges. Whose gifts count is settled when the pledge is made: a family that changes moves no figures',
    ),
  family: field
    .json(object('name'))
    .column(
      visible => sql`(select json_build_object('id', f.id, 'name', f.name) from families f
        where f.church_id = t.church_id and f.id = t.family_id and ${inSight(sql`f`, visible)})`,
    )
    .nullable()
    .onlyOne()
    .doc('Null where no family pledged, or its branch is out of sight'),
  donor_name: field
    .line()
    .nullable()
    .settable()
    .label('Or a name', 'Of somebody who is not on record')
    .example('Ada Obi')
    .doc('Who pledges, where they are not on record: no gifts count until somebody says who it is'),
  donor_email: field.email().nullable().settable().label('Their email').example('ada@example.org'),
  branch_id: field
    .ref('branches')
    .settable()
    .label('Branch', "The person's or the family's, unless you choose one")
    .doc("Default: that of person_id or family_id, else the key's, else the head branch"),
  amount: field.minorUnits().required().label('Pledge').example(120000).doc('In minor units of currency'),
  currency: field.currency().settable().example('USD').doc("Default: the campaign's"),
  amount_display: field.derived(
    ['amount', 'currency'],
    (amount, currency) => quote(displayAmount(BigInt(amount ?? 0), currency ?? '')),
    { type: 'string', examples: ['$1,200.00'] },
  ),
  rate: field
    .text()
    .column('trim_scale(t.rate)::text')
    .label('of exchange|Rate')
    .example('1650.25')
    .doc('Units of the church currency for one unit of currency on the day of the pledge; it never changes'),
  amount_base: field
    .integer(0)
    .label('In the church currency')
    .example(198030000)
    .doc('In minor units of the church currency, by that rate'),
  pledged_on: field.date().settable().label('Pledged on').doc("Default: today in the church's time zone"),
  frequency: field
    .oneOf(FREQUENCIES)
    .nullable()
    .settable()
    .label('In parts', 'Without any it is due on the last day of the campaign')
    .example('monthly')
    .doc('How often a part of it is due; null: all of it on the last day of the campaign'),
  note: field.text(LONGEST_NOTE).nullable().settable().label('Note'),
  status: field.oneOf(PLEDGE_STATUSES).tones({ active: 'teal', cancelled: 'red' }),
  given: field
    .minorUnits(0)
    .column(GIVEN)
    .label('Given so far')
    .example(10000)
    .doc(
      'In minor units of currency: gifts of its givers to the fund within the days of the campaign. Those in another currency count at the kept rate',
    ),
  given_base: field
    .integer(0)
    .column(GIVEN_BASE)
    .label('Given so far, in the church currency')
    .example(16502500)
    .doc('In minor units of the church currency, each gift by the rate of its own day'),
  percent: field.derived(
    ['given', 'amount'],
    (given, amount) => String(percentOf(BigInt(amount ?? 0), BigInt(given ?? 0))),
    {
      type: 'integer',
      description: 'What is given of what was pledged, rounded down; above 100 where more is',
      examples: [8],
    },
  ),
  fulfilled: field.derived(['given', 'amount'], (given, amount) => String(BigInt(given ?? 0) >= BigInt(amount ?? 0)), {
    type: 'boolean',
    description: 'True when all of it is given',
  }),
  no_reminders: field
    .boolean()
    .label('Wants no reminders')
    .doc('True where they said by their link that they want to be reminded of it no more'),
  reminded_at: field.timestamp().nullable().label('Last reminded'),
  source: field
    .text(40)
    .settable()
    .unasked()
    .usual('web', 'manual', 'import', 'api')
    .example('web')
    .doc('Free text; usually web (the public page), manual, import, api. Default api, or manual in the console'),
  created_at: field.timestamp().label('Added'),
  updated_at: field
    .timestamp()
    .label('Changed')
    .doc('When the pledge was changed; gifts that are given do not move it'),
}

/** Prints a pledge as the API and the event show it. */
export const pledgePrinter = printer(pledgeFields, true)

const { frequency, note, branch_id } = pledgeFields

/** What of it may be changed in the console: currency and rate stay. */
export const pledgeChanges = {
  amount: field.minorUnits().settable().label('Pledge'),
  frequency,
  note,
  branch_id,
}
