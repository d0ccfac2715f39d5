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
const announced = new WeakMap<Tx, { deliveries: number; waiting: Set<number> }>()

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

/** A clock that goes back by more was wrong before, and not ahead of another for a moment. */
const SET_BACK_MS = 60_000

let lastTime = 0
/** Of five bits each. */
let lastDigits = new Uint8Array(RANDOM_DIGITS)

/**
 * `evt_` and a ULID: 48 bits of time, then 80 random bits. Ids made by one process sort in the order in which they
 * were made: within one millisecond the random part counts up, and so it does while the clock is a little behind. After a clock
 * was set right they begin anew: their time says how long events are kept. (Why not a package: CONTRIBUTING.md.)
 * @param now milliseconds since 1970
 */
export function eventId(now: number): string {
  if (now > lastTime || now < lastTime - SET_BACK_MS) {
    lastTime = now
    lastDigits = new Uint8Array(randomBytes(RANDOM_DIGITS)).map(byte => byte & 31)
    // So that there is room to count up.
    lastDigits[0] = (lastDigits[0] ?? 0) & 15
  } else {
    let at = RANDOM_DIGITS - 1
    while (lastDigits[at] === 31) lastDigits[at--] = 0
    lastDigits[at] = (lastDigits[at] ?? 0) + 1
  }
  let time = ''
  for (let digit = 0, left = lastTime; digit < TIME_DIGITS; digit += 1, left = Math.floor(left / 32))
    time = `${ALPHABET[left % 32]}${time}`
  let random = ''
  for (const digit of lastDigits) random += ALPHABET[digit]
  return `evt_${time}${random}`
}

/** Makes the envelopes of one event; `data` and `previous` are JSON text. */
function enveloper(tx: Tx, { id: church, slug, name: title }: EventChurch, name: string) {
  const head = JSON.stringify({
    event: name,
    created_at: printTimestamp(tx.now),
    api_version: 'v1',
    church: { id: church, slug, name: title },
  }).slice(1, -1)
  return (id: string, data: string, previous?: string): string =>
    `{"id":"${id}",${head},"data":${data}${previous === undefined ? '' : `,"previous":${previous}`}}`
}

interface Inserted {
  id: number
  endpoint_id: number
  event_id: string
}

/** What events of one name are inserted with. */
interface Insertion {
  name: string
  kind: 'event' | 'test'
  to: Sql
}

const insertMany = (
  { now }: Tx,
  { id: church }: EventChurch,
  { name, kind, events, to }: Insertion & { events: Map<string, string> },
): Sql => sql`with event as (
    insert into events (church_id, id, name, body, created_at)
    select ${church}, id, ${name}, body, ${now}::timestamptz
    from unnest(${[...events.keys()]}::text[], ${jsonTexts([...events.values()])}) as event (id, body)
    returning id)
  insert into webhook_deliveries (church_id, endpoint_id, event_id, kind, created_at)
  select ${church}, e.id, event.id, ${kind}, ${now}::timestamptz
  from event cross join webhook_endpoints e
  where e.church_id = ${church} and ${to} order by event.id, e.id
  returning id, endpoint_id, event_id`

/** Of one event, as most writes have: without arrays and joins it takes a quarter less of PostgreSQL. */
const insertOne = (
  { now }: Tx,
  { id: church }: EventChurch,
  { name, kind, only: [id, body], to }: Insertion & { only: [id: string, body: string] },
): Sql => sql`with event as (
    insert into events (church_id, id, name, body, created_at)
    values (${church}, ${id}, ${name}, ${body}, ${now}::timestamptz))
  insert into webhook_deliveries (church_id, endpoint_id, event_id, kind, created_at)
  select ${church}, e.id, ${id}, ${kind}, ${now}::timestamptz
  from webhook_endpoints e where e.church_id = ${church} and ${to} order by e.id
  returning id, endpoint_id, event_id`

/**
 * Inserts events of one name, and a delivery of each for every endpoint that subscribes to it, in one statement.
 * @param events id → body
 * @param to the condition on the endpoints `e` that get them
 */
function insert(tx: Tx, church: EventChurch, name: string, events: Map<string, string>, to: Sql): void {
  const kind = name === 'ping' ? 'test' : 'event'
  const [only] = events.size === 1 ? events : []
  tx.send<Inserted>(
    only === undefined
      ? insertMany(tx, church, { name, kind, events, to })
      : insertOne(tx, church, { name, kind, only, to }),
    rows => {
      if (rows.length === 0) return
      const before = announced.get(tx) ?? { deliveries: 0, waiting: new Set() }
      announced.set(tx, before)
      before.deliveries += rows.length
      if (before.deliveries > MOST_ANNOUNCED) {
        const endpoints = [...new Set(rows.map(row => row.endpoint_id))].filter(one => !before.waiting.has(one))
        for (const one of endpoints) before.waiting.add(one)
        const waiting = endpoints.map(endpoint_id => ({ church_id: church.id, endpoint_id }))
        if (waiting.length > 0) tx.announce(WAITING, waiting)
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
  insert(tx, church, name, new Map([[id, enveloper(tx, church, name)(id, data, previous)]]), subscribers(name))
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
  const [now, envelope] = [Date.parse(tx.now), enveloper(tx, church, name)]
  for (const data of datas) {
    const id = eventId(now)
    events.set(id, envelope(id, data))
  }
  insert(tx, church, name, events, subscribers(name))
}

/** Records a test event for one endpoint, whatever it subscribes to and even while it is paused. @returns its id */
export function recordPing(tx: Tx, church: EventChurch, endpoint: number, message: string): string {
  const id = eventId(Date.parse(tx.now))
  const data = JSON.stringify({ message, endpoint_id: endpoint })
  insert(tx, church, 'ping', new Map([[id, enveloper(tx, church, 'ping')(id, data)]]), sql`e.id = ${endpoint}`)
  return id
}
