/** Forgets what messages left behind: tasks whose response is forgotten too, receipts for what nobody sent, the outbox. */
import type { Db } from '../../db/database.ts'
import { ident, sql } from '../../db/sql.ts'
import { type StepContext, step, type TakeStep } from '../../resource/step.ts'

/** As long as responses are remembered (decisions, How long). */
const TASK_DAYS = 31
/** Longer than a provider may be ahead of us. */
const RECEIPT_DAYS = 1
/** What the development outbox keeps. */
const OUTBOX_DAYS = 30
/** Rows a statement deletes, so that none holds its locks for long. */
const BATCH = 5_000

/** Of one kind: what is old, and how long it is kept. */
interface Old {
  table: 'message_tasks' | 'message_receipts' | 'outbox'
  days: number
}

const OLD: readonly Old[] = [
  { table: 'message_tasks', days: TASK_DAYS },
  { table: 'message_receipts', days: RECEIPT_DAYS },
  { table: 'outbox', days: OUTBOX_DAYS },
]

/** Deletes them church by church, in small steps. */
export async function forgetTasks(read: Db, take: TakeStep): Promise<void> {
  for (const old of OLD) {
    const churches = await read.all<{ id: number }>(sql`select distinct church_id as id from ${ident(old.table)}
      where created_at < now() - ${old.days} * interval '1 day'`)
    for (const church of churches) {
      while ((await take(forgetOld, church, old)) === BATCH) {}
    }
  }
}

/** What tells the rows of a church from each other. */
const KEYS = {
  message_tasks: sql`id`,
  message_receipts: sql`provider, provider_id`,
  outbox: sql`id`,
} as const

const forgetOld = step({
  name: 'messages.forget',
  by: 'worker',
  unseen: true,
  run(tx, { church }: StepContext<{ id: number }>, { table, days }: Old) {
    const key = KEYS[table]
    const isOpen = table === 'message_tasks' ? sql`and claimed_until is null` : sql``
    return tx.run(sql`delete from ${ident(table)} where church_id = ${church.id} and (${key}) in (
      select ${key} from ${ident(table)} where church_id = ${church.id}
        and created_at < ${tx.now}::timestamptz - ${days} * interval '1 day' ${isOpen} limit ${BATCH})`)
  },
})
