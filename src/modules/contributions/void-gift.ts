/** Voids a gift: it stays on record and no longer counts (spec, Contribution status; decisions, People). */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { tally } from '../../resource/tally.ts'
import { contributionPrinter } from './fields.ts'

const { column, columns, print } = contributionPrinter

/**
 * Voids a gift and records `contribution.voided`. Voiding it again changes nothing.
 * @param by name of the person who does it
 * @returns JSON text of the contribution
 * @throws ApiError `not_found`
 */
export async function voidContribution(
  database: Database,
  church: Church,
  id: number,
  reason?: string | undefined,
  by?: string | undefined,
): Promise<string> {
  return await database.write(church.id, async tx => {
    const [before] = await tx.text(sql`select ${columns} from contributions as t
      where church_id = ${church.id} and id = ${id} for no key update`)
    if (before === undefined) throw new ApiError('not_found', { message: `This church has no contribution ${id}.` })
    if (column(before, 'status') === 'void') return print(before)
    const [row = []] = await tx.text(sql`update contributions as t set status = 'void', void_reason = ${reason ?? null},
      voided_by = ${by ?? null}, voided_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${id} returning ${columns}`)
    const branch_id = Number(column(row, 'branch_id'))
    const amount = BigInt(column(row, 'amount_base') ?? 0)
    await tally(tx, church.id, 'contributions', [
      { id, branch_id, status: 'posted', n: -1, amount: -amount },
      { id, branch_id, status: 'void', n: 1, amount },
    ])
    await record(tx, church, 'contribution.voided', print(row))
    return print(row)
  })
}
