/** Issues statements: of everybody for a period, of one giver, and receipts of one gift (decision 0026). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import type { Caller } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import { findOne } from '../../resource/list.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { HOLDERS, type statementFields } from './fields.ts'
import { BY_PERSON, covered, gatherOne, type Span } from './gather.ts'
import { STATEMENT_RUNS } from './run-step.ts'
import { statements } from './statements.ts'
import { writeStatements } from './write-statements.ts'

/** Issuing is for the whole church: a statement that leaves out other branches would be wrong. */
export const MAY_ISSUE = churchWide(FINANCE)

const FIRST_YEAR = 1901
const LAST_YEAR = 2200

/** Of when: a year, or days that are named. */
export const spanFields = {
  year: field.integer(FIRST_YEAR, LAST_YEAR).settable().label('Year').doc('Or from and to'),
  from: field.date().settable().label('From').doc('The first day, in the place of a year'),
  to: field.date().settable().label('To').doc('The last day'),
}

interface AskedSpan {
  year?: number
  from?: string
  to?: string
}

/** @throws ApiError `validation_failed` */
export function spanOf({ year, from, to }: AskedSpan): Span {
  const problems = new Problems()
  const given = year !== undefined && from === undefined && to === undefined
  if (!given && (year !== undefined || from === undefined || to === undefined)) {
    problems.add('year', because('say either a year, or the first and the last day'))
  } else if (from !== undefined && to !== undefined && to < from)
    problems.add('to', because('must be {from} or later', { from }))
  problems.throwIfAny()
  return { from: from ?? `${year}-01-01`, to: to ?? `${year}-12-31` }
}

/** @throws ApiError `validation_failed` for a period that has not begun: it has no gifts */
export function checkBegun({ from }: Span, { church }: Caller, now: Date): void {
  const problems = new Problems()
  if (from > today(now, church.timezone)) problems.add('year', because('has not begun yet'))
  problems.throwIfAny()
}

/** Name of who issues; null for the command line. */
export const byName = ({ by }: Caller): string | null => (by.kind === 'person' ? by.name : null)

export type ShownStatement = RecordOf<typeof statementFields>

/** A statement as the API shows it. @throws ApiError `not_found` */
export async function shownStatement(tx: Tx, caller: Caller, id: number): Promise<Json<ShownStatement>> {
  const row = await findOne(tx, statements, caller, id)
  if (row === undefined) throw new ApiError('not_found')
  return new Json<ShownStatement>(statements.alone.print(row))
}

/** Alone in the church for a moment: whatever was under way has committed then, so nothing of before is missing. */
export const issueAll = action({
  name: 'statements.issue_all',
  logged: 'Issued statements of giving',
  done: 'The statements are being issued.',
  may: MAY_ISSUE,
  stepUp: true,
  alone: true,
  fields: {
    ...spanFields,
    by: field
      .oneOf(HOLDERS)
      .settable()
      .label('statement|One for each')
      .doc('person, unless said; a family gets one together'),
    note: field
      .text(1_000)
      .nullable()
      .settable()
      .label('Printed on each')
      .doc('What the law of the country asks for: a tax number, that nothing was given in return'),
  },
  target: ({ year, from, to }) => (year === undefined ? `${from} to ${to}` : String(year)),
  async run(tx, { caller, clock }, { by = 'person', note = null, ...asked }): Promise<{ id: number }> {
    const { church } = caller
    const span = spanOf(asked)
    checkBegun(span, caller, clock.now())
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const open = await tx.first<{ id: number }>(sql`select id from statement_runs
      where church_id = ${church.id} and status <> 'issued' limit 1`)
    const problems = new Problems()
    if (open !== undefined)
      problems.add('year', because('other statements are being issued just now: wait until they are there'))
    problems.throwIfAny()
    const run = await tx.first<{
      id: number
    }>(sql`insert into statement_runs (church_id, from_on, to_on, by, note, issued_by,
        as_of, created_at)
      values (${church.id}, ${span.from}::date, ${span.to}::date, ${by}, ${note}, ${byName(caller)},
        ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
    const id = run?.id ?? 0
    await putOnAgenda(tx, church.id, STATEMENT_RUNS, id, clock.now())
    return { id }
  },
})

export const issueOne = action({
  name: 'statements.issue',
  logged: 'Issued a statement of giving',
  done: 'The statement is issued.',
  may: MAY_ISSUE,
  stepUp: true,
  alone: true,
  fields: { person_id: field.ref('people').required().label('Giver'), ...spanFields },
  target: ({ person_id }) => String(person_id),
  detail: ({ year, from, to }) => ({ year, from, to }),
  async run(tx, { caller, clock, note }, { person_id, ...asked }) {
    const { church } = caller
    const span = spanOf(asked)
    checkBegun(span, caller, clock.now())
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const has = await tx.first(
      sql`select 1 from (${covered(church.id, span)}) as one where one.person_id = ${person_id}`,
    )
    const problems = new Problems()
    const run = await tx.first(sql`select 1 from statement_runs where church_id = ${church.id} and status <> 'issued'`)
    if (run !== undefined)
      problems.add('person_id', because('may be among those that are being issued now: wait until all are'))
    if (has !== undefined)
      problems.add('person_id', because('has a statement of these days: issue a new version of that one'))
    const found = await gatherOne(tx, church.id, span, ofPerson(person_id), sql`c.person_id = ${person_id}`)
    if (found === undefined) problems.add('person_id', because('gave nothing in these days'))
    problems.throwIfAny()
    if (found === undefined) throw new ApiError('not_found')
    const { funds, ...gathered } = found
    const what = { kind: 'statement', span, note: null, funds, as_of: tx.now, by: byName(caller) } as const
    const [made] = await writeStatements(tx, church, what, [gathered], clock.now())
    note({ detail: { number: made?.number } })
    return await shownStatement(tx, caller, made?.id ?? 0)
  },
})

const ofPerson = (id: number) => ({ person: sql`${id}::bigint`, family: sql`null::bigint` })

export const issueReceipt = action({
  name: 'statements.receipt',
  logged: 'Issued a receipt',
  done: 'The receipt is issued.',
  may: MAY_ISSUE,
  stepUp: true,
  fields: { contribution_id: field.ref('contributions').required().label('Gift') },
  target: ({ contribution_id }) => String(contribution_id),
  alone: true,
  async run(tx, { caller, clock, note }, { contribution_id: id }) {
    const { church } = caller
    await checkGift(tx, church.id, id)
    const { funds, ...gathered } = await giftOf(tx, church.id, id)
    const on = gathered.lines[0]?.[1] ?? ''
    const span = { from: on, to: on }
    const what = {
      kind: 'receipt',
      span,
      note: null,
      funds,
      as_of: tx.now,
      by: byName(caller),
      contribution: id,
    } as const
    const [made] = await writeStatements(tx, church, what, [gathered], clock.now())
    note({ detail: { number: made?.number } })
    return await shownStatement(tx, caller, made?.id ?? 0)
  },
})

/** What stands in the place of a gift of which a part went back has that one's receipt. @throws ApiError `validation_failed` */
async function checkGift(tx: Tx, church: number, id: number): Promise<void> {
  const gift = await tx.first<{ status: string; person_id: number | null; receipt: string | null }>(sql`
    with recursive before (id) as (
      select ${id}::bigint
      union all select c.replaces_id from before join contributions as c on c.church_id = ${church} and c.id = before.id
        where c.replaces_id is not null)
    select c.status, c.person_id, (select s.number from statements as s where s.church_id = ${church}
        and s.contribution_id in (select id from before) and s.status = 'issued' limit 1) as receipt
    from contributions as c where c.church_id = ${church} and c.id = ${id}`)
  const problems = new Problems()
  if (gift === undefined) problems.add('contribution_id', because('names no gift of this church'))
  else if (gift.status !== 'posted') problems.add('contribution_id', because('is void'))
  else if (gift.person_id === null) problems.add('contribution_id', because('has no giver on record: name one first'))
  else if (gift.receipt !== null)
    problems.add(
      'contribution_id',
      because('has receipt {receipt}: issue a new version of that one', { receipt: gift.receipt }),
    )
  problems.throwIfAny()
}

async function giftOf(tx: Tx, church: number, id: number) {
  const found = await gatherOne(tx, church, ALWAYS, BY_PERSON, sql`c.id = ${id}`)
  if (found === undefined) throw new ApiError('not_found')
  return found
}

/** Every day on which a gift may be given. */
export const ALWAYS: Span = { from: '0001-01-01', to: '9999-12-31' }
