/** What a merge of two people does to messages: those of the removed person become the kept one's. */
import { sql } from '../../db/sql.ts'
import { tally } from '../../resource/tally.ts'
import type { MovePerson } from '../people/merge.ts'

/** Moves messages that were sent, those that came in, and devices. */
export const moveMessages: MovePerson = async (tx, church, removed, kept) => {
  const [one] = await tx.all<{ id: number; branch_id: number; status: string }>(sql`update messages
    set person_id = ${kept}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and person_id = ${removed} returning id, branch_id, status`)
  // The totals stay; the version of the data must not.
  if (one !== undefined) await tally(tx, church.id, 'messages', [{ ...one, n: 0 }])
  for (const table of [sql`inbox`, sql`devices`]) {
    await tx.run(sql`update ${table} set person_id = ${kept} where church_id = ${church.id} and person_id = ${removed}`)
  }
}
