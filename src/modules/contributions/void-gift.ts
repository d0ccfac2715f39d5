/** Voids a gift: it stays on record and no longer counts (spec, Contribution status; decisions, People). */
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import { action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { tally } from '../../resource/tally.ts'
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
    const voided_by = by.kind === 'person' ? by.name : null
    const [row = []] = await tx.text(sql`update contributions as t set status = 'void', void_reason = ${reason ?? null},
      voided_by = ${voided_by}, voided_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id} returning ${columns}`)
    const branch_id = Number(column(row, 'branch_id'))
    const amount = BigInt(column(row, 'amount_base') ?? 0)
    await tally(tx, church.id, 'contributions', [
      { id, branch_id, status: 'posted', n: -1, amount: -amount },
      { id, branch_id, status: 'void', n: 1, amount },
    ])
    await record(tx, church, 'contribution.voided', print(row))
    return shown(print(row))
  },
})
