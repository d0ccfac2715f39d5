/** The fields of a batch (decision 0028). */
import { NotAsIssued } from '../../documents/frozen.ts'
import { quote } from '../../lib/json.ts'
import { Field } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import { rowList } from '../../resource/row-list.ts'
import * as field from '../../resource/types.ts'
import { METHODS } from '../contributions/fields.ts'
import type { CurrencySum, Variance } from './variance.ts'
import { varianceOf } from './variance.ts'

/** counting: what people counted. payout: what a provider of payments paid out. */
export const BATCH_KINDS = ['counting', 'payout'] as const
/** open ⇄ closed → deposited; open → discarded. */
export const BATCH_STATUSES = ['open', 'closed', 'deposited', 'discarded'] as const

/** Most currencies that are counted in one batch, and kinds of notes and coins. */
const MOST_CURRENCIES = 20
const MOST_PIECES = 100
/** Of one note or coin. */
const MOST_OF_A_KIND = 10_000_000

const integer = { type: 'integer' } as const
const text = { type: 'string' } as const
const row = (properties: Record<string, object>) => ({ type: 'object', properties, required: Object.keys(properties) })
const rows = (properties: Record<string, object>) => ({ type: 'array', items: row(properties) })

const SUM = { currency: text, amount: integer }
const SUMS = rows(SUM)

/** Of a batch `t`: its posted gifts, `c`. */
const GIFTS = `contributions c where c.church_id = t.church_id and c.batch_id = t.id and c.status = 'posted'`

/** What a provider paid out since it was told of, and what was deposited. */
const IS_STANDING = `(t.figures is not null or (t.kind = 'payout' and t.status = 'closed'))`

const STANDING = `(case when t.figures is null then t.closed_figures else t.figures end)`

/** A deposit whose figures are not those of its hash: it was changed past us, and nothing of it is shown (decision 0026). */
export const IS_DAMAGED = `(t.figures is not null and sha256(convert_to(t.figures, 'UTF8')) <> t.sha256)`

/** What a batch holds: what stands in its figures, or what is in it now; null of one that is damaged, so that its list goes on. */
const held = (name: string, type: string, now: string): string =>
  `(case when ${IS_DAMAGED} then null when ${IS_STANDING} then ${type === 'json' ? `${STANDING}::json -> '${name}'` : `(${STANDING}::json ->> '${name}')::${type}`}
    else ${now} end)`

/** In the place of a hash: it is another one. */
const NOT_AS_ISSUED = 'damaged'

/** The hash of a deposit. A record by itself has it, in whatever is made of one: of a damaged deposit nothing is (decision 0026). */
const fingerprint = new Field<string>({
  ...field.text().spec,
  column: `(case when ${IS_DAMAGED} then '${NOT_AS_ISSUED}' else encode(t.sha256, 'hex') end)`,
  print(stored) {
    if (stored === NOT_AS_ISSUED) throw new NotAsIssued('a deposit')
    return quote(stored)
  },
})

const listOf = (object: string, from: string, order: string): string =>
  `(select coalesce(json_agg(json_build_object(${object}) order by ${order}), '[]'::json) from (${from}) s)`

const TOTALS = listOf(
  `'currency', s.currency, 'amount', s.amount`,
  `select c.currency, sum(c.amount)::bigint as amount from ${GIFTS} group by c.currency`,
  's.currency',
)
const BY_FUND = listOf(
  `'fund_id', s.fund_id, 'fund_name', s.fund_name, 'currency', s.currency, 'count', s.n, 'amount', s.amount`,
  `select c.fund_id, min(f.name) as fund_name, c.currency, count(*) as n, sum(c.amount)::bigint as amount
    from contributions c join funds f on f.church_id = c.church_id and f.id = c.fund_id
    where c.church_id = t.church_id and c.batch_id = t.id and c.status = 'posted' group by c.fund_id, c.currency`,
  's.fund_id, s.currency',
)
const BY_METHOD = listOf(
  `'method', s.method, 'currency', s.currency, 'count', s.n, 'amount', s.amount, 'amount_base', s.amount_base`,
  `select c.method, c.currency, count(*) as n, sum(c.amount)::bigint as amount, sum(c.amount_base)::bigint as amount_base
    from ${GIFTS} group by c.method, c.currency`,
  's.method, s.currency',
)
const CASH = listOf(
  `'currency', s.currency, 'denomination', s.denomination, 'pieces', s.pieces`,
  `select p.currency, p.denomination, p.pieces from batch_cash p where p.church_id = t.church_id and p.batch_id = t.id`,
  's.currency, s.denomination desc',
)
const ADJUSTMENTS = listOf(
  `'contribution_id', s.contribution_id, 'kind', s.kind, 'amount', s.amount, 'currency', s.currency, 'amount_base', s.amount_base,
    'happened_on', s.happened_on, 'note', s.note`,
  `select a.* from batch_adjustments a where a.church_id = t.church_id and a.batch_id = t.id`,
  's.id',
)

const maybe = (type: string) => ({ type: [type, 'null'] })

/** What the provider says of a payout. */
const PAYOUT = {
  provider: text,
  reference: text,
  currency: text,
  gross: integer,
  fees: integer,
  refunds: integer,
  disputes: integer,
  other: integer,
  net: integer,
  net_base: maybe('integer'),
  fees_base: maybe('integer'),
  made_on: { ...text, format: 'date' },
  arrives_on: { ...text, format: 'date' },
  lines: integer,
  missing: rows({ payment_id: text, amount: integer, happened_on: { ...maybe('string'), format: 'date' } }),
  missing_count: integer,
  elsewhere: rows({ contribution_id: integer, batch_id: integer, amount: integer }),
}

const sumRow = { currency: field.currency().required(), amount: field.minorUnits(0).required() }
const pieceRow = {
  currency: field.currency().required(),
  denomination: field.minorUnits().required().doc('What one is worth, in minor units'),
  pieces: field.integer(0, MOST_OF_A_KIND).required(),
}

/** What a body says of what was counted; nothing may have been, and a batch that was read can be sent back. */
export const controlRows = rowList(sumRow, MOST_CURRENCIES, 0)
export const cashRows = rowList(pieceRow, MOST_PIECES, 0)

const parsed = <T>(json: string | null): T => JSON.parse(json ?? '[]') as T

/** Printed from what was counted and what is in the batch. */
function printVariance(
  kind: string | null,
  control: string | null,
  controls: string | null,
  count: string | null,
  totals: string | null,
): string {
  if (count === null || (control === null && parsed<CurrencySum[]>(controls).length === 0)) return 'null'
  const variance: Variance = varianceOf(
    { count: control === null ? null : Number(control), amounts: parsed(controls) },
    { count: Number(count), amounts: parsed(totals) },
  )
  return JSON.stringify(kind === null ? null : variance)
}

export const batchFields = {
  id: field.id(),
  number: field
    .text()
    .nullable()
    .label('Number')
    .example('D-2026-000012')
    .doc('Of the deposit, without gaps; null until then'),
  name: field.line(190).required().label('Name').example('Second service'),
  kind: field.oneOf(BATCH_KINDS).doc('counting: what people counted; payout: what a provider of payments paid out'),
  status: field
    .oneOf(BATCH_STATUSES)
    .tones({ open: 'teal' })
    .doc(
      'open: takes gifts; closed: counted and right; deposited: taken to the bank, and never changed; discarded: was empty',
    ),
  branch_id: field.ref('branches').settable().label('Branch').doc("Default: the key's, else the head branch"),
  counted_on: field
    .date()
    .settable()
    .label('Counted on', 'Today, unless you say')
    .doc("Default: today in the church's time zone"),
  counters: field
    .texts(6)
    .settable()
    .label('Counted by')
    .example(['Ada Obi', 'John Eze'])
    .doc('Names of who counted: two at least, or it is not closed'),
  control_count: field
    .integer(0, 1_000_000)
    .nullable()
    .settable()
    .label('Gifts counted')
    .doc('How many gifts were counted'),
  controls: field
    .json(SUMS)
    .label('Counted')
    .example([{ currency: 'NGN', amount: 128450000 }])
    .doc('What was counted, in each currency, in minor units'),
  count: field
    .integer(0)
    .column(held('count', 'bigint', `(select count(*) from ${GIFTS})`))
    .nullable()
    .label('Gifts')
    .example(45)
    .doc('Gifts in it. Null in lists, as all figures are, of a deposit whose figures are not those that were issued'),
  totals: field
    .json(SUMS)
    .column(held('totals', 'json', TOTALS))
    .nullable()
    .label('Total')
    .example([{ currency: 'NGN', amount: 128450000 }])
    .doc('What they come to, in each currency, in minor units'),
  amount_base: field
    .integer(0)
    .column(held('amount_base', 'bigint', `(select coalesce(sum(c.amount_base), 0)::bigint from ${GIFTS})`))
    .nullable()
    .example(128450000)
    .doc('In minor units of the church currency'),
  variance: field.derived(['kind', 'control_count', 'controls', 'count', 'totals'], printVariance, {
    ...row({ count: { type: ['integer', 'null'] }, amounts: SUMS }),
    type: ['object', 'null'],
    examples: [{ count: -1, amounts: [{ currency: 'NGN', amount: -500_000 }] }],
    description: 'What is in it less what was counted, where it differs; null before it was counted',
  }),
  by_fund: field
    .json(rows({ fund_id: integer, fund_name: text, currency: text, count: integer, amount: integer }))
    .column(held('by_fund', 'json', BY_FUND))
    .onlyOne(),
  by_method: field
    .json({
      type: 'array',
      items: {
        ...row({
          method: { type: 'string', enum: METHODS },
          ...{ currency: text, count: integer, amount: integer, amount_base: integer },
        }),
        required: ['method', 'currency', 'count', 'amount'],
      },
    })
    .column(held('by_method', 'json', BY_METHOD))
    .onlyOne()
    .doc(
      'amount_base is in minor units of the church currency, each gift by the rate of its day; what was deposited, or paid out, before this was told has none',
    ),
  cash: field
    .json(rows({ currency: text, denomination: integer, pieces: integer }))
    .column(CASH)
    .onlyOne()
    .doc('Notes and coins; denomination in minor units'),
  variance_note: field.text(500).nullable().label('Why it differs'),
  closed_at: field.timestamp().nullable().label('when|Closed'),
  closed_by: field.line().nullable().label('Closed by'),
  deposit_ref: field.line(190).nullable().label('Reference of the bank').example('Slip 004711'),
  deposited_on: field.date().nullable().label('Deposited on'),
  deposited_by: field.line().nullable().label('Deposited by'),
  sha256: fingerprint
    .nullable()
    .onlyOne()
    .label('Fingerprint')
    .doc('SHA-256 of what was deposited, as it was computed'),
  payout: field
    .json(row(PAYOUT))
    .column('t.payout')
    .nullable()
    .onlyOne()
    .label('Payout')
    .doc(
      'Of a payout: what the provider says of it, in minor units of its currency. net is gross − fees + refunds + disputes + other, and what the bank got. missing: payments that no gift is of (100 at most; missing_count has all); elsewhere: gifts that were in another batch and stay there',
    ),
  payout_failed_on: field
    .date()
    .nullable()
    .label('Sent back by the bank')
    .doc('Of a payout: the day on which the bank sent it back'),
  payout_failure: field.line(500).nullable().label('Why the bank sent it back'),
  adjustments: field
    .json(
      rows({
        contribution_id: integer,
        kind: { type: 'string', enum: ['bounced', 'voided', 'refunded'] },
        amount: integer,
        currency: text,
        amount_base: integer,
        happened_on: { ...text, format: 'date' },
        note: { type: ['string', 'null'] },
      }),
    )
    .column(ADJUSTMENTS)
    .onlyOne()
    .doc('What became of its gifts after it was deposited, or after a provider paid them out, each of a later day'),
  created_at: field.timestamp().label('when|Opened'),
  updated_at: field.timestamp().label('Changed'),
}

/** Prints a batch as the API shows it. */
export const batchPrinter = printer(batchFields, true)
