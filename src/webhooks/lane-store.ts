/** Lanes and their deliveries in the database: who holds a lane, what waits in it. Each statement names its church. */
import type { Database, Tx } from '../db/database.ts'
import { idArray } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Delivery, Lane, LaneEndpoint } from './lane.ts'

/** First half of the lock that each node holds on a connection that lasts; the second is made from its id. */
export const PRESENCE = 7_312
/** A node whose lock is gone is dead at once; one that keeps its lock but renews nothing, after this. */
const DEAD_AFTER_SECONDS = 12
/** Repetitions are taken this much before they are due, so that they leave on time. */
export const AHEAD_MS = 1_500

/** Second half of a node's presence lock. */
export async function presenceOf(database: Database, node: string): Promise<number> {
  const row = await database.read.first<{ presence: number }>(sql`select hashtext(${node}) & 2147483647 as presence`)
  return row?.presence ?? 0
}

/** Nodes that may hold lanes: their lock is held and their lease is not long over. */
const ALIVE = sql`select n.id from nodes n
  where n.lease_until > now() - ${DEAD_AFTER_SECONDS} * interval '1 second'
    and (hashtext(n.id) & 2147483647)::bigint in (select l.objid::bigint from pg_locks l
      where l.locktype = 'advisory' and l.classid = ${PRESENCE}::bigint::oid and l.objsubid = 2 and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database()))`

/** A lane that could be taken, or that another living node holds. */
export interface Candidate {
  church_id: number
  endpoint_id: number
  epoch: number
  taken: boolean
}

/** True of a lane `l` of endpoint `e` when something in it could be sent now: fresh, due, or a test. */
const hasWork = (until: string): Sql => sql`(
  exists (select 1 from webhook_deliveries d where d.church_id = l.church_id and d.endpoint_id = l.endpoint_id
    and d.kind = 'test' and (d.due_at is null or d.due_at <= ${until}::timestamptz))
  or e.status = 'active' and (
    exists (select 1 from webhook_deliveries d where d.church_id = l.church_id and d.endpoint_id = l.endpoint_id
      and d.due_at is null and d.kind <> 'test')
    or exists (select 1 from webhook_deliveries d where d.church_id = l.church_id and d.endpoint_id = l.endpoint_id
      and d.due_at is not null and d.kind <> 'test' and d.due_at <= ${until}::timestamptz)))`

/** Lanes with work that this node does not hold in memory. @param until what is due by then counts as work */
export async function lanesWithWork(
  database: Database,
  node: string,
  held: readonly number[],
  until: string,
): Promise<Candidate[]> {
  return await database.read.all<Candidate>(sql`
    with alive as materialized (${ALIVE})
    select l.church_id, l.endpoint_id, l.epoch, false as taken
    from webhook_lanes l join webhook_endpoints e on e.church_id = l.church_id and e.id = l.endpoint_id
    where (l.node is null or l.node = ${node} or l.node not in (select id from alive))
      and not l.endpoint_id = any(${idArray(held)}) and ${hasWork(until)}
    order by l.church_id, l.endpoint_id limit 1000`)
}

/** The lanes of some endpoints of a church: to be taken, or held by a living node. */
export async function lanesOf(
  database: Database,
  node: string,
  church: number,
  endpoints: readonly number[],
): Promise<Candidate[]> {
  return await database.read.all<Candidate>(sql`
    with alive as materialized (${ALIVE})
    select l.church_id, l.endpoint_id, l.epoch, coalesce(l.node <> ${node} and l.node in (select id from alive), false) as taken
    from webhook_lanes l where l.church_id = ${church} and l.endpoint_id = any(${idArray(endpoints)})`)
}

type EndpointRow = Omit<LaneEndpoint, 'secrets'> & { secret: string; previous_secret: string | null }

const COLUMNS = sql`l.church_id, l.endpoint_id, e.url, e.status, e.status_since, e.secret, l.failures, l.epoch,
  case when e.previous_secret_until > now() then e.previous_secret end as previous_secret`

const asEndpoint = ({ secret, previous_secret, ...row }: EndpointRow): LaneEndpoint => ({
  ...row,
  secrets: previous_secret === null ? [secret] : [secret, previous_secret],
})

/** Takes lanes of a church that are as they were seen: of two nodes that try, one gets each. */
export async function acquire(
  tx: Tx,
  node: string,
  church: number,
  seen: readonly Candidate[],
): Promise<LaneEndpoint[]> {
  const rows = await tx.all<EndpointRow>(sql`
    update webhook_lanes l set node = ${node}, epoch = l.epoch + 1
    from unnest(${idArray(seen.map(one => one.endpoint_id))}, ${idArray(seen.map(one => one.epoch))}) as c (id, epoch),
      webhook_endpoints e
    where l.church_id = ${church} and l.endpoint_id = c.id and l.epoch = c.epoch
      and e.church_id = ${church} and e.id = c.id
    returning ${COLUMNS}`)
  return rows.map(asEndpoint)
}

/** The lanes of a church that this node still holds, with their endpoints as they are now. */
export async function heldLanes(
  database: Database,
  node: string,
  church: number,
  endpoints: readonly number[],
): Promise<LaneEndpoint[]> {
  const rows = await database.read.all<EndpointRow>(sql`
    select ${COLUMNS} from webhook_lanes l join webhook_endpoints e on e.church_id = l.church_id and e.id = l.endpoint_id
    where l.church_id = ${church} and l.node = ${node} and l.endpoint_id = any(${idArray(endpoints)})`)
  return rows.map(asEndpoint)
}

/** Lets go of all lanes, so that other nodes take them at once. */
export async function release(tx: Tx, node: string): Promise<void> {
  await tx.run(sql`update webhook_lanes set node = null where node = ${node}`)
}

type WaitingRow = Omit<Delivery, 'due'> & { endpoint_id: number; due_at: string | null }

/** Deliveries for lanes of a church, as many as each has room for. @param until what is due by then is taken */
export async function refill(
  database: Database,
  church: number,
  lanes: readonly Lane[],
  until: string,
): Promise<{ lane: Lane; deliveries: Delivery[] }[]> {
  const known = lanes.flatMap(lane => [...lane.known])
  const ids = lanes.map(({ endpoint }) => endpoint.endpoint_id)
  const rooms = lanes.map(({ room, endpoint }) => (endpoint.status === 'active' ? room : 0))
  const waiting = (order: Sql, condition: Sql, most: Sql): Sql => sql`(
    select d.id, d.event_id, d.kind, d.attempts, d.due_at from webhook_deliveries d
    where d.church_id = ${church} and d.endpoint_id = w.id and ${condition} and d.id <> all(${idArray(known)})
    order by ${order} limit ${most})`
  const rows = await database.read.all<WaitingRow>(sql`
    select w.id as endpoint_id, d.id, d.event_id, d.kind, d.attempts, d.due_at, coalesce(e.name, '') as event, e.body
    from unnest(${idArray(ids)}, ${idArray(rooms)}) as w (id, room)
    cross join lateral (
      ${waiting(sql`d.due_at, d.id`, sql`d.due_at is not null and d.kind <> 'test' and d.due_at <= ${until}::timestamptz`, sql`(w.room + 1) / 2`)}
      union all ${waiting(sql`d.id`, sql`d.due_at is null and d.kind <> 'test'`, sql`(w.room + 1) / 2`)}
      union all ${waiting(sql`d.id`, sql`d.kind = 'test' and (d.due_at is null or d.due_at <= ${until}::timestamptz)`, sql`16`)}
    ) d
    left join events e on e.church_id = ${church} and e.id = d.event_id`)
  return lanes.map(lane => ({
    lane,
    deliveries: rows.filter(row => row.endpoint_id === lane.endpoint.endpoint_id).map(asDelivery),
  }))
}

function asDelivery({ endpoint_id: _, due_at, ...row }: WaitingRow): Delivery {
  return { ...row, due: due_at === null ? null : Date.parse(due_at) }
}
