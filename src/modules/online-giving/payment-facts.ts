/** What a provider says of a payment beside its outcome: that it is under way, when it was paid, that it is a test. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Church } from '../../resource/caller.ts'

const DAY_MS = 86_400_000

/** Keeps that the money is on its way: the gift is then asked about for weeks. Nothing of it is shown by the API. */
export async function markProcessing(tx: Tx, clock: Clock, church: Church, gift: number): Promise<void> {
  const now = clock.now()
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString()
  await tx.run(sql`update gifts set processing_at = ${now.toISOString()}::timestamptz,
      look_at = coalesce(look_at, ${tomorrow}::timestamptz)
    where church_id = ${church.id} and id = ${gift} and processing_at is null`)
}

/**
 * Whether a test payment may become a contribution: the gift was begun as a test, and the church takes no money yet. Read
 * after the gift is locked, so that an account that is set at the same time is seen, or waits.
 */
export async function mayBeTest(tx: Tx, church: Church, gift: number): Promise<boolean> {
  const found = await tx.first(sql`select 1 from gifts where church_id = ${church.id} and id = ${gift} and is_test
    and exists (select 1 from payment_providers p where p.church_id = ${church.id} and p.active and p.is_test)`)
  return found !== undefined
}

/**
 * The day on which a gift was given, in the church's time zone: when it was paid, as the provider says; never before it was
 * begun nor in the future. Today where the provider does not say.
 */
export async function paidOn(
  tx: Tx,
  clock: Clock,
  church: Church,
  { gift, paid_at }: { gift: number; paid_at: string | null },
): Promise<string> {
  const now = clock.now()
  const paid = paid_at === null ? Number.NaN : Date.parse(paid_at)
  const found = await tx.first<{
    begun: number
  }>(sql`select floor(extract(epoch from created_at) * 1000)::bigint as begun
    from gifts where church_id = ${church.id} and id = ${gift}`)
  if (found === undefined || Number.isNaN(paid)) return today(now, church.timezone)
  return today(new Date(Math.min(Math.max(paid, found.begun), now.getTime())), church.timezone)
}
