/** What waits for an endpoint that is gone, or has waited until its event was no longer kept, is taken out of the table. */
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { EVENTS_KEPT_DAYS } from '../events/partitions.ts'

/** Done now and then: an event may be recorded for an endpoint that is being deleted. @returns how many it took out */
export async function forgetDeliveries(database: Database): Promise<number> {
  const churches = await database.read.all<{ church_id: number }>(
    sql`select c.id as church_id from churches c where exists (
      select 1 from webhook_deliveries d where d.church_id = c.id)`,
  )
  let count = 0
  for (const { church_id } of churches) {
    count += await database.write(church_id, tx =>
      tx.run(sql`
        with gone as (
          delete from webhook_deliveries d where d.church_id = ${church_id}
            and (d.event_id < event_id_at(${tx.now}::timestamptz - ${EVENTS_KEPT_DAYS} * interval '1 day')
                and not exists (select 1 from events e where e.church_id = ${church_id} and e.id = d.event_id)
              or not exists (select 1 from webhook_endpoints e where e.church_id = ${church_id} and e.id = d.endpoint_id))
          returning d.id, d.endpoint_id, d.event_id, d.kind),
        logged as (
          insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event, kind, url,
            duration_ms, outcome, reason)
          select ${church_id}, g.id, 0, ${tx.now}::timestamptz, g.endpoint_id, g.event_id, '', g.kind, e.url, 0, 'discarded',
            'the event is no longer kept'
          from gone g join webhook_endpoints e on e.church_id = ${church_id} and e.id = g.endpoint_id)
        select 1 from gone`),
    )
  }
  return count
}
