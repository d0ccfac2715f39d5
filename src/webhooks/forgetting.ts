/** What becomes of events that tell of somebody who is forgotten, of what waits of them, and of what receivers answered. */
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type CopiesPeople, deleted, type Forgotten, tellsOf } from '../resource/forgetting.ts'
import { wakeLane } from './endpoint.ts'

/** Events that one statement reads: within its time by far, however many a church has. */
const BATCH = 50_000

/** Ids of the events that tell of somebody, read in stretches. @param most events of a stretch */
export async function eventsOf(db: Db, forgotten: Forgotten, most = BATCH): Promise<string[]> {
  const church = forgotten.church.id
  const found: string[] = []
  for (let after = ''; ; ) {
    const end = await db.first<{ id: string }>(sql`select id from events
      where church_id = ${church} and id > ${after} order by id offset ${most - 1} limit 1`)
    const stretch = end === undefined ? sql`true` : sql`t.id <= ${end.id}`
    const rows = await db.all<{ id: string }>(sql`select t.id from events as t
      where t.church_id = ${church} and t.id > ${after} and ${stretch} and ${tellsOf(sql`t.body`, forgotten)} order by t.id`)
    found.push(...rows.map(({ id }) => id))
    if (end === undefined) return found
    after = end.id
  }
}

export const eventsForgotten: CopiesPeople = {
  table: 'events',
  asked: { untold: 'They are copies of records, as other programs are told of them.' },
  words: { one: 'event for other programs', many: 'events for other programs' },
  along: ['webhook_deliveries', 'webhook_attempts'],
  theirs: forgotten => tellsOf(sql`t.body`, forgotten),
  count: async (db, forgotten) => (await eventsOf(db, forgotten)).length,
  forgotten: deleted('They hold the record as it was. What still waits to be sent of them is not sent.', {
    async before(tx, forgotten) {
      const { church } = forgotten
      const ids = sql`${await eventsOf(tx, forgotten)}::text[]`
      const dropped = await tx.all<{ endpoint_id: number }>(sql`delete from webhook_deliveries
        where church_id = ${church.id} and event_id = any(${ids}) returning endpoint_id`)
      // What a node holds of them in memory is not sent either.
      const endpoints = new Set(dropped.map(({ endpoint_id }) => endpoint_id))
      for (const endpoint of endpoints) await wakeLane(tx, church.id, endpoint)
      // A receiver may answer with what it was sent.
      await tx.run(sql`update webhook_attempts set response = null
        where church_id = ${church.id} and event_id = any(${ids}) and response is not null`)
      return sql`t.id = any(${ids})`
    },
  }),
}
