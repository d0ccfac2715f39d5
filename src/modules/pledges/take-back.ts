/** How pledges are taken back that an import put on record: they are cancelled. */
import { sql } from '../../db/sql.ts'
import { endedBy, idsOf, type TakeBack } from '../../resource/take-back.ts'
import { pledgePrinter } from './fields.ts'
import { cancelRow } from './pledge-actions.ts'
import { pledges } from './pledges.ts'

export const takeBackPledges: TakeBack = {
  ...endedBy(pledges, { status: 'cancelled' }),
  async remove(tx, { church }, records) {
    const rows = await tx.text(sql`select ${pledgePrinter.columnsIn(church.id)} from pledges as t
      where t.church_id = ${church.id} and t.id = any(${idsOf(records)}::bigint[]) order by t.id for no key update`)
    for (const row of rows) await cancelRow(tx, church.id, row)
  },
}
