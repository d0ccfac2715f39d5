/** Reminders that are over are forgotten after a while: they are kept for as long as one of them might be asked for again. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { step, type TakeStep } from '../../resource/step.ts'

/** Longer than anybody is reminded of anything: reports are asked for by hand for 60 days after a meeting. */
const KEPT_DAYS = 90
/** Rows of one statement. */
const BATCH = 5_000
const DAY_MS = 86_400_000

const forgetStep = step<string, number, { id: number }>({
  name: 'reminders.forget',
  by: 'worker',
  unseen: true,
  run: (tx, { church }, before) =>
    tx.run(sql`delete from reminders where church_id = ${church.id} and id in (select id from reminders
      where church_id = ${church.id} and ended_at < ${before}::timestamptz order by ended_at limit ${BATCH})`),
})

/** Done now and then; a church in which it fails holds up no other. @param stop begins nothing more */
export async function forgetReminders(
  { read, take, clock, log }: { read: Db; take: TakeStep; clock: Clock; log: Log },
  stop?: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const churches = await read.all<{ id: number }>(sql`select c.id from churches as c where exists (select 1
    from reminders as r where r.church_id = c.id and r.ended_at < ${before}::timestamptz) order by c.id`)
  for (const church of churches) {
    try {
      while (!stop?.aborted && (await take(forgetStep, church, before)) === BATCH) {}
    } catch (error) {
      log.error({ err: error, church: church.id }, 'Reminders that are over could not be forgotten')
    }
  }
}
