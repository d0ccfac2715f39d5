/** Sends test events, and from the log again (spec, Events, Delivery rules 3 and 5; decisions, Redelivery). */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { recordPing } from '../events/record.ts'
import { parseTimestamp } from '../lib/calendar.ts'
import { action } from '../resource/action.ts'
import { ADMINISTRATORS, churchWide } from '../resource/roles.ts'
import * as field from '../resource/types.ts'
import { findLogged } from './delivery-log.ts'
import { endpointOf, wakeLane } from './endpoint.ts'

const may = churchWide(ADMINISTRATORS)
const id = field.ref().required()

/** Sends a test event to one endpoint, whatever it subscribes to, paused or not; its attempts are in the log. */
export const sendTest = action({
  name: 'endpoints.test',
  logged: 'Sent a test event',
  may,
  fields: { id },
  async run(tx, { caller: { church } }, { id }) {
    await endpointOf(tx, church, id)
    const event_id = recordPing(tx, church, id, 'This is a test event. If you can read it, this endpoint works.')
    await wakeLane(tx, church.id, id)
    return { event_id }
  },
})

/**
 * Sends an event again: the same id and bytes, a new delivery with the usual attempts. A delivery of it to this endpoint
 * that still waits is replaced.
 */
export const redeliver = action({
  name: 'endpoints.redeliver',
  logged: 'Resent an event',
  may,
  fields: { delivery: field.text(40).required().doc('Id of an attempt or of a delivery, as the log shows it') },
  target: ({ delivery }) => delivery,
  async run(tx, { caller: { church } }, { delivery }) {
    const found = await findLogged(tx, delivery, church.id)
    if (found === undefined) {
      const message = `There is no delivery "${delivery}" in the log, or its event is no longer kept.`
      throw new ApiError('not_found', { message })
    }
    const { endpoint_id, event_id } = found
    await again(tx, church.id, endpoint_id, [event_id])
    return { endpoint_id, event_id }
  },
})

/** Events that one statement sends again. */
const BATCH = 1_000

/**
 * Sends everything again that an endpoint did not get since a moment: given up or discarded, not delivered later, and
 * not waiting already.
 */
export const redeliverSince = action({
  name: 'endpoints.redeliver_since',
  logged: 'Resent missed events',
  may,
  fields: { id, since: field.text(40).required() },
  detail: ({ since }) => ({ since }),
  async run(tx, { caller: { church } }, { id, since }) {
    await endpointOf(tx, church, id)
    const moment = parseTimestamp(since)
    if (moment === null) {
      const since = 'must be a moment such as 2026-11-21T08:00:00Z'
      throw new ApiError('validation_failed', { errors: { since } })
    }
    const missed = await missedSince(tx, church.id, id, moment)
    for (let at = 0; at < missed.length; at += BATCH) await again(tx, church.id, id, missed.slice(at, at + BATCH))
    return { redelivered: missed.length }
  },
})

async function missedSince(tx: Tx, church: number, endpoint: number, since: string): Promise<string[]> {
  const rows = await tx.all<{ event_id: string }>(sql`
    select distinct a.event_id from webhook_attempts a join events e on e.church_id = a.church_id and e.id = a.event_id
    where a.church_id = ${church} and a.endpoint_id = ${endpoint} and a.started_at >= ${since}::timestamptz
      and a.outcome <> 'delivered' and a.outcome <> 'retrying' and a.kind <> 'test'
      and not exists (select 1 from webhook_attempts b where b.church_id = ${church} and b.endpoint_id = a.endpoint_id
        and b.event_id = a.event_id and b.outcome = 'delivered')
      and not exists (select 1 from webhook_deliveries d where d.church_id = ${church} and d.event_id = a.event_id
        and d.endpoint_id = a.endpoint_id)
    order by a.event_id`)
  return rows.map(({ event_id }) => event_id)
}

async function again(tx: Tx, church: number, endpoint: number, events: readonly string[]): Promise<void> {
  await tx.run(sql`delete from webhook_deliveries where church_id = ${church} and endpoint_id = ${endpoint}
    and event_id = any(${[...events]}::text[])`)
  await tx.run(sql`insert into webhook_deliveries (church_id, endpoint_id, event_id, kind, created_at)
    select ${church}, ${endpoint}, e.id, case when e.name = 'ping' then 'test' else 'redelivery' end, ${tx.now}::timestamptz
    from events e where e.church_id = ${church} and e.id = any(${[...events]}::text[]) order by e.id`)
  await wakeLane(tx, church, endpoint)
}
