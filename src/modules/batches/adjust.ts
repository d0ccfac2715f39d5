/** What was deposited stays as it was: what becomes of its gifts later is an adjustment of its own day (decision 0028). */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { Correction } from '../contributions/what-follows.ts'

/** What becomes of money that was taken to the bank. */
const KINDS = { voided: 'voided', bounced: 'bounced', refund: 'refunded', refund_undone: 'refunded' } as const

/**
 * Adjusts the deposits of gifts that were corrected, and the payouts, which are at the bank whether or not somebody has looked there;
 * those of other batches change what is in the batch.
 */
export async function adjustDeposits(tx: Tx, church: Church, corrections: readonly Correction[]): Promise<void> {
  const ids = corrections.map(({ contribution_id }) => contribution_id)
  const of = await tx.all<{ id: number; batch_id: number }>(sql`select id, batch_id from contributions
    where church_id = ${church.id} and id = any(${idArray(ids)}) and batch_id is not null`)
  if (of.length === 0) return
  const batchOf = new Map(of.map(({ id, batch_id }) => [id, batch_id]))
  // Held, so that none of them is closed or deposited meanwhile; whoever does that at this moment is waited for.
  const held = await tx.all<{ id: number; kind: string; status: string }>(sql`select id, kind, status from batches
    where church_id = ${church.id} and id = any(${idArray([...new Set(batchOf.values())])}) order by id for no key update`)
  const deposited = held.filter(
    ({ kind, status }) => status === 'deposited' || (kind === 'payout' && status === 'closed'),
  )
  const rows = corrections.flatMap(({ cause, contribution_id, currency, change, change_base, happened_on, reason }) => {
    const batch_id = batchOf.get(contribution_id)
    if (!deposited.some(({ id }) => id === batch_id)) return []
    return [
      {
        batch_id,
        contribution_id,
        kind: KINDS[cause],
        amount: change,
        currency,
        amount_base: change_base,
        happened_on,
        note: reason,
      },
    ]
  })
  if (rows.length === 0) return
  await tx.run(sql`insert into batch_adjustments (church_id, batch_id, contribution_id, kind, amount, currency, amount_base,
      happened_on, note, created_at)
    select ${church.id}, row.batch_id, row.contribution_id, row.kind, row.amount, row.currency, row.amount_base,
      row.happened_on, row.note, ${tx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (batch_id bigint, contribution_id bigint, kind text,
      amount bigint, currency text, amount_base bigint, happened_on date, note text)
    order by row.contribution_id`)
  await tx.run(sql`update batches set updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = any(${idArray(rows.map(({ batch_id = 0 }) => batch_id))})`)
}
