/** The fields of a statement, as the API shows them. */
import { thaw } from '../../documents/frozen.ts'
import { quote } from '../../lib/json.ts'
import { exactAmount } from '../../lib/money.ts'
import { Field, type JsonSchema } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'

export const STATEMENT_KINDS = ['statement', 'receipt'] as const
export const STATEMENT_STATUSES = ['issued', 'superseded'] as const
/** Of whom gifts are put together. */
export const HOLDERS = ['person', 'family'] as const

const HASH_LENGTH = 64

const text = { type: 'string' } as const
const orNull = { type: ['string', 'null'] } as const
const amount = { type: 'integer', description: 'In minor units' } as const
const day = { type: 'string', format: 'date' } as const

const object = (properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
})

const section = object({
  lines: {
    type: 'array',
    items: object(
      { id: amount, on: day, fund: text, method: text, amount, currency: text, base: amount, giver: text },
      ['giver'],
    ),
  },
  totals: { type: 'array', items: object({ currency: text, amount, gifts: { type: 'integer' } }) },
})

const FIGURES: JsonSchema = {
  ...object(
    {
      form: { enum: [1, 2] },
      kind: { enum: [...STATEMENT_KINDS] },
      number: text,
      version: { type: 'integer' },
      supersedes: { type: 'array', items: text },
      issued_on: day,
      church: object({ name: text, address: orNull, contact: orNull }),
      giver: object({ name: text, address: orNull, place: orNull }),
      from: day,
      to: day,
      currency: text,
      note: orNull,
      deductible: section,
      other: section,
      goods: {
        type: 'array',
        items: object({ id: { type: 'integer' }, on: day, fund: text, what: orNull, giver: text }, ['giver']),
      },
      pledges: {
        type: 'array',
        description: 'Given: up to the last day of the statement. Missing where form is 1',
        items: object({ campaign: text, from: day, to: day, amount, currency: text, given: amount }),
      },
      base: object({ total: amount, deductible: amount, other: amount }),
    },
    ['pledges'],
  ),
}

const EXAMPLE = {
  form: 2,
  kind: 'statement',
  number: 'S-2026-000123',
  version: 1,
  supersedes: [],
  issued_on: '2026-01-12',
  church: { name: 'Grace Church', address: '1 Church Street', contact: null },
  giver: { name: 'Ada Obi', address: '5 Marina', place: 'Lagos' },
  from: '2025-01-01',
  to: '2025-12-31',
  currency: 'NGN',
  note: null,
  deductible: {
    lines: [
      { id: 1, on: '2025-03-02', fund: 'General', method: 'cash', amount: 150_050, currency: 'NGN', base: 150_050 },
    ],
    totals: [{ currency: 'NGN', amount: 150_050, gifts: 1 }],
  },
  other: { lines: [], totals: [] },
  goods: [],
  pledges: [
    { campaign: 'Roof', from: '2025-01-01', to: '2025-12-31', amount: 600_000, currency: 'NGN', given: 150_050 },
  ],
  base: { total: 150_050, deductible: 150_050, other: 0 },
}

/** The figures as they were issued, held against their hash each time. */
const figures = new Field<unknown>({
  ...field.json(FIGURES).spec,
  column: `encode(t.sha256, 'hex') || t.figures`,
  print(stored) {
    const [sha256, text] = [stored.slice(0, HASH_LENGTH), stored.slice(HASH_LENGTH)]
    thaw({ sha256, figures: text }, 'a statement')
    return text
  },
})

export const statementFields = {
  id: field.id(),
  number: field.text().label('Number').example('S-2026-000123').doc('Without gaps in each year, for each kind'),
  kind: field.oneOf(STATEMENT_KINDS).label('Kind').doc('statement: of a period; receipt: of one gift'),
  version: field.integer(1).label('Version'),
  status: field
    .oneOf(STATEMENT_STATUSES)
    .label('Status')
    .doc('superseded: a later version says what holds; what this one says is kept as it was issued'),
  giver: field.line().label('Giver').example('Ada Obi').doc('As it stands on the statement'),
  person_id: field.ref('people').nullable().label('Person').doc('Null on the statement of a family'),
  family_id: field.ref('families').nullable().label('Family').doc('Null on the statement of one person'),
  contribution_id: field.ref('contributions').nullable().label('Gift').doc('The gift of a receipt'),
  branch_id: field
    .ref('branches')
    .label('Branch')
    .doc('The smallest branch that has the giver and every gift: whoever does not see all of it does not see it'),
  year: field.integer(1900, 9999).label('Year').example(2026).doc('Of its last day'),
  from_on: field.date().label('From').example('2026-01-01'),
  to_on: field.date().label('To').example('2026-12-31'),
  currency: field.currency().label('Currency').doc('Of base_total: the currency of the church'),
  base_total: field
    .integer(0)
    .label('Total in minor units')
    .example(12_000_000)
    .doc('Of all gifts of money, in minor units of currency, by the rates of their days; goods are not in it'),
  total_display: field
    .derived(['base_total', 'currency'], (total, currency) => quote(exactAmount(BigInt(total ?? 0), currency ?? '')), {
      type: 'string',
      examples: ['₦120,000.00'],
    })
    .label('Total'),
  gifts: field.integer(0).label('Gifts').doc('How many stand on it'),
  // Written so that no index but that of givers fits: the planner knows no better before the tables were analysed.
  changed: field
    .boolean()
    .column(
      `(t.status = 'issued' and (t.contribution_id is not null and exists (select 1 from contributions as c
        where c.church_id = t.church_id and c.id = t.contribution_id and c.updated_at > t.as_of)
      or t.contribution_id is null and exists (select 1 from contributions as c where c.church_id = t.church_id
        and c.person_id = any(t.people) and c.given_on + 0 between t.from_on and t.to_on
        and c.updated_at + interval '0 seconds' > t.as_of)))`,
    )
    .label('Changed since')
    .doc(
      'A gift of its giver and its days was recorded, voided or changed since: a new version may say something else',
    ),
  supersedes_id: field.ref('statements').nullable().label('Takes the place of'),
  superseded_by_id: field.ref('statements').nullable().label('Superseded by'),
  issued_on: field.date().label('when|Issued'),
  issued_by: field.line().nullable().label('Issued by').example('Grace Obi'),
  sent_at: field.timestamp().nullable().label('Link sent'),
  opened_at: field.timestamp().nullable().label('First opened').doc('By its giver, through the link'),
  opened: field.integer(0).label('Times opened'),
  sha256: field
    .text()
    .column(`encode(t.sha256, 'hex')`)
    .label('SHA-256')
    .example('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
    .doc('Of the UTF-8 of figures, as it is printed')
    .onlyOne(),
  figures: figures.example(EXAMPLE).onlyOne(),
  created_at: field.timestamp(),
  updated_at: field.timestamp(),
}

/** Prints a statement as the API shows it. */
export const statementPrinter = printer(statementFields, true)
