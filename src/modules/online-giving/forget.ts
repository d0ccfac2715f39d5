/** Forgets which gifts came from one address: it is needed for an hour. */
import { type Database, NO_CHURCH } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Church by church, of gifts that are older than a day. */
export async function forgetSenders(database: Database): Promise<void> {
  const churches = await database.read.all<{ id: number }>(sql`select distinct church_id as id from gifts
    where sender is not null and created_at < now() - interval '1 day'`)
  for (const { id } of churches) {
    await database.write(NO_CHURCH, tx =>
      tx.run(sql`update gifts set sender = null where church_id = ${id} and sender is not null
        and created_at < ${tx.now}::timestamptz - interval '1 day'`),
    )
  }
}
