/** Deposits that were changed past us are told of: what is read cannot tell anybody, and nobody may ask for that deposit for years. */
import { idArray } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { type Doing, step } from '../../resource/step.ts'
import { ENGLISH, msg } from '../../texts/language.ts'
import { findChurch } from '../church/churches.ts'
import { IS_DAMAGED } from './fields.ts'

const KIND = 'deposit_damaged'
const TITLE = msg('Deposit {number} is not as it was issued')
const BODY = msg(
  'The figures of deposit {number}, which was confirmed on {day}, are not those that were issued: somebody changed them in the database, or a disk did. Nothing is shown of it any more, and a journal of that day cannot be closed. Take its row from a backup; its slip on paper says what it has to be.',
)

/** Looks through the deposits of all churches, and tells the administrators of each that is damaged, once. */
export async function findDamaged({ read, take }: Pick<Doing, 'read' | 'take'>): Promise<void> {
  const damaged = await read.all<{ slug: string; ids: number[] }>(sql`select c.slug, d.ids
    from (select t.church_id, array_agg(t.id order by t.id) as ids from batches as t where ${raw(IS_DAMAGED)}
      group by t.church_id) as d join churches as c on c.id = d.church_id order by c.id`)
  for (const { slug, ids } of damaged) {
    const church = await findChurch({ read }, slug)
    if (church !== undefined) await take(tellDamaged, church, ids)
  }
}

const tellDamaged = step({
  name: 'batches.tell_damaged',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: { church: Church }, ids: readonly number[]): Promise<void> {
    // Of nodes that look at the same time one tells.
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const found = await tx.all<{ number: string; day: string }>(sql`select number, deposited_on::text as day
      from batches where church_id = ${church.id} and id = any(${idArray(ids)}) order by id`)
    for (const { number, day } of found) {
      const told = await tx.first(sql`select 1 from notices where church_id = ${church.id} and kind = ${KIND}
        and title = ${ENGLISH.say(TITLE, { number })} limit 1`)
      if (told === undefined)
        await postNotice(tx, church.id, { kind: KIND, title: TITLE, body: BODY, values: { number, day } })
    }
  },
})
