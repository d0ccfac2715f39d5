/** The log of attempts (spec, Events, Delivery rules 3). */
import type { Db } from '../db/database.ts'
import { every, raw, type Sql, sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import type { EndpointOf } from './endpoint.ts'
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
interface LogFilter {
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

/** A delivery whose event is still kept. */
interface Logged {
  church_id: number
  endpoint_id: number
  event_id: string
}

/**
 * Finds what can be sent again.
 * @param text id of an attempt or of a delivery, as the log shows it
 * @param church whose delivery it has to be; of any church, where it is left out
 */
export async function findLogged(db: Db, text: string, church?: number): Promise<Logged | undefined> {
  const delivery = readAttemptId(text)?.delivery
  if (delivery === undefined) return undefined
  const own = church === undefined ? sql`true` : sql`c.id = ${church}`
  return await db.first<Logged>(sql`
    select a.church_id, a.endpoint_id, a.event_id
    from churches c join webhook_attempts a on a.church_id = c.id
      join webhook_endpoints w on w.church_id = a.church_id and w.id = a.endpoint_id
      join events e on e.church_id = a.church_id and e.id = a.event_id
    where a.delivery_id = ${delivery} and ${own} limit 1`)
}
