/** What becomes of recurring gifts when two records of a person are merged, people are removed, or somebody is forgotten. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { hintAt } from '../../resource/agenda.ts'
import { type CopiesPeople, nameless } from '../../resource/forgetting.ts'
import { type NamesPeople, personOf } from '../../resource/person-reference.ts'
import { RECURRING } from '../online-giving/periods.ts'
import { cancel, isEnded } from './end-recurring.ts'
import { recurringGifts } from './recurring-gifts.ts'
import { lockRecurring } from './recurring-row.ts'

const forgotten = nameless(
  'They end, and how they were paid is forgotten. The gifts that they brought stay in the books.',
  () => ({
    donor_name: sql`''`,
    donor_email: sql`''`,
    note: sql`null`,
    cancel_reason: sql`null`,
    person_id: sql`null`,
    sender: sql`null`,
    link_version: sql`t.link_version + 1`,
  }),
  {
    alsoBy: ['donor_email'],
    async before(tx, { church }, theirs) {
      const mine = await tx.all<{ id: number }>(sql`select t.id from recurring_gifts as t
        where t.church_id = ${church.id} and ${theirs} order by t.id`)
      const ids = idArray(mine.map(({ id }) => id))
      // Before others are told that it ended: nothing of the person is in what they are told.
      await tx.run(sql`update recurring_gifts set donor_name = '', donor_email = '', person_id = null
        where church_id = ${church.id} and id = any(${ids})`)
      for (const { id } of mine) {
        const one = await lockRecurring(tx, church.id, id)
        if (one !== undefined && !isEnded(one)) await cancel(tx, church, one, { by: 'staff', reason: null })
      }
      await tx.run(sql`update mandates set status = 'ended', token = null, customer_ref = '', brand = null, last4 = null,
          expires_on = null, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and id in (select g.mandate_id from gifts as g
          where g.church_id = ${church.id} and g.recurring_id = any(${ids})
          union select r.mandate_id from recurring_gifts as r
          where r.church_id = ${church.id} and r.id = any(${ids}))`)
      return sql`t.id = any(${ids})`
    },
  },
)

/** Nobody who was removed is charged: theirs are looked at, and end. */
async function end(tx: Tx, church: number, people: readonly number[]): Promise<void> {
  const theirs = await tx.all<{ id: number }>(sql`select id from recurring_gifts where church_id = ${church}
    and person_id = any(${idArray(people)}) and status not in ('cancelled', 'completed')`)
  const due = new Date(Date.parse(tx.now))
  if (theirs.length > 0)
    await hintAt(
      tx,
      church,
      RECURRING,
      theirs.map(({ id }) => ({ record: id, due })),
    )
}

export const peopleOfRecurring = { moved: [personOf(recurringGifts, forgotten)], end } as const satisfies NamesPeople

/** Some providers know a payer by their e-mail. Those of their recurring gifts are blanked with these. */
export const mandateCopies: readonly CopiesPeople[] = [
  {
    table: 'mandates',
    asked: {
      told: ['id', 'provider', 'brand', 'last4', 'expires_on', 'status', 'created_at'],
      called: 'cards that were kept',
    },
    theirs: ({ addresses }) => sql`lower(t.customer_ref) = any(${[...addresses]}::text[])`,
    forgotten: nameless('How they paid is forgotten.', () => ({
      customer_ref: sql`''`,
      token: sql`null`,
      status: sql`'ended'`,
      brand: sql`null`,
      last4: sql`null`,
      expires_on: sql`null`,
    })),
  },
]
