/** What a merge of two people does to gifts: those of the removed person become the kept one's. */
import { sql } from '../../db/sql.ts'
import { tally } from '../../resource/tally.ts'
import type { PersonMove } from '../people/merge.ts'

export const moveGifts = {
  tables: [{ table: 'contributions', read: 'contributions', ofBranches: true }],
  async move(tx, church, removed, kept) {
    const moved = await tx.all<{ id: number; branch_id: number; status: string }>(sql`update contributions
      set person_id = ${kept}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and person_id = ${removed} returning id, branch_id, status`)
    const one = moved[0]
    // The totals stay; the version of the data must not.
    if (one !== undefined) await tally(tx, church.id, 'contributions', [{ ...one, n: 0 }])
  },
} as const satisfies PersonMove
