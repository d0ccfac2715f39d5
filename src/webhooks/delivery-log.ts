/** The log of attempts, and sending again from it (spec, Events, Delivery rules 3 and 5; decisions, Redelivery). */
import type { Database, Db } from '../db/database.ts'
import { every, raw, type Sql, sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { recordPing } from '../events/record.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { type EndpointOf, wakeLane } from './endpoint.ts'
import { attemptId, readAttemptId } from './schedule.ts'

/** An attempt as the log shows it; or, with number 0, what became of a delivery that was never tried. */
export interface Attempt {
  /** As sent in X-Service-Delivery. */
  id: string
  event_id: string
  event: string
  kind: 'event' | 'redelivery' | 'test'
  number: number
  url: string
  started_at: string
  duration_ms: number
  outcome: 'delivered' | 'retrying' | 'failed' | 'discarded'
  /** HTTP status, or null where no answer came. */
  status: number | null
  /** Why it failed, in plain words. */
  reason: string | null
  /** The start of the answer. */
  response: string | null
  /** When it is tried again. */
  next_at: string | null
}

/** What to show of the log. */
export interface LogFilter {
  failed?: boolean | undefined
  event_id?: string | undefined
  delivery?: number | undefined
  limit?: number | undefined
}

type Row = Omit<Attempt, 'id'> & { delivery_id: number }

const COLUMNS = raw(
  'delivery_id, event_id, event, kind, number, url, started_at, duration_ms, outcome, status, reason, response, next_at',
)

const asAttempt = ({ delivery_id, ...row }: Row): Attempt => ({
  id: row.number === 0 ? `dlv_${delivery_id}` : attemptId(delivery_id, row.number),
  ...row,
  started_at: printTimestamp(row.started_at),
  next_at: row.next_at === null ? null : printTimestamp(row.next_at),
})

/** Attempts of an endpoint, newest first. `failed`: only those that did not succeed. */
export async function listAttempts(db: Db, { church, id }: EndpointOf, filter: LogFilter = {}): Promise<Attempt[]> {
  const conditions: Sql[] = [sql`church_id = ${church.id}`, sql`endpoint_id = ${id}`]
  if (filter.failed) conditions.push(sql`outcome <> 'delivered'`)
  if (filter.event_id !== undefined) conditions.push(sql`event_id = ${filter.event_id}`)
  if (filter.delivery !== undefined) conditions.push(sql`delivery_id = ${filter.delivery}`)
  const rows = await db.all<Row>(sql`
    select ${COLUMNS} from webhook_attempts where ${every(conditions)}
    order by started_at desc, delivery_id desc, number desc limit ${filter.limit ?? 50}`)
  return rows.map(asAttempt)
}

/**
 * One attempt, with the body that was sent, as long as its event is kept.
 * @param text its id, as the log shows it
 */
export async function findDelivery(
  db: Db,
  church: number,
  text: string,
): Promise<(Attempt & { endpoint_id: number; body: string | null }) | undefined> {
  const id = readAttemptId(text)
  if (id === undefined) return undefined
  const row = await db.first<Row & { endpoint_id: number }>(sql`select ${COLUMNS}, endpoint_id from webhook_attempts
    where church_id = ${church} and delivery_id = ${id.delivery} and number = ${id.number ?? 0}
    order by started_at desc limit 1`)
  if (row === undefined) return undefined
  const { endpoint_id, ...attempt } = row
  const event = await db.first<{ body: string }>(
    sql`select body from events where church_id = ${church} and id = ${row.event_id}`,
  )
  return { ...asAttempt(attempt), endpoint_id, body: event?.body ?? null }
}

/**
 * Sends a test event to one endpoint, whatever it subscribes to, paused or not.
 * @returns the id of the event; its attempts are in the log
 */
export async function sendTest(database: Database, endpoint: EndpointOf): Promise<string> {
  return await database.write(endpoint.church.id, async tx => {
    const message = 'This is a test event. If you can read it, this endpoint works.'
    const id = recordPing(tx, endpoint.church, endpoint.id, message)
    await wakeLane(tx, endpoint.church.id, endpoint.id)
    return id
  })
}

interface Logged {
  church_id: number
  endpoint_id: number
  event_id: string
}

/**
 * Sends an event again: the same id and bytes, a new delivery with the usual attempts. A delivery of it to this endpoint
 * that still waits is replaced.
 * @param text id of an attempt or of a delivery, from the log
 * @param church whose delivery it has to be; of any church, where it is left out
 * @returns the endpoint and the event that is sent again
 * @throws ApiError `not_found`
 */
export async function redeliver(database: Database, text: string, church?: number): Promise<Logged> {
  const delivery = readAttemptId(text)?.delivery
  const own = church === undefined ? sql`true` : sql`c.id = ${church}`
  const found =
    delivery === undefined
      ? undefined
      : await database.read.first<Logged>(sql`
          select a.church_id, a.endpoint_id, a.event_id
          from churches c join webhook_attempts a on a.church_id = c.id
            join webhook_endpoints w on w.church_id = a.church_id and w.id = a.endpoint_id
            join events e on e.church_id = a.church_id and e.id = a.event_id
          where a.delivery_id = ${delivery} and ${own} limit 1`)
  if (found === undefined) {
    const message = `There is no delivery "${text}" in the log, or its event is no longer kept. Take an id from "sexton webhook deliveries ID".`
    throw new ApiError('not_found', { message })
  }
  await again(database, found.church_id, found.endpoint_id, [found.event_id])
  return found
}

const BATCH = 1_000

/**
 * Sends everything again that an endpoint did not get since a moment: given up or discarded, not delivered later, and
 * not waiting already.
 * @param since ISO 8601
 * @returns how many
 */
export async function redeliverSince(database: Database, { church, id }: EndpointOf, since: string): Promise<number> {
  const rows = await database.read.all<{ event_id: string }>(sql`
    select distinct a.event_id from webhook_attempts a join events e on e.church_id = a.church_id and e.id = a.event_id
    where a.church_id = ${church.id} and a.endpoint_id = ${id} and a.started_at >= ${since}::timestamptz
      and a.outcome <> 'delivered' and a.outcome <> 'retrying' and a.kind <> 'test'
      and not exists (select 1 from webhook_attempts b where b.church_id = a.church_id and b.endpoint_id = a.endpoint_id
        and b.event_id = a.event_id and b.outcome = 'delivered')
      and not exists (select 1 from webhook_deliveries d where d.church_id = a.church_id and d.event_id = a.event_id
        and d.endpoint_id = a.endpoint_id)
    order by a.event_id`)
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH).map(({ event_id }) => event_id)
    await again(database, church.id, id, batch)
  }
  return rows.length
}

async function again(database: Database, church: number, endpoint: number, events: readonly string[]): Promise<void> {
  await database.write(church, async tx => {
    await tx.run(sql`delete from webhook_deliveries where church_id = ${church} and endpoint_id = ${endpoint}
      and event_id = any(${[...events]}::text[])`)
    await tx.run(sql`insert into webhook_deliveries (church_id, endpoint_id, event_id, kind, created_at)
      select ${church}, ${endpoint}, e.id, case when e.name = 'ping' then 'test' else 'redelivery' end, ${tx.now}::timestamptz
      from events e where e.church_id = ${church} and e.id = any(${[...events]}::text[]) order by e.id`)
    await wakeLane(tx, church, endpoint)
  })
}
