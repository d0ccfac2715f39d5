/** Receipts: what a provider says later of a message that it took (decisions, Messages). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { type StepContext, step, type TakeStep } from '../../resource/step.ts'
import { tally } from '../../resource/tally.ts'

/** A receipt, for a message known by the provider's id. */
export interface Receipt {
  provider: string
  provider_id: string
  status: 'delivered' | 'failed'
  error: string | null
}

interface Moved {
  id: number
  branch_id: number
  old: string
  /** It is not in the log. */
  removed: boolean
}

/**
 * Moves `sent` to `delivered` or `failed`. Delivered is final; a failure that a provider takes back becomes delivered.
 * @returns whether a message has this provider's id, moved or not
 */
async function apply(tx: Tx, church: number, { provider, provider_id, status, error }: Receipt): Promise<boolean> {
  const found = await tx.all<Moved>(sql`select id, branch_id, status as old, removed from messages
    where church_id = ${church} and provider = ${provider} and provider_id = ${provider_id} for no key update`)
  const moving = found.filter(({ old }) =>
    status === 'delivered' ? old === 'sent' || old === 'failed' : old === 'sent',
  )
  for (const { id, branch_id, old, removed } of moving) {
    await tx.run(sql`update messages set status = ${status}, error = ${error}, updated_at = ${tx.now}::timestamptz,
        delivered_at = case when ${status} = 'delivered' then ${tx.now}::timestamptz end
      where church_id = ${church} and id = ${id}`)
    await tally(tx, church, 'messages', [
      { id, branch_id, status: old, removed, n: -1 },
      { id, branch_id, status, removed, n: 1 },
    ])
  }
  return found.length > 0
}

/** Takes a receipt. One that comes before its message is written down as sent is kept for it. */
export async function takeReceipt(tx: Tx, church: Pick<Church, 'id'>, receipt: Receipt): Promise<void> {
  if (await apply(tx, church.id, receipt)) return
  const { provider, provider_id, status, error } = receipt
  await tx.run(sql`insert into message_receipts (church_id, provider, provider_id, status, error, created_at)
    values (${church.id}, ${provider}, ${provider_id}, ${status}, ${error}, ${tx.now}::timestamptz)
    on conflict (church_id, provider, provider_id) do update set status = excluded.status, error = excluded.error
      where message_receipts.status <> 'delivered'`)
}

/** Applies the receipts that came too early and whose message is there by now. */
export async function applyReceipts(read: Db, take: TakeStep): Promise<void> {
  const early = await read.all<Receipt & { church_id: number }>(sql`
    select r.church_id, r.provider, r.provider_id, r.status, r.error from message_receipts r
    where r.created_at > now() - interval '10 minutes' and exists (select 1 from messages m where m.church_id = r.church_id and m.provider = r.provider
      and m.provider_id = r.provider_id) limit 500`)
  for (const { church_id, ...receipt } of early) await take(applyEarly, { id: church_id }, receipt)
}

/** By whichever node takes the kept receipt away. */
const applyEarly = step({
  name: 'messages.apply_receipt',
  by: 'worker',
  async run(tx, { church }: StepContext<Pick<Church, 'id'>>, receipt: Receipt) {
    const gone = await tx.run(sql`delete from message_receipts where church_id = ${church.id}
      and provider = ${receipt.provider} and provider_id = ${receipt.provider_id} and status = ${receipt.status}`)
    if (gone > 0) await apply(tx, church.id, receipt)
  },
})
