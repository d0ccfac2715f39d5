/** What a merge of two people does to their turns in messages to many: the kept person is written to no more than once. */
import { idArray, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { deleted, type Forgotten } from '../../resource/forgetting.ts'
import type { MovedReference } from '../../resource/person-reference.ts'

/** A turn in the batch of `t`, of this person. */
const turnOf = (church: number, person: number, more = sql``): Sql => sql`exists (select 1
  from message_batch_recipients as other where other.church_id = ${church} and other.batch_id = t.batch_id
  and other.person_id = ${person} ${more})`

/** Turns move; of two in one batch one falls away, or stays as it was taken. */
export const batchTurns: MovedReference<'message_batch_recipients'> = {
  table: 'message_batch_recipients',
  words: { one: 'message waiting to be sent', many: 'messages waiting to be sent' },
  read: 'messages',
  ofBranches: false,
  left: (church, kept) => turnOf(church, kept, sql`and (t.state <> 'taken' or other.state = 'taken')`),
  forgotten: deleted('They say who is written to.', {
    words: { one: 'turn in a message to many', many: 'turns in messages to many' },
    before: fewerTurns,
  }),
  async move(tx, { church, removed, kept }) {
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
  },
}

/** Whoever has not had their turn is no longer counted; what was sent to them stays in the count. */
async function fewerTurns(tx: Tx, { church }: Forgotten, theirs: Sql): Promise<void> {
  await tx.run(sql`select 1 from message_batches where church_id = ${church.id} and id in (
    select t.batch_id from message_batch_recipients as t where t.church_id = ${church.id} and ${theirs})
    order by id for no key update`)
  await tx.run(sql`update message_batches as b set total = total - waiting.n
    from (select t.batch_id, count(*)::int as n from message_batch_recipients as t
      where t.church_id = ${church.id} and ${theirs} and t.state <> 'taken' group by t.batch_id) as waiting
    where b.church_id = ${church.id} and b.id = waiting.batch_id`)
}
