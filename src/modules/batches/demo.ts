/** Three offerings of the demo church: one that is being counted, one that is ready for the bank, and one that is there, of which a cheque came back. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { freeze } from '../../documents/frozen.ts'
import { nextNumber, numberText } from '../../documents/numbers.ts'
import { addDays } from '../../lib/calendar.ts'
import type { DemoChurch, Needed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { contributions } from '../contributions/contributions.ts'
import { openBatch, setCash } from './batches.ts'
import { standingOf } from './deposit.ts'
import { batchPrinter } from './fields.ts'
import { cashGifts, type Pieces, sealOf, sumsOf } from './sums.ts'

const COUNTERS = ['Grace Adeyemi', 'Samuel Okoro']
/** Notes that an offering is counted in, in minor units. */
const NOTES = [100_000, 50_000, 20_000, 10_000, 5_000]

/** The same sum in the largest notes; what no note says is in coins. */
function notesOf(amount: number, currency: string): Pieces[] {
  let rest = amount
  const notes = [...NOTES, 1].map(denomination => {
    const pieces = Math.floor(rest / denomination)
    rest -= pieces * denomination
    return { currency, denomination, pieces }
  })
  return notes.filter(({ pieces }) => pieces > 0)
}

/** 75,000.00 by cheque. */
const CHEQUE = 7_500_000
/** After how many days its bank sent it back. */
const BOUNCED_DAYS = 9

/** The gifts without a giver of the last Sundays, in the head branch. */
export async function countInDemo(tx: Tx, demo: DemoChurch): Promise<void> {
  const { id: church, branches, day, currency } = demo
  const [branch_id] = branches
  const sunday = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
  if (branch_id === undefined) return
  for (const [name, weeks] of [
    ['Offering two Sundays before', 2],
    ['Offering of the Sunday before', 1],
    ['Offering of last Sunday', 0],
  ] as const) {
    const counted_on = addDays(sunday, -7 * weeks)
    const id = await openBatch(tx, church, { name, branch_id, counted_on, counters: JSON.stringify(COUNTERS) })
    await tx.run(sql`update contributions set batch_id = ${id} where church_id = ${church} and branch_id = ${branch_id}
      and given_on = ${counted_on}::date and person_id is null and method = 'cash' and currency = ${currency} and status = 'posted'
      and source = 'manual' and batch_id is null`)
    const cheque = weeks === 2 ? await giveByCheque(tx, demo, { id, branch_id, counted_on }) : undefined
    const sums = await sumsOf(tx, church, id)
    const [cash] = cashGifts(sums)
    if (cash === undefined) continue
    await setCash(tx, church, id, notesOf(cash.amount, currency))
    const closed = weeks > 0 ? { status: 'closed', at: tx.now, by: COUNTERS[0], sums: sealOf(sums) } : undefined
    await tx.run(sql`update batches set control_count = ${sums.count}, controls = ${JSON.stringify(sums.totals)},
      status = ${closed?.status ?? 'open'}, closed_at = ${closed?.at ?? null}::timestamptz, closed_by = ${closed?.by ?? null},
      closed_figures = ${closed?.sums ?? null} where church_id = ${church} and id = ${id}`)
    if (cheque === undefined) continue
    await depositInDemo(tx, demo, id, addDays(counted_on, 1))
    await bounce(tx, demo, { id, cheque, on: addDays(counted_on, BOUNCED_DAYS) })
  }
  await recount(tx, church, contributions)
}

interface Counted {
  id: number
  branch_id: number
  counted_on: string
}

/** @returns its id */
async function giveByCheque(
  tx: Tx,
  { id: church, currency, people }: DemoChurch,
  { id, branch_id, counted_on }: Counted,
): Promise<number | undefined> {
  const made = await tx.first<{
    id: number
  }>(sql`insert into contributions (church_id, person_id, fund_id, branch_id, amount,
      currency, amount_base, method, given_on, source, reference, batch_id, created_at, updated_at)
    select ${church}, ${people[0]?.id ?? null}::bigint, f.id, ${branch_id}, ${CHEQUE}, ${currency}, ${CHEQUE}, 'cheque',
      ${counted_on}::date, 'manual', '000417', ${id}, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from funds as f where f.church_id = ${church} and f.is_default returning id`)
  return made?.id
}

/** It is at the bank: numbered and frozen. */
async function depositInDemo(tx: Tx, { id: church, currency, day }: DemoChurch, id: number, on: string): Promise<void> {
  const year = Number(day.slice(0, 4))
  const number = numberText('D', year, await nextNumber(tx, { church, kind: 'deposit', year }))
  const terms = { number, deposit_ref: 'Slip 2214', deposited_on: on, deposited_by: COUNTERS[1] }
  const [row] = await tx.text(
    sql`select ${batchPrinter.columnsIn(church)} from batches as t where t.church_id = ${church} and t.id = ${id}`,
  )
  if (row === undefined) return
  const said = { ...(await standingOf(tx, church, id, row)), ...(await sumsOf(tx, church, id)), ...terms }
  const { figures, sha256 } = freeze({ ...said, base_currency: currency })
  await tx.run(sql`update batches set status = 'deposited', number = ${number}, figures = ${figures}, sha256 = ${sha256},
    deposit_ref = ${terms.deposit_ref}, deposited_on = ${on}::date, deposited_by = ${terms.deposited_by},
    deposited_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id}`)
}

/** The deposit stands; the cheque is an adjustment of the day on which it came back. */
async function bounce(
  tx: Tx,
  { id: church, currency }: DemoChurch,
  { id, cheque, on }: { id: number; cheque: number; on: string },
): Promise<void> {
  const reason = 'The account had not enough money'
  await tx.run(sql`update contributions set status = 'void', void_reason = ${reason}, voided_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${cheque}`)
  await tx.run(sql`insert into batch_adjustments (church_id, batch_id, contribution_id, kind, amount, currency, amount_base,
      happened_on, note, created_at)
    values (${church}, ${id}, ${cheque}, 'bounced', ${-CHEQUE}, ${currency}, ${-CHEQUE}, ${on}::date, ${reason},
      ${tx.now}::timestamptz)`)
}

/** Where no deposit is left when the demo is gone, their numbers begin at 1 again. */
export const depositNumbersAnew: Needed = {
  table: 'batches',
  kept: async () => [],
  async replace(tx, church) {
    await tx.run(sql`delete from document_numbers where church_id = ${church} and kind = 'deposit'
      and kind not in (select 'deposit' from batches as b where b.church_id = ${church} and b.number is not null)`)
  },
}
