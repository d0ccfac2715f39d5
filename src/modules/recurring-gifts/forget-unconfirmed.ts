/** Forgets who filled a form in for gifts that repeat and never confirmed it: not by a payment, nor by the link in the message. */
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { findChurch } from '../church/churches.ts'
import type { GivingParts } from '../online-giving/parts.ts'
import { UNCERTAIN } from './attempt.ts'
import { cancel } from './end-recurring.ts'
import { lockRecurring } from './recurring-row.ts'

/** Bank debits take two weeks, and a provider is asked about one for four: what is not confirmed by then never will be. */
const KEPT_DAYS = 45
/** How many go in one transaction. */
const MOST = 100

const REASON = 'It was not confirmed'

/** Of all churches. */
export async function forgetUnconfirmed(parts: Pick<GivingParts, 'read' | 'take' | 'clock'>): Promise<void> {
  const before = new Date(parts.clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString()
  const churches = await parts.read.all<{ slug: string }>(sql`select c.slug from (select distinct church_id
      from recurring_gifts where status = 'pending' and held_at is null and created_at < ${before}::timestamptz) as due
    join churches as c on c.id = due.church_id order by c.id`)
  for (const { slug } of churches) {
    const church = await findChurch(parts, slug)
    while (church !== undefined && (await parts.take(forget, church, before)) === MOST);
  }
}

/** They end, and what says whose they were goes. One whose payment may still come, or has to be looked at, is none of them. */
const forget = step({
  name: 'recurring_gifts.forget_unconfirmed',
  by: 'worker',
  async run(tx, { church }: { church: Church }, before: string): Promise<number> {
    const old = await tx.all<{ id: number }>(sql`select r.id from recurring_gifts as r where r.church_id = ${church.id}
      and r.status = 'pending' and r.held_at is null and r.created_at < ${before}::timestamptz and r.mandate_look_at is null
      and not exists (select 1 from gifts as g where g.church_id = ${church.id} and g.recurring_id = r.id
        and (g.status = 'pending' or g.look_at is not null or ${UNCERTAIN} or g.status = 'succeeded' and r.mandate_gift_id is null))
      order by r.id limit ${MOST} for update skip locked`)
    for (const { id } of old) {
      const one = await lockRecurring(tx, church.id, id)
      if (one === undefined) continue
      await cancel(tx, church, one, { by: 'giver', reason: REASON })
      await tx.run(sql`update recurring_gifts set donor_name = '', donor_email = '', note = null, sender = null,
          link_version = link_version + 1 where church_id = ${church.id} and id = ${id}`)
    }
    return old.length
  },
})
