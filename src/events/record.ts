/** Records an event in the transaction of the change that it tells of (spec, Events, Envelope). */
import { randomBytes } from 'node:crypto'
import type { Topic, Tx } from '../db/database.ts'
import { jsonTexts, type Sql, sql } from '../db/sql.ts'
import { printTimestamp } from '../lib/calendar.ts'
import type { Church } from '../resource/caller.ts'
import type { DeclaredEvent } from '../resource/event.ts'
import type { RecordedEvent } from './catalogue.ts'

/** The church as the envelope names it. */
export type EventChurch = Pick<Church, 'id' | 'slug' | 'name'>

/** An event that waits to be sent to an endpoint, as it is when it was recorded. */
export interface NewDelivery {
  church_id: number
  endpoint_id: number
  id: number
  event_id: string
  event: string
  kind: 'event' | 'test'
  /** The envelope, as it is signed and sent. */
  body: string
}

/** Told after the commit, so that this process may send at once what it would otherwise find in the table. */
export const DELIVERIES: Topic<readonly NewDelivery[]> = { name: 'deliveries' }

/** Told where more was recorded in one transaction than is worth handing over: the lanes that have something in the table. */
export const WAITING: Topic<readonly Pick<NewDelivery, 'church_id' | 'endpoint_id'>[]> = { name: 'waiting' }

/** Deliveries of one transaction that are handed over with their bodies. */
const MOST_ANNOUNCED = 256
const announced = new WeakMap<Tx, number>()

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_BITS = 80n

let lastTime = 0
let lastBits = 0n

/**
 * `evt_` and a ULID: 48 bits of time, then 80 random bits. Ids made by one process sort in the order in which they
 * were made: within one millisecond the random part counts up.
 * @param now milliseconds since 1970
 */
export function eventId(now: number): string {
  if (now > lastTime) {
    lastTime = now
    lastBits = BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n
  } else {
    lastBits += 1n
  }
  let bits = (BigInt(lastTime) << RANDOM_BITS) | lastBits
  let id = ''
  for (let digit = 0; digit < 26; digit += 1, bits >>= 5n) id = `${ALPHABET[Number(bits & 31n)]}${id}`
  return `evt_${id}`
}

/** The envelope of an event; `data` and `previous` are JSON text. */
function envelope(tx: Tx, church: EventChurch, id: string, name: string, data: string, previous?: string): string {
  const head = JSON.stringify({
    id,
    event: name,
    created_at: printTimestamp(tx.now),
    api_version: 'v1',
    church: { id: church.id, slug: church.slug, name: church.name },
  })
  return `${head.slice(0, -1)},"data":${data}${previous === undefined ? '' : `,"previous":${previous}`}}`
}

interface Inserted {
  id: number
  endpoint_id: number
  event_id: string
}

/**
 * Inserts events of one name, and a delivery of each for every endpoint that subscribes to it, in one statement.
 * @param events id → body
 * @param to the condition on the endpoints `e` that get them
 */
function insert(tx: Tx, church: EventChurch, name: string, events: Map<string, string>, to: Sql): void {
  const kind = name === 'ping' ? 'test' : 'event'
  tx.send<Inserted>(
    sql`with event as (
        insert into events (church_id, id, name, body, created_at)
        select ${church.id}, id, ${name}, body, ${tx.now}::timestamptz
        from unnest(${[...events.keys()]}::text[], ${jsonTexts([...events.values()])}) as event (id, body)
        returning id)
      insert into webhook_deliveries (church_id, endpoint_id, event_id, kind, created_at)
      select ${church.id}, e.id, event.id, ${kind}, ${tx.now}::timestamptz
      from event cross join webhook_endpoints e
      where e.church_id = ${church.id} and ${to} order by event.id, e.id
      returning id, endpoint_id, event_id`,
    rows => {
      if (rows.length === 0) return
      const count = (announced.get(tx) ?? 0) + rows.length
      announced.set(tx, count)
      if (count > MOST_ANNOUNCED) {
        const endpoints = new Set(rows.map(row => row.endpoint_id))
        tx.announce(
          WAITING,
          [...endpoints].map(endpoint_id => ({ church_id: church.id, endpoint_id })),
        )
        return
      }
      const deliveries = rows.map(row => {
        return { church_id: church.id, ...row, event: name, kind, body: events.get(row.event_id) ?? '' } as const
      })
      tx.announce(DELIVERIES, deliveries)
    },
  )
}

/** Subscribes: by its exact name, by the wildcard of its prefix, or by `*`. */
const subscribers = (name: string): Sql =>
  sql`e.status <> 'off' and e.events && ${[name, `${name.split('.')[0]}.*`, '*']}::text[]`

const nameOf = (event: RecordedEvent | DeclaredEvent): string => (typeof event === 'string' ? event : event.name)

/**
 * Records an event; its body is serialised once, here, and stored as the text that will be signed and sent.
 * @param data JSON text shaped like the matching resource
 * @param previous JSON text of the values before the change; only on updates
 */
export async function record(
  tx: Tx,
  church: EventChurch,
  event: RecordedEvent | DeclaredEvent,
  data: string,
  previous?: string,
): Promise<void> {
  const name = nameOf(event)
  const id = eventId(Date.parse(tx.now))
  insert(tx, church, name, new Map([[id, envelope(tx, church, id, name, data, previous)]]), subscribers(name))
}

/** Records an event of one name for each record of a bulk change, in their order. @param datas JSON texts */
export async function recordMany(
  tx: Tx,
  church: EventChurch,
  event: RecordedEvent | DeclaredEvent,
  datas: readonly string[],
): Promise<void> {
  const name = nameOf(event)
  const events = new Map<string, string>()
  for (const data of datas) {
    const id = eventId(Date.parse(tx.now))
    events.set(id, envelope(tx, church, id, name, data))
  }
  insert(tx, church, name, events, subscribers(name))
}

/** Records a test event for one endpoint, whatever it subscribes to and even while it is paused. @returns its id */
export function recordPing(tx: Tx, church: EventChurch, endpoint: number, message: string): string {
  const id = eventId(Date.parse(tx.now))
  const data = JSON.stringify({ message, endpoint_id: endpoint })
  insert(tx, church, 'ping', new Map([[id, envelope(tx, church, id, 'ping', data)]]), sql`e.id = ${endpoint}`)
  return id
}
