/** Envelopes: numbers that are given out to people and families, so that a gift says whose it is (decision 0028). */
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { creates } from '../../resource/creation.ts'
import type { Sent } from '../../resource/field.ts'
import { belongingTo, branch, changedSince, date, described, wholeNumber, word } from '../../resource/filter.ts'
import { type Resource, resource, type Write, type WriteContext } from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { updates } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { nameInSight } from '../people/name-in-sight.ts'

/** The highest number. */
const HIGHEST = 9_999_999

export const envelopeFields = {
  id: field.id(),
  series: field
    .line(60)
    .nullable()
    .settable()
    .label('Series', 'Such as Easter 2027; empty for the usual envelopes')
    .example('Easter 2027'),
  number: field
    .integer(1, HIGHEST)
    .settable()
    .label('Number', 'The next one of the series, unless you say')
    .example(17)
    .doc('Default: the next one of the series'),
  person_id: field.ref('people').nullable().settable().label('Person').or('owner_name').example(1),
  family_id: field.ref('families').nullable().settable().label('Or family').doc('Or a family: the giver is its head'),
  owner_name: field
    .text()
    .column(
      visible => sql`coalesce(${nameInSight('person_id', visible)},
        (select f.name from families f where f.church_id = t.church_id and f.id = t.family_id
          and (${visible}::bigint[] is null or f.branch_id = any(${visible}::bigint[]))))`,
    )
    .nullable()
    .label('Whose')
    .example('Ada Obi')
    .doc('Name of the person or family; null where their branch is out of sight'),
  branch_id: field
    .ref('branches')
    .settable()
    .label('Branch')
    .doc("Default: that of the person, else the key's, else the head branch"),
  valid_from: field
    .date()
    .settable()
    .label('From', 'Today, unless you say')
    .doc("Default: today in the church's time zone"),
  valid_to: field
    .date()
    .nullable()
    .settable()
    .reaches('ahead')
    .label('To', 'The last day; empty while it is theirs')
    .doc('The last day'),
  created_at: field.timestamp().label('Given out'),
  updated_at: field.timestamp().label('Changed'),
}

type Body = Sent<typeof envelopeFields>

/** What makes two envelopes the same: a number of a series on a day. */
interface Span {
  series: string | null
  number: number
  valid_from: string
  valid_to: string | null
}

interface Taken extends Span {
  id: number
}

/** The envelope that has the number on one of these days already. */
const takenBy = (
  db: Db | Tx,
  church: number,
  { series, number, valid_from, valid_to }: Span,
  but = 0,
): Promise<Taken | undefined> =>
  db.first<Taken>(sql`select id, series, number, valid_from::text as valid_from, valid_to::text as valid_to from envelopes
    where church_id = ${church} and number = ${number} and lower(coalesce(series, '')) = lower(${series ?? ''}::text)
      and id <> ${but} and coalesce(valid_to >= valid_from, true)
      and (valid_to is null or valid_to >= ${valid_from}::date)
      and (${valid_to}::date is null or valid_from <= ${valid_to}::date) order by valid_from limit 1`)

function tell(taken: Taken | undefined, problems: Problems): void {
  if (taken === undefined) return
  const { valid_from: from, valid_to: to } = taken
  problems.add(
    'number',
    to === null
      ? because('is given out from {from} on: end that envelope first, or take another number', { from })
      : because('is given out from {from} to {to}: end that envelope first, or take another number', { from, to }),
  )
}

/** Held until the end, so that two give out no number twice. */
const holdNumbers = (tx: Tx, church: number): Promise<unknown> =>
  tx.run(sql`select 1 from churches where id = ${church} for no key update`)

/** One more than the highest that was ever given out in the series. */
async function nextNumber(tx: Tx, church: number, series: string | null): Promise<number> {
  const row = await tx.first<{ number: number }>(sql`select coalesce(max(number), 0)::int + 1 as number from envelopes
    where church_id = ${church} and lower(coalesce(series, '')) = lower(${series ?? ''}::text)`)
  return row?.number ?? 1
}

const spanOf = ({ series = null, number = 0, valid_from = '', valid_to = null }: Body): Span => ({
  series,
  number,
  valid_from,
  valid_to,
})

function checkBody({ person_id, family_id, valid_from, valid_to }: Body, problems: Problems): void {
  if ((person_id == null) === (family_id == null)) {
    problems.add(
      'person_id',
      person_id == null
        ? because('is required, or family_id')
        : because('cannot stand beside family_id: it is one of them'),
    )
  }
  if (valid_from !== undefined && valid_to != null && valid_to < valid_from) {
    problems.add('valid_to', because('must not be before valid_from'))
  }
}

const dayOf = ({ caller, clock }: WriteContext): string => today(clock.now(), caller.church.timezone)

const plain = creates(envelopeFields, (): Resource<typeof envelopeFields> => envelopes, {
  doc: 'Gives out an envelope. No two of a number in a series are valid on one day',
  example: { number: 17, person_id: 1, valid_from: '2027-01-01' },
  branchOf: 'person_id',
  check: checkBody,
  async follows(tx, context, values) {
    const valid_from = (values.valid_from as string | undefined) ?? dayOf(context)
    await holdNumbers(tx, context.caller.church.id)
    const church = context.caller.church.id
    const body = values as Body
    const number = body.number ?? (await nextNumber(tx, church, body.series ?? null))
    const problems = new Problems()
    tell(await takenBy(tx, church, spanOf({ ...body, number, valid_from })), problems)
    problems.throwIfAny()
    return { number, valid_from }
  },
})

/** Rows of one file that give out one number twice. */
async function judgeTogether(
  _db: Db,
  context: WriteContext,
  inputs: readonly Body[],
): Promise<ReadonlyMap<number, Problems>> {
  const wrong = new Map<number, Problems>()
  const seen = new Map<string, Span[]>()
  for (const [at, input] of inputs.entries()) {
    if (input.number === undefined) continue
    const span = spanOf({ ...input, valid_from: input.valid_from ?? dayOf(context) })
    const key = `${(span.series ?? '').toLowerCase()} ${span.number}`
    const others = seen.get(key) ?? []
    const same = others.find(
      one =>
        (one.valid_to === null || one.valid_to >= span.valid_from) &&
        (span.valid_to === null || one.valid_from <= span.valid_to),
    )
    if (same !== undefined) {
      const problems = new Problems()
      problems.add('number', because('is given out by an earlier line of the file, for the same days'))
      wrong.set(at, problems)
    }
    seen.set(key, [...others, span])
  }
  return wrong
}

const create: Write = {
  ...plain,
  judgeTogether,
  async check(db, context, input: Body, problems, id) {
    const found = await plain.check(db, context, input, problems, id)
    if (input.valid_from === undefined && input.valid_to != null && input.valid_to < dayOf(context)) {
      problems.add('valid_to', because('must not be before valid_from, which is today unless you say'))
    }
    if (input.number !== undefined && !problems.has('valid_from') && !problems.has('valid_to')) {
      const span = spanOf({ ...input, valid_from: input.valid_from ?? dayOf(context) })
      tell(await takenBy(db, context.caller.church.id, span), problems)
    }
    return found
  },
}

const DIGITS = /^\d{1,9}$/
const byNumber = (text: string): Sql[] => (DIGITS.test(text) ? [sql`number = ${Number(text)}`] : [])

export const envelopes = resource({
  name: 'envelopes',
  explained: {
    says: 'Numbers that people give under. When you enter gifts, the number on the envelope finds the giver.',
    chapter: 'entering-gifts',
  },
  singular: 'Envelope',
  words: { one: 'envelope', many: 'envelopes', added: 'Gave out an envelope' },
  may: { read: FINANCE, write: FINANCE },
  icon: 'record',
  title: 'number',
  found: { whole: byNumber, by: [['series'], ['owner_name'], ['valid_from']] },
  command: 'envelope',
  limitTo: 'branch_id',
  fields: envelopeFields,
  list: {
    columns: ['number', 'series', 'person_id', 'family_id', 'valid_from', 'valid_to', 'branch_id'],
    terminal: ['id', 'number', 'series', 'owner_name', 'valid_from', 'valid_to'],
    filters: {
      on: described(
        'Valid on this day',
        date(day => sql`valid_from <= ${day}::date and (valid_to is null or valid_to >= ${day}::date)`),
      ),
      number: described(
        'One number',
        wholeNumber(1, HIGHEST, number => sql`number = ${number}`),
      ),
      series: described(
        'One series',
        word(series => sql`lower(series) = lower(${series}::text)`),
      ),
      person_id: described('Those of one person', belongingTo('people', 'person_id')),
      family_id: described('Those of one family', belongingTo('families', 'family_id')),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: ['id', '-id', 'number', '-number'],
    doc: 'Envelopes that were given out, those that ended among them',
  },
  one: { doc: 'One envelope' },
  create,
  update: updates({ valid_to: envelopeFields.valid_to }, (): Resource<typeof envelopeFields> => envelopes, {
    doc: 'Ends an envelope, or lets it go on',
    example: { valid_to: '2026-12-31' },
    async follows(tx, { caller }, before, { valid_to = null }) {
      const text = (name: keyof typeof envelopeFields): string => envelopes.alone.column(before, name) ?? ''
      const problems = new Problems()
      const valid_from = text('valid_from')
      if (valid_to !== null && valid_to < valid_from)
        problems.add('valid_to', because('must not be before {valid_from}', { valid_from }))
      problems.throwIfAny()
      await holdNumbers(tx, caller.church.id)
      const span = {
        series: envelopes.alone.column(before, 'series'),
        number: Number(text('number')),
        valid_from,
        valid_to,
      }
      tell(await takenBy(tx, caller.church.id, span, Number(text('id'))), problems)
      problems.throwIfAny()
      return {}
    },
  }),
})
