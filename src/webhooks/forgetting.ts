/** What becomes of events that tell of somebody who is forgotten, of what waits of them, and of what receivers answered. */
import { sql } from '../db/sql.ts'
import { type CopiesPeople, deleted, tellsOf } from '../resource/forgetting.ts'
import { wakeLane } from './endpoint.ts'

export const eventsForgotten: CopiesPeople = {
  table: 'events',
  words: { one: 'event for other programs', many: 'events for other programs' },
  along: ['webhook_deliveries', 'webhook_attempts'],
  theirs: forgotten => tellsOf(sql`t.body`, forgotten),
  forgotten: deleted('They hold the record as it was. What still waits to be sent of them is not sent.', {
    async before(tx, { church }, theirs) {
      const found = await tx.all<{ id: string }>(sql`select t.id from events as t
        where t.church_id = ${church.id} and ${theirs}`)
      const ids = sql`${found.map(({ id }) => id)}::text[]`
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
