/** Drafts that nobody finished, and contents that no file has any more, go after a day. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Clock } from '../../lib/clock.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import { sweepFiles } from './files.ts'

const DAY_MS = 86_400_000

const sweepStep = step<string, void, { id: number }>({
  name: 'files.sweep',
  by: 'worker',
  unseen: true,
  run: (tx, { church }, before) => sweepFiles(tx, church.id, before),
})

/** Forgets them, church by church. */
export async function sweep({ read, take, clock }: { read: Db; take: TakeStep; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS).toISOString()
  const churches = await read.all<{ id: number }>(sql`
    select church_id as id from files where status = 'draft' and created_at < ${before}::timestamptz
    union
    select c.church_id from file_chunks as c left join files as f on f.church_id = c.church_id and f.sha256 = c.sha256
    where c.n = 0 and f.id is null
    order by 1`)
  for (const church of churches) await take(sweepStep, church, before)
}
