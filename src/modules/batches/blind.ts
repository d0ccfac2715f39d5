/** What two people count blind nobody sets by hand: neither before both are in, nor afterwards. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { canonicalJson } from '../../lib/json.ts'
import { because } from '../../texts/because.ts'
import { batchPrinter } from './fields.ts'
import { cashOf, type Pieces } from './sums.ts'

/** What may be sent of it; lists in any order. */
interface SentCount {
  control_count?: number | null
  controls?: readonly { currency: string; amount: number }[]
  counters?: readonly string[]
  cash?: readonly Pieces[]
}

const REFUSED = because('is being counted by two people: count again, the batch takes what both found')

/**
 * Refuses other figures for a batch, which is held, that somebody counts blind. What was read and is sent back is no change.
 * @throws ApiError `validation_failed`, without a word of what was found
 */
export async function checkBlind(tx: Tx, church: number, id: number, before: TextRow, sent: SentCount): Promise<void> {
  const begun = await tx.first(sql`select 1 from batch_counts where church_id = ${church} and batch_id = ${id} limit 1`)
  if (begun === undefined) return
  const count = batchPrinter.column(before, 'control_count')
  const stored: Record<keyof SentCount, unknown> = {
    control_count: count === null ? null : Number(count),
    controls: sorted(JSON.parse(batchPrinter.column(before, 'controls') ?? '[]')),
    counters: JSON.parse(batchPrinter.column(before, 'counters') ?? '[]'),
    cash: sorted(await cashOf(tx, church, id)),
  }
  const { control_count, controls, counters, cash } = sent
  const wanted: Record<keyof SentCount, unknown> = {
    control_count,
    controls: controls && sorted(controls),
    counters,
    cash: cash && sorted(cash.filter(({ pieces }) => pieces > 0)),
  }
  const problems = new Problems()
  for (const [name, value] of Object.entries(wanted)) {
    const was = stored[name as keyof SentCount]
    if (value !== undefined && canonicalJson(value) !== canonicalJson(was)) problems.add(name, REFUSED)
  }
  problems.throwIfAny()
}

const sorted = (rows: readonly object[]): string[] => rows.map(row => canonicalJson(row)).sort()
