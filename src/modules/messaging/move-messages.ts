/** What a merge of two people does to messages: those of the removed person become the kept one's. */
import { idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { tally } from '../../resource/tally.ts'
import type { PersonMove } from '../people/merge.ts'

/** Moves messages that were sent, those that came in, turns in messages to many, and devices. */
export const moveMessages = {
  tables: [
    { table: 'messages', read: 'messages', ofBranches: true },
    { table: 'inbox', read: 'messages', ofBranches: false },
    { table: 'message_batch_recipients', read: 'messages', ofBranches: false, left: isSecond },
    { table: 'devices', read: 'messages', ofBranches: false },
  ],
  async move(tx, church, removed, kept) {
    const [one] = await tx.all<{ id: number; branch_id: number; status: string }>(sql`update messages
      set person_id = ${kept}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and person_id = ${removed} returning id, branch_id, status`)
    // The totals stay; the version of the data must not.
    if (one !== undefined) await tally(tx, church.id, 'messages', [{ ...one, n: 0 }])
    await moveTurns(tx, church.id, removed, kept)
    for (const table of [sql`inbox`, sql`devices`]) {
      await tx.run(
        sql`update ${table} set person_id = ${kept} where church_id = ${church.id} and person_id = ${removed}`,
      )
    }
  },
} as const satisfies PersonMove

/** A turn in the batch of `t`, of this person. */
const turnOf = (church: number, person: number, more = sql``): Sql => sql`exists (select 1
  from message_batch_recipients as other where other.church_id = ${church} and other.batch_id = t.batch_id
  and other.person_id = ${person} ${more})`

/** A turn `t` that falls away, or stays as it was taken, since the kept person has one in the same batch. */
function isSecond(church: number, kept: number): Sql {
  return turnOf(church, kept, sql`and (t.state <> 'taken' or other.state = 'taken')`)
}

/** In a batch that writes to both, the kept person is written to no more than once. */
async function moveTurns(tx: Tx, church: number, removed: number, kept: number): Promise<void> {
  // Locked before their turns, as by who works them off.
  await tx.run(sql`select 1 from message_batches where church_id = ${church} and id in (
    select batch_id from message_batch_recipients where church_id = ${church} and person_id in (${removed}, ${kept}))
    order by id for no key update`)
  const second = (one: number, same: number): Promise<{ batch_id: number }[]> =>
    tx.all(sql`delete from message_batch_recipients as t
      where church_id = ${church} and person_id = ${one} and state <> 'taken' and ${turnOf(church, same)}
      returning batch_id`)
  const fewer = [...(await second(removed, kept)), ...(await second(kept, removed))].map(({ batch_id }) => batch_id)
  await tx.run(sql`update message_batches set total = total - 1
    where church_id = ${church} and id = any(${idArray(fewer)})`)
  await tx.run(sql`update message_batch_recipients as t set person_id = ${kept}
    where church_id = ${church} and person_id = ${removed} and not ${turnOf(church, kept)}`)
}
