/** What becomes of the refunds of somebody who is forgotten. */
import { sql } from '../../db/sql.ts'
import { type CopiesPeople, kept, namedIn } from '../../resource/forgetting.ts'

const theirGifts = namedIn(['person_id'], ['donor_email'])

/** As the books have them; why is in words, and tells of whom it was. */
export const refundsKept: CopiesPeople = {
  table: 'refunds',
  asked: { told: true },
  isResource: true,
  words: { one: 'refund', many: 'refunds' },
  theirs: forgotten => sql`t.gift_id in (select t.id from gifts as t
    where t.church_id = ${forgotten.church.id} and ${theirGifts(forgotten)})`,
  forgotten: kept('The law on bookkeeping makes a church keep what it gave back; why, in words, goes.', {
    blank: ({ name }) => ({ reason: sql`null`, requested_by: sql`nullif(t.requested_by, ${name})` }),
    // Copies of the list hear of it.
    async before(tx, { church }, mine) {
      await tx.run(sql`update refunds as t set updated_at = ${tx.now}::timestamptz
        where t.church_id = ${church.id} and ${mine}`)
    },
  }),
}
