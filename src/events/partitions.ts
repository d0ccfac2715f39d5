/** Events and the log of their attempts are kept by the week: what is too old is dropped, not deleted. */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { faultCode } from '../db/faults.ts'
import { sql } from '../db/sql.ts'

/** Days that events and attempts are kept (decisions, Webhooks). The week in which they end is kept whole. */
export const EVENTS_KEPT_DAYS = 30

const LOCK_NOT_AVAILABLE = '55P03'

/** Makes the partitions of the coming weeks, where they are missing. */
export async function makePartitions(database: Database): Promise<void> {
  await database.read.all(sql`select make_partitions(now())`)
}

/**
 * Drops the partitions that are too old. Dropping one locks the whole table: where that takes longer than a moment,
 * because somebody writes, it is left for the next time, so that nobody waits.
 * @param days how long what is in them is kept
 */
export async function dropPartitions(database: Database, days = EVENTS_KEPT_DAYS): Promise<void> {
  const old = await database.read.all<{ name: string }>(
    sql`select name from partitions_before(now() - ${days} * interval '1 day') as name`,
  )
  for (const { name } of old) {
    try {
      await database.write(NO_CHURCH, async tx => {
        await tx.run(sql`set local lock_timeout = '200ms'`)
        await tx.run(sql`select drop_partition(${name})`)
      })
    } catch (error) {
      if (faultCode(error) !== LOCK_NOT_AVAILABLE) throw error
    }
  }
}
