/** What a merge of two people does to online gifts: those of the removed person become the kept one's. */
import { sql } from '../../db/sql.ts'
import type { PersonMove } from '../people/merge.ts'

export const moveOnlineGifts = {
  tables: [{ table: 'gifts', read: 'gifts', ofBranches: true }],
  async move(tx, church, removed, kept) {
    await tx.run(sql`update gifts set person_id = ${kept}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and person_id = ${removed}`)
  },
} as const satisfies PersonMove
