/** What waits in the database for the lock of another transaction, so that a test goes on when it does. */
import type { Db } from '../../src/db/handle.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { ON_CITUS } from './database.ts'
import { eventually } from './receiver.ts'

/** On Citus it is a worker that waits mostly, and the coordinator for its answer; this view tells of the processes of all. */
const PROCESSES = raw(ON_CITUS ? 'citus_stat_activity' : 'pg_stat_activity')

/**
 * Until so many statements of the database wait for the lock of another transaction.
 * @param like what they have in them, such as the name of a table
 */
export async function untilWaiting(read: Db, count = 1, like = ''): Promise<void> {
  await eventually(`${count} wait for a lock`, async () => {
    const found = await read.first<{ n: number }>(sql`select count(*)::integer as n from ${PROCESSES}
      where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`%${like}%`}`)
    return (found?.n ?? 0) >= count
  })
}
