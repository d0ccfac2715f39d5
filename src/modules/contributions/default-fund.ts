/** The default fund, which takes gifts that name none: every church has one. */
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Needed } from '../../resource/demo.ts'

export const defaultFund: Needed = {
  table: 'funds',
  async kept(db, church, goes) {
    const rows = await db.all<{ id: number }>(sql`select id from funds
      where church_id = ${church} and is_default and id = any(${idArray(goes)}) and not exists (
        select 1 from funds where church_id = ${church} and is_active and not id = any(${idArray(goes)}))`)
    return rows.map(({ id }) => id)
  },
  async replace(tx, church) {
    await tx.run(sql`update funds set is_default = true, updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and id = (select min(id) from funds where church_id = ${church} and is_active)
        and not exists (select 1 from funds where church_id = ${church} and is_default)`)
  },
}
