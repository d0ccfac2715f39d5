/** Taking a batch to the bank: what it held is frozen under a number, and nothing changes it any more (decisions 0026 and 0028). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { freeze } from '../../documents/frozen.ts'
import { nextNumber, numberText } from '../../documents/numbers.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { today } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { batches } from './batches.ts'
import { batchPrinter } from './fields.ts'
import { doerOf, shownBatch } from './outcome.ts'
import type { Payout } from './payouts.ts'
import { cashOf, type Pieces, type Sums, sealOf, sumsOf } from './sums.ts'
import type { CurrencySum } from './variance.ts'

const { column } = batchPrinter

/** A batch became deposited: its record, as the API shows it. */
export const batchDeposited = specified('giving.batch_deposited', 'Batch')

/** A cheque, as the slip lists it: whose it is stands in the books, not here. */
export interface Cheque {
  contribution_id: number
  reference: string | null
  currency: string
  amount: number
}

/** What was taken to the bank, as it is frozen. */
export interface DepositFigures extends Sums {
  number: string
  batch_id: number
  name: string
  kind: string
  branch_id: number
  branch_name: string
  counted_on: string
  counters: string[]
  control_count: number | null
  controls: CurrencySum[]
  variance_note: string | null
  cash: Pieces[]
  cheques: Cheque[]
  base_currency: string
  deposit_ref: string | null
  deposited_on: string
  deposited_by: string
  /** Only of a payout. */
  payout?: Payout
}

export const depositBatch = action({
  name: 'batches.deposit',
  label: 'do|Deposit',
  logged: 'Deposited a batch',
  asks: 'Is it in the bank?',
  confirm:
    'What is in the batch stands for ever then. What becomes of its gifts later is noted beside it. Of a payout, look for the line on the bank statement first.',
  submit: 'It is in the bank',
  done: 'The batch is deposited.',
  may: within(FINANCE),
  stepUp: true,
  fields: {
    id: field.ref().required(),
    deposited_on: field
      .date()
      .settable()
      .label('Deposited on', 'Unless you say: today, and of a payout the day on which the provider expected it there'),
    deposit_ref: field.line(190).settable().label('Reference of the bank', 'What stands on its slip or statement'),
  },
  on: batches,
  when: { status: ['closed'] },
  async run(tx, { caller, clock, note }, { id, deposited_on, deposit_ref = null }, _prepared, row) {
    const { church } = caller
    const day = today(clock.now(), church.timezone)
    const payout = payoutOf(row)
    const on = deposited_on ?? (payout === undefined || payout.arrives_on > day ? day : payout.arrives_on)
    checkDay(row, on, day)
    const sums = payout === undefined ? await unchangedSums(tx, church.id, id) : await paidOutSums(tx, church.id, id)
    const by = doerOf(caller).name
    // Asked for last: who deposits another one at this moment waits for it.
    const year = Number(day.slice(0, 4))
    const number = numberText('D', year, await nextNumber(tx, { church: church.id, kind: 'deposit', year }))
    const terms = { number, deposit_ref, deposited_on: on, deposited_by: by, base_currency: church.currency }
    const { figures, sha256 } = freeze({ ...(await standingOf(tx, church.id, id, row)), ...sums, ...terms })
    await tx.run(sql`update batches set status = 'deposited', number = ${number}, figures = ${figures}, sha256 = ${sha256},
      deposit_ref = ${deposit_ref}, deposited_on = ${on}::date, deposited_by = ${by}, deposited_at = ${tx.now}::timestamptz,
      updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${id}`)
    const shown = await shownBatch(tx, caller, id)
    await record(tx, church, batchDeposited, shown.text)
    note({ detail: { number } })
    return shown
  },
})

/** What the provider says of a payout; undefined of what was counted. */
export function payoutOf(row: TextRow): Payout | undefined {
  const said = column(row, 'payout')
  return said === null ? undefined : (JSON.parse(said) as Payout)
}

function checkDay(row: TextRow, on: string, day: string): void {
  const problems = new Problems()
  const counted = column(row, 'counted_on') ?? ''
  if (on < counted || on > day) problems.add('deposited_on', because('must be from {counted} to today', { counted }))
  problems.throwIfAny()
}

/** What is in it, which is what was in it when it was closed. @throws ApiError `wrong_state` */
export async function unchangedSums(tx: Db | Tx, church: number, id: number): Promise<Sums> {
  const sums = await sumsOf(tx, church, id)
  const stored = await tx.first<{ closed_figures: string }>(
    sql`select closed_figures from batches where church_id = ${church} and id = ${id}`,
  )
  if (stored?.closed_figures === sealOf(sums)) return sums
  throw new ApiError('wrong_state', {
    message: because(
      'Gifts of this batch were voided or refunded since it was closed: open it again, look, and close it.',
    ),
  })
}

/** What was in a payout when the provider told of it: the bank has that, whatever became of its gifts since. */
export async function paidOutSums(tx: Db | Tx, church: number, id: number): Promise<Sums> {
  const stored = await tx.first<{ closed_figures: string }>(
    sql`select closed_figures from batches where church_id = ${church} and id = ${id}`,
  )
  return JSON.parse(stored?.closed_figures ?? '') as Sums
}

/** What stands in the row of the batch, and what only the slip has. */
export async function standingOf(
  tx: Db | Tx,
  church: number,
  id: number,
  row: TextRow,
): Promise<
  Omit<DepositFigures, keyof Sums | 'number' | 'deposit_ref' | 'deposited_on' | 'deposited_by' | 'base_currency'>
> {
  const branch_id = Number(column(row, 'branch_id'))
  const branch = await tx.first<{ name: string }>(
    sql`select name from branches where church_id = ${church} and id = ${branch_id}`,
  )
  const control = column(row, 'control_count')
  const payout = payoutOf(row)
  return {
    ...(payout && { payout }),
    batch_id: id,
    name: column(row, 'name') ?? '',
    kind: column(row, 'kind') ?? '',
    branch_id,
    branch_name: branch?.name ?? '',
    counted_on: column(row, 'counted_on') ?? '',
    counters: JSON.parse(column(row, 'counters') ?? '[]'),
    control_count: control === null ? null : Number(control),
    controls: JSON.parse(column(row, 'controls') ?? '[]'),
    variance_note: column(row, 'variance_note'),
    cash: await cashOf(tx, church, id),
    cheques: await tx.all<Cheque>(sql`select id as contribution_id, reference, currency, amount from contributions
      where church_id = ${church} and batch_id = ${id} and status = 'posted' and method = 'cheque' order by id`),
  }
}
