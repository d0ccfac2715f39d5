/** Two offerings of the demo church: one that is being counted, and one that is ready for the bank. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import type { DemoChurch } from '../../resource/demo.ts'
import { openBatch, setCash } from './batches.ts'
import { type Pieces, sealOf, sumsOf } from './sums.ts'

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

/** The gifts without a giver of the last Sunday and of the one before, in the head branch. */
export async function countInDemo(tx: Tx, { id: church, branches, day, currency }: DemoChurch): Promise<void> {
  const [branch_id] = branches
  const sunday = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
  if (branch_id === undefined) return
  for (const [name, weeks] of [
    ['Offering of the Sunday before', 1],
    ['Offering of last Sunday', 0],
  ] as const) {
    const counted_on = addDays(sunday, -7 * weeks)
    const id = await openBatch(tx, church, { name, branch_id, counted_on, counters: JSON.stringify(COUNTERS) })
    await tx.run(sql`update contributions set batch_id = ${id} where church_id = ${church} and branch_id = ${branch_id}
      and given_on = ${counted_on}::date and person_id is null and method = 'cash' and currency = ${currency} and status = 'posted'
      and source = 'manual' and batch_id is null`)
    const sums = await sumsOf(tx, church, id)
    const [total] = sums.totals
    if (total === undefined) continue
    await setCash(tx, church, id, notesOf(total.amount, currency))
    const closed = weeks > 0 ? { status: 'closed', at: tx.now, by: COUNTERS[0], sums: sealOf(sums) } : undefined
    await tx.run(sql`update batches set control_count = ${sums.count}, controls = ${JSON.stringify(sums.totals)},
      status = ${closed?.status ?? 'open'}, closed_at = ${closed?.at ?? null}::timestamptz, closed_by = ${closed?.by ?? null},
      closed_figures = ${closed?.sums ?? null} where church_id = ${church} and id = ${id}`)
  }
}
