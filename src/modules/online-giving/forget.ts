/** Forgets which gifts came from one address: it is needed for an hour. */
import { ident, sql } from '../../db/sql.ts'
import { step } from '../../resource/step.ts'
import type { GivingParts } from './parts.ts'

/** Church by church, of gifts that are older than a day. */
export async function forgetSenders({ read, take }: Pick<GivingParts, 'read' | 'take'>): Promise<void> {
  const churches = await read.all<{ id: number }>(sql`select church_id as id from gifts
    where sender is not null and created_at < now() - interval '1 day'
    union select church_id from recurring_gifts where sender is not null and created_at < now() - interval '1 day'`)
  for (const church of churches) await take(forget, church, undefined)
}

const forget = step({
  name: 'gifts.forget_senders',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: { church: { id: number } }, _: undefined) {
    for (const table of ['gifts', 'recurring_gifts']) {
      await tx.run(sql`update ${ident(table)} set sender = null where church_id = ${church.id} and sender is not null
        and created_at < ${tx.now}::timestamptz - interval '1 day'`)
    }
  },
})
