/** Forgets what messages left behind: tasks whose response is forgotten too, receipts for what nobody sent, the outbox. */
import { type Database, NO_CHURCH } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** As long as responses are remembered (decisions, How long). */
const TASK_DAYS = 31
/** Longer than a provider may be ahead of us. */
const RECEIPT_DAYS = 1
/** What the development outbox keeps. */
const OUTBOX_DAYS = 30
/** Rows a statement deletes, so that none holds its locks for long. */
const BATCH = 5_000

/** Deletes them, in small steps. */
export async function forgetTasks(database: Database): Promise<void> {
  const old = [
    [sql`message_tasks`, TASK_DAYS, sql`and claimed_until is null`],
    [sql`message_receipts`, RECEIPT_DAYS, sql``],
    [sql`outbox`, OUTBOX_DAYS, sql``],
  ] as const
  for (const [table, days, more] of old) {
    for (;;) {
      const deleted = await database.write(NO_CHURCH, tx =>
        tx.run(sql`delete from ${table} where ctid = any(array(select ctid from ${table}
          where created_at < now() - ${days} * interval '1 day' ${more} limit ${BATCH}))`),
      )
      if (deleted < BATCH) break
    }
  }
}
