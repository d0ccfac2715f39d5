/** Events and the log of their attempts are kept by the week: what is too old is dropped, not deleted. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Days that events and attempts are kept (decisions, Webhooks). The week in which they end is kept whole. */
export const EVENTS_KEPT_DAYS = 30

/** Makes the partitions of the coming weeks and drops those that are too old. */
export async function keepPartitions(database: Database): Promise<void> {
  await database.read.all(sql`select keep_partitions(now(), now() - ${EVENTS_KEPT_DAYS} * interval '1 day')`)
}
