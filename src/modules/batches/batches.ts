/** Batches and their list: opened and counted through the API, the console and by commands; closed and deposited by people (decision 0028). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Sent } from '../../resource/field.ts'
import { branch, changedSince, date, described, oneOf } from '../../resource/filter.ts'
import { isWritten } from '../../resource/found.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import {
  type Answer,
  type Referred,
  type Resource,
  resource,
  type WriteContext,
  write,
} from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import { rowField } from '../../resource/row-list.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { defaultBranch } from '../church/visible-branch.ts'
import { EARLIEST } from '../contributions/base-amount.ts'
import { checkBlind } from './blind.ts'
import { BATCH_KINDS, BATCH_STATUSES, batchFields, batchPrinter, cashRows, controlRows } from './fields.ts'
import type { Pieces } from './sums.ts'

const counted = {
  control_count: batchFields.control_count,
  controls: controlRows
    .settable()
    .doc('What was counted, in each currency, in minor units. Closing asks that the gifts come to the same'),
  cash: cashRows.settable().doc('The notes and coins: closing asks that they come to the cash gifts'),
}

const { branch_id, name, counted_on, counters } = batchFields
const createFields = { name, branch_id, counted_on, counters, ...counted }
const updateFields = {
  name: field.line(190).settable().label('Name'),
  counted_on,
  counters,
  ...counted,
}

type Body = Partial<Sent<typeof createFields>>

/** What stands in a batch's own row; its notes and coins do not. */
function valuesOf({ cash: _, controls, ...plain }: Body): Record<string, unknown> {
  const { counters } = plain
  const sorted = controls?.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
  return {
    ...plain,
    ...(counters && { counters: JSON.stringify(counters) }),
    ...(sorted && { controls: JSON.stringify(sorted) }),
  }
}

async function check(
  db: Db,
  context: WriteContext,
  input: Body,
  problems: Problems,
): Promise<ReadonlyMap<string, Referred>> {
  const { caller, clock } = context
  const day = today(clock.now(), caller.church.timezone)
  if (input.counted_on !== undefined && (input.counted_on < EARLIEST || input.counted_on > day)) {
    problems.add('counted_on', because('must be from {earliest} to today', { earliest: EARLIEST }))
  }
  once('controls', input.controls ?? [], ({ currency }) => currency, 'currency', problems)
  once('cash', input.cash ?? [], one => `${one.currency} ${one.denomination}`, 'denomination', problems)
  return await lookUpReferences(db, context, { branch_id }, input, problems)
}

/** Adds a problem for each row that says of something what another says already. */
export function once<Row>(
  list: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  fieldName: string,
  problems: Problems,
): void {
  const seen = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row)
    if (seen.has(key)) problems.add(rowField(list, at, fieldName), because('stands there twice'))
    seen.add(key)
  }
}

/** Puts these notes and coins in the place of those that a batch had. */
export async function setCash(tx: Tx, church: number, batch: number, cash: readonly Pieces[]): Promise<void> {
  await tx.run(sql`delete from batch_cash where church_id = ${church} and batch_id = ${batch}`)
  const rows = cash.filter(({ pieces }) => pieces > 0)
  if (rows.length === 0) return
  await tx.run(sql`insert into batch_cash (church_id, batch_id, currency, denomination, pieces)
    values ${join(rows.map(({ currency, denomination, pieces }) => sql`(${church}, ${batch}, ${currency}, ${denomination}, ${pieces})`))}`)
}

/** A batch as the API shows it. @throws ApiError `not_found` */
export async function batchRow(tx: Db | Tx, caller: Caller, id: number): Promise<TextRow> {
  const row = await findOne(tx, batches, caller, id)
  if (row === undefined) throw new ApiError('not_found')
  return row
}

/** Opens one. @returns its id */
export async function openBatch(tx: Tx, church: number, values: Record<string, unknown>): Promise<number> {
  const names = Object.keys(values)
  const row = await tx.first<{ id: number }>(sql`insert into batches (church_id, created_at, updated_at,
      ${join(names.map(one => ident(one)))})
    values (${church}, ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${join(Object.values(values).map(one => sql`${one}`))})
    returning id`)
  if (row === undefined) throw new Error('The batch was not inserted.')
  return row.id
}

const openOne = write({
  fields: createFields,
  creates: true,
  unknown: 'ignore',
  doc: 'Opens a batch, which then takes gifts (batch_id of contributions)',
  example: {
    name: 'Second service',
    counters: ['Ada Obi', 'John Eze'],
    control_count: 45,
    controls: [{ currency: 'NGN', amount: 128450000 }],
    cash: [{ currency: 'NGN', denomination: 100000, pieces: 1021 }],
  },
  check,
  async run(tx: Tx, { caller, clock }: WriteContext, input): Promise<Answer> {
    const { church } = caller
    const values = {
      branch_id: defaultBranch(caller),
      counted_on: today(clock.now(), church.timezone),
      ...valuesOf(input),
    }
    const id = await openBatch(tx, church.id, values)
    await setCash(tx, church.id, id, input.cash ?? [])
    return { status: 201, data: batchPrinter.print(await batchRow(tx, caller, id)), created: id }
  },
})

const changeOne = write({
  fields: updateFields,
  creates: false,
  unknown: 'ignore',
  doc: 'Changes a batch that is open: its name and day, and what was counted; the latter not where two people count it blind',
  example: { control_count: 45, controls: [{ currency: 'NGN', amount: 128450000 }] },
  refusals: ['wrong_state'],
  check,
  async run(tx: Tx, { caller }: WriteContext, input, _found, id): Promise<Answer> {
    const church = caller.church.id
    const before = await findOne(tx, batches, caller, id, [], sql`for no key update`)
    if (before === undefined) throw new ApiError('not_found')
    checkState(before, ['open'])
    await checkBlind(tx, church, id, before, input)
    const sets = Object.entries(valuesOf(input)).map(([column, value]) => sql`${ident(column)} = ${value}`)
    if (input.cash !== undefined) await setCash(tx, church, id, input.cash)
    const change = (all: readonly Sql[]): Promise<unknown> =>
      tx.run(sql`update batches set ${join(all)} where church_id = ${church} and id = ${id}`)
    if (sets.length > 0) await change(sets)
    const data = batchPrinter.print(await batchRow(tx, caller, id))
    // What was read and is sent back changes nothing, nor the time of the last change.
    if (data === batchPrinter.print(before)) return { status: 200, data }
    await change([sql`updated_at = ${tx.now}::timestamptz`])
    return { status: 200, data: batchPrinter.print(await batchRow(tx, caller, id)) }
  },
})

/** @throws ApiError `wrong_state` */
export function checkState(row: TextRow, allowed: readonly string[]): void {
  const status = batchPrinter.column(row, 'status') ?? ''
  if (allowed.includes(status)) return
  throw new ApiError('wrong_state', {
    message: because('Batch {id} is {status}.', { id: batchPrinter.column(row, 'id') ?? '', status }),
  })
}

export const batches: Resource<typeof batchFields, 'batches'> = resource({
  name: 'batches',
  explained: {
    says: 'What was counted together, such as the offering of one service. Count it, enter its gifts, close it when both agree, then take it to the bank.',
    chapter: 'entering-gifts#count-the-offering',
  },
  singular: 'Batch',
  words: { one: 'batch', many: 'batches', added: 'Opened a batch' },
  may: { read: FINANCE, write: FINANCE },
  icon: 'record',
  title: 'name',
  found: { whole: text => [isWritten('number', text)], by: [['number'], ['counted_on'], ['status']] },
  page: [
    { title: 'Batch', fields: ['number', 'branch_id', 'counted_on', 'counters', 'kind'] },
    {
      title: 'Closed and deposited',
      fields: [
        'payout_failed_on',
        'payout_failure',
        'closed_at',
        'closed_by',
        'variance_note',
        'deposited_on',
        'deposit_ref',
        'deposited_by',
        'sha256',
      ],
    },
  ],
  related: [
    {
      of: 'contributions',
      by: 'batch_id',
      columns: ['given_on', 'amount', 'method', 'fund_name', 'person_id', 'reference'],
      closed: true,
    },
  ],
  command: 'batch',
  limitTo: 'branch_id',
  fields: batchFields,
  list: {
    columns: ['name', 'counted_on', 'status', 'number', 'count', 'deposited_on', 'kind', 'branch_id'],
    terminal: ['id', 'name', 'counted_on', 'status', 'number', 'count', 'deposited_on', 'kind'],
    filters: {
      status: described(
        'One status',
        oneOf(BATCH_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      kind: described(
        'One kind',
        oneOf(BATCH_KINDS, wanted => sql`kind = ${wanted}`),
      ),
      from: described(
        'Counted on or after this date',
        date(day => sql`counted_on >= ${day}::date`),
      ),
      to: described(
        'Counted on or before this date',
        date(day => sql`counted_on <= ${day}::date`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-id',
    sorts: ['id', '-id', 'counted_on', '-counted_on'],
    doc: 'Batches: offerings that were counted, and payouts of providers, oldest first',
  },
  one: { doc: 'One batch, with its sums by fund and method, its notes and coins, and its adjustments' },
  create: openOne,
  update: changeOne,
  import: null,
})
