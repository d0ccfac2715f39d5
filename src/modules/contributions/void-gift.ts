/** Voids a gift: it stays on record and no longer counts (spec, Contribution status; decisions, People). */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { recordMany } from '../../events/record.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { summed, tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { contributions } from './contributions.ts'
import { contributionPrinter } from './fields.ts'

const { column, columns, print } = contributionPrinter

const shown = (text: string) => new Json<RecordOf<typeof contributions.fields>>(text)

/** Records `contribution.voided`. Voiding a gift again changes nothing. */
export const voidContribution = action({
  name: 'contributions.void',
  logged: 'Voided a gift',
  done: 'Gift voided.',
  may: within(FINANCE),
  stepUp: true,
  fields: { id: field.ref().required(), reason: field.text(500).settable() },
  on: contributions,
  // Whoever stands at the terminal may leave it out.
  async check(_db, { caller }, { reason }, problems) {
    if (reason === undefined && caller.by.kind === 'person') problems.add('reason', 'is required')
  },
  async run(tx, { caller }, { id, reason }, _prepared, before) {
    if (column(before, 'status') === 'void') return shown(print(before))
    const { by, church } = caller
    const name = by.kind === 'person' ? by.name : null
    const [row = before] = await voidGifts(tx, church, [id], { reason: reason ?? null, by: name })
    return shown(print(row))
  },
})

/**
 * Voids gifts that are posted; each gets its `contribution.voided`.
 * @param by the name of whoever does it; null for the command line
 * @returns the rows as `contributionPrinter` expects them
 */
export async function voidGifts(
  tx: Tx,
  church: Church,
  ids: readonly number[],
  { reason, by }: { reason: string | null; by: string | null },
): Promise<readonly TextRow[]> {
  const rows = await tx.text(sql`update contributions as t set status = 'void', void_reason = ${reason},
    voided_by = ${by}, voided_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = any(${idArray(ids)}) returning ${columns}`)
  if (rows.length === 0) return rows
  const deltas = rows.flatMap(row => {
    const marks = { id: Number(column(row, 'id')), branch_id: Number(column(row, 'branch_id')) }
    const amount = BigInt(column(row, 'amount_base') ?? 0)
    return [
      { ...marks, status: 'posted', n: -1, amount: -amount },
      { ...marks, status: 'void', n: 1, amount },
    ]
  })
  await tally(tx, church.id, 'contributions', summed(deltas))
  await recordMany(
    tx,
    church,
    'contribution.voided',
    rows.map(row => print(row)),
  )
  return rows
}
