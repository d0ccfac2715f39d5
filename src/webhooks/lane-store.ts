/** Lanes and their deliveries in the database: who holds a lane, what waits in it. Each statement names its church. */
import type { Database, Db, Tx } from '../db/database.ts'
import { idArray } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { groupBy } from '../lib/group.ts'
import type { Delivery, Lane, LaneEndpoint } from './lane.ts'

/** First half of the lock that each node holds on a connection that lasts; the second is made from its id. */
export const PRESENCE = 7_312
/** A node whose lock is gone is dead when its lease ends; one that keeps its lock but renews nothing, so much later. */
const DEAD_AFTER_SECONDS = 12
/** Repetitions are taken this much before they are due, so that they leave on time. */
export const AHEAD_MS = 1_500

/** Second half of a node's presence lock. */
export async function presenceOf(database: Database, node: string): Promise<number> {
  const row = await database.read.first<{ presence: number }>(sql`select hashtext(${node}) & 2147483647 as presence`)
  return row?.presence ?? 0
}

/** True of a node whose lock is held. */
const hasPresence = (
  id: Sql,
): Sql => sql`(hashtext(${id}) & 2147483647)::bigint in (select l.objid::bigint from pg_locks l
  where l.locktype = 'advisory' and l.classid = ${PRESENCE}::bigint::oid and l.objsubid = 2 and l.granted
    and l.database = (select d.oid from pg_database d where d.datname = current_database()))`

/** Nodes that may hold lanes: their lease runs, or it is not long over and their lock is held. */
const ALIVE = sql`select n.id from nodes n
  where n.lease_until > now() or n.lease_until > now() - ${DEAD_AFTER_SECONDS} * interval '1 second'
    and ${hasPresence(sql`n.id`)}`

/** A lane that could be taken, or that another living node holds. */
export interface Candidate {
  church_id: number
  endpoint_id: number
  epoch: number
  taken: boolean
}

/** True where a row of the lane `l` waits. Asked as one value: PostgreSQL would answer `exists` by reading all that waits. */
const waits = (condition: Sql): Sql => sql`(select true from webhook_deliveries d
  where d.church_id = l.church_id and d.endpoint_id = l.endpoint_id and ${condition} limit 1)`

/** True of a lane `l` of endpoint `e` when something in it could be sent now: fresh, due, or a test. */
const hasWork = (until: string): Sql => sql`(
  ${waits(sql`d.kind = 'test' and (d.due_at is null or d.due_at <= ${until}::timestamptz)`)}
  or e.status = 'active' and (${waits(sql`d.due_at is null and d.kind <> 'test'`)}
    or ${waits(sql`d.due_at is not null and d.kind <> 'test' and d.due_at <= ${until}::timestamptz`)}))`

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
      left join unnest(${idArray(held)}) as held (id) on held.id = l.endpoint_id
    where (l.node is null or l.node = ${node} or l.node not in (select id from alive))
      and held.id is null and ${hasWork(until)}
    order by l.church_id, l.endpoint_id limit 1000`)
}

/** The lanes of some endpoints: to be taken, or held by another living node. @param wanted endpoint → church */
export async function lanesOf(
  database: Database,
  node: string,
  wanted: ReadonlyMap<number, number>,
): Promise<Candidate[]> {
  return await database.read.all<Candidate>(sql`
    with alive as materialized (${ALIVE})
    select l.church_id, l.endpoint_id, l.epoch,
      coalesce(l.node <> ${node} and l.node in (select id from alive), false) as taken
    from unnest(${idArray([...wanted.values()])}, ${idArray([...wanted.keys()])}) as w (church, id)
      join webhook_lanes l on l.church_id = w.church and l.endpoint_id = w.id`)
}

type EndpointRow = Omit<LaneEndpoint, 'secrets'> & { secret: string; previous_secret: string | null }

const columnsAt = (
  now: Sql,
): Sql => sql`l.church_id, l.endpoint_id, e.url, e.status, e.status_since, e.secret, l.failures, l.epoch,
  case when e.previous_secret_until > ${now} then e.previous_secret end as previous_secret`

const asEndpoint = ({ secret, previous_secret, ...row }: EndpointRow): LaneEndpoint => ({
  ...row,
  secrets: previous_secret === null ? [secret] : [secret, previous_secret],
})

const pairs = (lanes: readonly { church_id: number; endpoint_id: number }[]): Sql =>
  sql`${idArray(lanes.map(one => one.church_id))}, ${idArray(lanes.map(one => one.endpoint_id))}`

/** Takes lanes that are as they were seen: of two nodes that try, one gets each. */
export async function acquire(tx: Tx, node: string, seen: readonly Candidate[]): Promise<LaneEndpoint[]> {
  const rows = await tx.all<EndpointRow>(sql`
    update webhook_lanes l set node = ${node}, epoch = l.epoch + 1
    from unnest(${pairs(seen)}, ${idArray(seen.map(one => one.epoch))}) as c (church, id, epoch), webhook_endpoints e
    where l.church_id = c.church and l.endpoint_id = c.id and l.epoch = c.epoch
      and e.church_id = l.church_id and e.id = c.id
    returning ${columnsAt(sql`${tx.now}::timestamptz`)}`)
  return rows.map(asEndpoint)
}

/** Those of some lanes that this node still holds, with their endpoints as they are now. */
export async function heldLanes(
  database: Database,
  node: string,
  lanes: readonly LaneEndpoint[],
): Promise<LaneEndpoint[]> {
  const rows = await database.read.all<EndpointRow>(sql`
    select ${columnsAt(sql`now()`)} from unnest(${pairs(lanes)}) as w (church, id)
      join webhook_lanes l on l.church_id = w.church and l.endpoint_id = w.id and l.node = ${node}
      join webhook_endpoints e on e.church_id = l.church_id and e.id = l.endpoint_id`)
  return rows.map(asEndpoint)
}

/** Lets go of all lanes, so that other nodes take them at once; what is still told of them does not count. */
export async function release(tx: Tx, node: string): Promise<void> {
  await tx.run(sql`update webhook_lanes set node = null, epoch = epoch + 1 where node = ${node}`)
}

/** How many lanes a living node holds. */
export interface Part {
  id: string
  lanes: number
}

/** The nodes that may hold lanes, and how many each does. */
export async function partsOf(database: Database): Promise<Part[]> {
  return await database.read.all<Part>(sql`
    with alive as materialized (${ALIVE})
    select alive.id, count(l.node)::int as lanes from alive left join webhook_lanes l on l.node = alive.id
    where ${hasPresence(sql`alive.id`)} group by alive.id order by alive.id`)
}

/** Gives lanes that are as they were taken to other nodes. @returns the endpoints of those that are theirs now */
export async function give(
  tx: Tx,
  node: string,
  lanes: readonly (Pick<LaneEndpoint, 'church_id' | 'endpoint_id' | 'epoch'> & { to: string })[],
): Promise<Set<number>> {
  const rows = await tx.all<{ endpoint_id: number }>(sql`
    update webhook_lanes l set node = c.node, epoch = l.epoch + 1
    from unnest(${pairs(lanes)}, ${idArray(lanes.map(({ epoch }) => epoch))}, ${lanes.map(({ to }) => to)}::text[])
      as c (church, id, epoch, node)
    where l.church_id = c.church and l.endpoint_id = c.id and l.epoch = c.epoch and l.node = ${node}
    returning l.endpoint_id`)
  return new Set(rows.map(({ endpoint_id }) => endpoint_id))
}

type WaitingRow = Omit<Delivery, 'due'> & { endpoint_id: number; due_at: string | null }

/** Churches that are asked for at once where each may lie on a node of its own. */
const AT_ONCE = 8

/**
 * Deliveries for lanes, as many as each has room for: one statement for all of them; where churches are distributed, one for each
 * church, which goes to where the church lies.
 * @param until what is due by then is taken
 */
export async function refill(
  database: Pick<Database, 'read' | 'isDistributed'>,
  lanes: readonly Lane[],
  until: string,
): Promise<Map<number, Delivery[]>> {
  const rows = (await database.isDistributed())
    ? await churchByChurch(database.read, lanes, until)
    : await waitingIn(database.read, lanes, until, sql`w.church`)
  const found = groupBy(rows, ({ endpoint_id }) => endpoint_id)
  return new Map([...found].map(([endpoint, some]) => [endpoint, some.map(asDelivery)]))
}

async function churchByChurch(read: Db, lanes: readonly Lane[], until: string): Promise<WaitingRow[]> {
  const churches = groupBy(lanes, ({ endpoint }) => endpoint.church_id).entries()
  const found: WaitingRow[] = []
  const askInTurn = async (): Promise<void> => {
    for (const [church, some] of churches) found.push(...(await waitingIn(read, some, until, sql`${church}`)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn))
  return found
}

/** @param church of each lane `w`, or the one that all of them are of */
async function waitingIn(read: Db, lanes: readonly Lane[], until: string, church: Sql): Promise<WaitingRow[]> {
  const known = lanes.flatMap(lane => [...lane.known])
  const rooms = lanes.map(({ room, endpoint }) => (endpoint.status === 'active' ? room : 0))
  const waiting = (order: Sql, condition: Sql, most: Sql): Sql => sql`(
    select d.id, d.event_id, d.kind, d.attempts, d.due_at from webhook_deliveries d
    where d.church_id = ${church} and d.endpoint_id = w.id and ${condition} and d.id <> all(${idArray(known)})
    order by ${order} limit ${most})`
  // As the endpoint is now: the word that it was paused may still be on its way to this node.
  const room = sql`case when x.status = 'active' then (w.room + 1) / 2 else 0 end`
  // One event is looked up for each delivery: asked as a join, PostgreSQL would read all events of the church.
  return await read.all<WaitingRow>(sql`
    select w.id as endpoint_id, d.id, d.event_id, d.kind, d.attempts, d.due_at, coalesce(e.name, '') as event, e.body
    from unnest(${pairs(lanes.map(({ endpoint }) => endpoint))}, ${idArray(rooms)}) as w (church, id, room)
    join webhook_endpoints x on x.church_id = ${church} and x.id = w.id
    cross join lateral (
      ${waiting(sql`d.due_at, d.id`, sql`d.due_at is not null and d.kind <> 'test' and d.due_at <= ${until}::timestamptz`, room)}
      union all ${waiting(sql`d.id`, sql`d.due_at is null and d.kind <> 'test'`, room)}
      union all ${waiting(sql`d.id`, sql`d.kind = 'test' and (d.due_at is null or d.due_at <= ${until}::timestamptz)`, sql`16`)}
    ) d
    left join lateral (
      select e.name, e.body from events e where e.church_id = ${church} and e.id = d.event_id limit 1) e on true`)
}

function asDelivery({ endpoint_id: _, due_at, ...row }: WaitingRow): Delivery {
  return { ...row, due: due_at === null ? null : Date.parse(due_at) }
}
