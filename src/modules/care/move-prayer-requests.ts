/** What a merge of two people does to prayer requests: those of the removed person become the kept one's. */
import { sql } from '../../db/sql.ts'
import type { PersonMove } from '../people/merge.ts'

export const movePrayerRequests = {
  tables: [{ table: 'prayer_requests', read: 'prayer_requests', ofBranches: true }],
  async move(tx, church, removed, kept) {
    await tx.run(sql`update prayer_requests set person_id = ${kept}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and person_id = ${removed}`)
  },
} as const satisfies PersonMove
