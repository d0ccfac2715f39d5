/** One batch of outcomes in the database: deliveries, log, counters, and the pause that they may lead to. */

import { type Database, idArray, NO_CHURCH, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { record } from '../events/record.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { groupBy } from '../lib/group.ts'
import { postNotice } from '../notices/notice.ts'
import { msg } from '../texts/language.ts'

/** An attempt that ended, as it is logged. */
export interface Result {
  church_id: number
  endpoint_id: number
  epoch: number
  delivery_id: number
  /** From 1; 0 for a delivery that was never tried. */
  number: number
  event_id: string
  event: string
  kind: 'event' | 'redelivery' | 'test'
  url: string
  started_at: string
  duration_ms: number
  outcome: 'delivered' | 'retrying' | 'failed' | 'discarded'
  status: number | null
  reason: string | null
  response: string | null
  next_at: string | null
}

/** An endpoint that was paused by its failures. */
export interface Paused {
  church_id: number
  endpoint_id: number
  reason: 'failures' | 'gone'
}

/** Gone: the receiver wants no more (decisions, Webhooks). */
export const GONE = 410

/**
 * Writes a batch. Writing it again changes nothing. A success counts whoever reports it; failures, counters and pauses
 * only from the node that still holds the lane.
 * @returns the endpoints that this paused
 */
export async function writeOutcomes(
  database: Database,
  batch: readonly Result[],
  pauseAfter: number,
): Promise<Paused[]> {
  const churches = groupBy(batch, ({ church_id }) => church_id)
  return await database.write(NO_CHURCH, async tx => {
    // What a fault of the database's machine would undo is sent again with the same id, as after any crash.
    tx.send(sql`set local synchronous_commit = off`)
    const paused = await Promise.all(
      [...churches].map(([church, results]) => writeChurch(tx, church, results, pauseAfter)),
    )
    return paused.flat()
  })
}

async function writeChurch(tx: Tx, church: number, results: readonly Result[], pauseAfter: number): Promise<Paused[]> {
  const rows = results.map(({ church_id: _, ...result }, at) => ({ at, ...result }))
  const counted = await tx.all<{ endpoint_id: number; failures: number; gone: boolean }>(sql`
    with l as materialized (
      -- Held until the end: nobody takes a lane while what its node tells of it is written.
      select endpoint_id, epoch from webhook_lanes
      where church_id = ${church} and endpoint_id = any(${idArray([...new Set(results.map(one => one.endpoint_id))])})
      order by endpoint_id for update),
    r as materialized (
      select r.*, coalesce(l.epoch = r.epoch, false) as ours
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (at integer, endpoint_id bigint, epoch bigint,
        delivery_id bigint, number smallint, event_id text, event text, kind text, url text, started_at timestamptz,
        duration_ms integer, outcome text, status integer, reason text, response text, next_at timestamptz)
      left join l on l.endpoint_id = r.endpoint_id),
    logged as (
      insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event, kind, url,
        duration_ms, outcome, status, reason, response, next_at)
      select ${church}, delivery_id, number, started_at, endpoint_id, event_id, event, kind, url,
        duration_ms, outcome, status, reason, response, next_at
      from r where exists (select 1 from webhook_endpoints e where e.church_id = ${church} and e.id = r.endpoint_id)
      on conflict do nothing returning delivery_id, number, started_at),
    done as (
      delete from webhook_deliveries d using r where d.church_id = ${church} and d.id = r.delivery_id
        and (r.outcome = 'delivered' or r.ours and r.outcome = 'discarded'
          or r.ours and r.outcome = 'failed' and d.attempts = r.number - 1)),
    again as (
      update webhook_deliveries d set attempts = r.number, due_at = r.next_at from r
      where d.church_id = ${church} and d.id = r.delivery_id and r.outcome = 'retrying' and r.ours
        and d.attempts = r.number - 1),
    mine as (
      select r.*, r.kind <> 'test' as counts,
        max(r.at) filter (where r.outcome = 'delivered' and r.kind <> 'test') over (partition by r.endpoint_id) as last
      from r join logged using (delivery_id, number, started_at) where r.ours and r.outcome <> 'discarded'),
    counted as (
      select endpoint_id, max(last) as last, bool_or(status = ${GONE}) as gone,
        count(*) filter (where counts and outcome <> 'delivered' and at > coalesce(last, -1)) as tail,
        count(*) filter (where outcome = 'delivered') as delivered,
        count(*) filter (where outcome <> 'delivered') as failed,
        max(started_at + duration_ms * interval '1 ms') filter (where outcome = 'delivered') as success,
        max(started_at + duration_ms * interval '1 ms') filter (where outcome <> 'delivered') as failure
      from mine group by endpoint_id)
    update webhook_lanes l set failures = case when c.last is null then l.failures + c.tail else c.tail end,
      delivered = l.delivered + c.delivered, failed = l.failed + c.failed,
      last_success_at = greatest(l.last_success_at, c.success), last_failure_at = greatest(l.last_failure_at, c.failure)
    from counted c where l.church_id = ${church} and l.endpoint_id = c.endpoint_id
    returning l.endpoint_id, l.failures, coalesce(c.gone, false) as gone`)
  const paused: Paused[] = []
  for (const { endpoint_id, failures, gone } of counted) {
    if (!gone && failures < pauseAfter) continue
    const last = results.findLast(one => one.endpoint_id === endpoint_id && one.outcome !== 'delivered')
    const one = { church_id: church, endpoint_id, reason: gone ? 'gone' : 'failures' } as const
    if (await pause(tx, one, failures, last?.reason ?? '')) paused.push(one)
  }
  return paused
}

interface EndpointRow {
  url: string
  description: string | null
  slug: string
  name: string
}

/** Pauses an endpoint that is active, tells the administrators, and records that a receiver is gone. */
async function pause(tx: Tx, paused: Paused, failures: number, last: string): Promise<boolean> {
  const { church_id, endpoint_id, reason } = paused
  const row = await tx.first<EndpointRow>(sql`
    update webhook_endpoints e set status = 'paused', status_reason = ${reason}, status_since = ${tx.now}::timestamptz,
      updated_at = ${tx.now}::timestamptz
    from churches c where e.church_id = ${church_id} and e.id = ${endpoint_id} and e.status = 'active'
      and c.id = e.church_id returning e.url, e.description, c.slug, c.name`)
  if (row === undefined) return false
  const { url, description, slug, name } = row
  const body =
    reason === 'gone'
      ? msg(
          '{endpoint} answered 410 Gone, which asks for no more events. Its events are held. When the receiver works again, switch it on: {command}',
        )
      : msg(
          '{endpoint} failed {failures, plural, one {once} other {# times in a row}} (last: {last}). Its events are held. When the receiver works again, switch it on: {command}',
        )
  await postNotice(tx, church_id, {
    kind: 'webhook_paused',
    title: msg('A webhook endpoint is paused'),
    body,
    values: {
      endpoint: description === null ? url : `${url} (${description})`,
      failures,
      last,
      command: `sexton webhook resume ${endpoint_id}`,
    },
  })
  if (reason === 'gone') {
    // Who receives this learns where, not the whole address: that is often a secret of who receives there.
    const data = {
      endpoint_id,
      url: new URL(url).origin,
      description,
      status: 'paused',
      paused_at: printTimestamp(tx.now),
    }
    await record(tx, { id: church_id, slug, name }, 'api.webhook_gone', JSON.stringify(data))
  }
  return true
}
