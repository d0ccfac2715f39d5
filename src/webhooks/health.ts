/** How it goes with endpoints: attempts that were delivered and that failed, over time, and how long they take. */
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { rememberedAMinute } from '../resource/remembered.ts'
import type { EndpointOf } from './endpoint.ts'

/** The attempts of an hour or of a day. Discarded deliveries were never tried and are not counted. */
export interface Period {
  /** When it begins, UTC. */
  from: string
  delivered: number
  failed: number
}

export interface EndpointHealth {
  /** The last 24, the one under way at the end. */
  hours: Period[]
  /** The last 30, as the church's calendar has them. */
  days: Period[]
  /** Of the latest attempts that got an answer, milliseconds; null where there are none. */
  median_ms: number | null
  p95_ms: number | null
}

/** Attempts of a time. */
export interface Outcomes {
  delivered: number
  failed: number
}

const HOURS = 24
const DAYS = 30
/** Attempts whose duration is looked at: enough to tell, few enough to read at once. */
const SAMPLE = 1_000

/** Attempts from which on counts are remembered for a minute: fewer are counted at each look. */
const MANY = 10_000

const attemptsOf = (all: readonly Outcomes[]): number =>
  all.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0)

/** The attempts of the last hours, for each endpoint of a church that had any; a minute old where they are many. */
export async function outcomesOf(db: Db, church: number, hours: number, now: Date): Promise<Map<number, Outcomes>> {
  const rows = await rememberedAMinute(
    db,
    ['webhook outcomes', church, hours],
    now,
    () =>
      db.all<Outcomes & { endpoint_id: number }>(sql`
        select a.endpoint_id, count(*) filter (where a.outcome = 'delivered')::int as delivered,
          count(*) filter (where a.outcome <> 'delivered')::int as failed
        from webhook_endpoints e join webhook_attempts a on a.church_id = e.church_id and a.endpoint_id = e.id
        where e.church_id = ${church} and a.outcome <> 'discarded'
          and a.started_at >= ${now.toISOString()}::timestamptz - ${hours} * interval '1 hour'
        group by a.endpoint_id`),
    found => attemptsOf(found) >= MANY,
  )
  return new Map(rows.map(({ endpoint_id, ...counts }) => [endpoint_id, counts]))
}

/** A minute old where the attempts are many. @param timezone whose days they are */
export async function healthOf(db: Db, endpoint: EndpointOf, timezone: string, now: Date): Promise<EndpointHealth> {
  const name = ['endpoint health', endpoint.church.id, endpoint.id, timezone]
  const read = () => readHealth(db, endpoint, timezone, now)
  return await rememberedAMinute(db, name, now, read, ({ days }) => attemptsOf(days) >= MANY)
}

async function readHealth(db: Db, endpoint: EndpointOf, timezone: string, now: Date): Promise<EndpointHealth> {
  const [hours, days, durations] = await Promise.all([
    periodsOf(db, endpoint, 'hour', HOURS, 'UTC', now),
    periodsOf(db, endpoint, 'day', DAYS, timezone, now),
    durationsOf(db, endpoint),
  ])
  return { hours, days, median_ms: durations?.median_ms ?? null, p95_ms: durations?.p95_ms ?? null }
}

async function periodsOf(
  db: Db,
  { church, id }: EndpointOf,
  unit: 'hour' | 'day',
  count: number,
  timezone: string,
  now: Date,
): Promise<Period[]> {
  const rows = await db.all<Period>(sql`
    with spans as (
      select s as starts from generate_series(
        date_trunc(${unit}, ${now.toISOString()}::timestamptz at time zone ${timezone}) - ${count - 1} * ${`1 ${unit}`}::interval,
        date_trunc(${unit}, ${now.toISOString()}::timestamptz at time zone ${timezone}), ${`1 ${unit}`}::interval) as s),
    counted as (
      select date_trunc(${unit}, started_at at time zone ${timezone}) as starts,
        count(*) filter (where outcome = 'delivered')::int as delivered,
        count(*) filter (where outcome <> 'delivered')::int as failed
      from webhook_attempts
      where church_id = ${church.id} and endpoint_id = ${id} and outcome <> 'discarded'
        and started_at >= (select min(starts) at time zone ${timezone} from spans)
      group by 1)
    select s.starts at time zone ${timezone} as from, coalesce(c.delivered, 0) as delivered, coalesce(c.failed, 0) as failed
    from spans s left join counted c on c.starts = s.starts order by s.starts`)
  return rows.map(row => ({ ...row, from: printTimestamp(row.from) }))
}

const durationsOf = (
  db: Db,
  { church, id }: EndpointOf,
): Promise<Pick<EndpointHealth, 'median_ms' | 'p95_ms'> | undefined> =>
  db.first(sql`
    select percentile_disc(0.5) within group (order by duration_ms)::int as median_ms,
      percentile_disc(0.95) within group (order by duration_ms)::int as p95_ms
    from (select duration_ms from webhook_attempts
      where church_id = ${church.id} and endpoint_id = ${id} and status is not null
      order by started_at desc, delivery_id desc limit ${SAMPLE}) as latest`)
