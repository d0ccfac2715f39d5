/** The end of a recurring gift: cancelled by somebody, or come to its last day. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { recurringCancelled, told } from './events.ts'
import type { CANCELLERS } from './fields.ts'
import { type Recurring, setRecurring } from './recurring-row.ts'

const ENDED = ['cancelled', 'completed']

export const isEnded = ({ status }: Pick<Recurring, 'status'>): boolean => ENDED.includes(status)

/** Cancels one that is locked. What was charged already stays; nothing more is. Its mandate is forgotten. */
export async function cancel(
  tx: Tx,
  church: Church,
  one: Recurring,
  { by, reason = null }: { by: (typeof CANCELLERS)[number]; reason?: string | null },
): Promise<void> {
  if (isEnded(one)) return
  const wasBegun = one.status !== 'pending'
  const cancelled_at = tx.now
  await end(tx, church, one, { status: 'cancelled', cancelled_by: by, cancel_reason: reason, cancelled_at })
  // Of one that never began nobody was told that it did.
  if (wasBegun) await record(tx, church, recurringCancelled, await told(tx, church, one.id))
}

/** It came to its last day. */
export const complete = (tx: Tx, church: Church, one: Recurring): Promise<void> =>
  end(tx, church, one, { status: 'completed' })

async function end(tx: Tx, church: Church, one: Recurring, values: Parameters<typeof setRecurring>[3]): Promise<void> {
  await tx.run(sql`update recurring_periods set status = 'skipped', try_at = null, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and recurring_id = ${one.id} and status in ('due', 'retrying', 'needs_giver')`)
  await endMandate(tx, church, one)
  await setRecurring(tx, church.id, one, {
    next_on: null,
    past_due_on: null,
    paused_until: null,
    mandate_look_at: null,
    held_at: null,
    ...values,
  })
}

/** Forgets how an ended one was paid, once no charge is under way that may still have to be looked for. */
export const endMandate = (
  tx: Tx,
  church: { id: number },
  { mandate_id }: Pick<Recurring, 'mandate_id'>,
): Promise<unknown> =>
  tx.run(sql`update mandates set status = 'ended', token = null, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${mandate_id} and status <> 'ended'
      and not exists (select 1 from gifts where church_id = ${church.id} and mandate_id = ${mandate_id}
        and charge_at is not null)`)
