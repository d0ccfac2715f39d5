/** What nodes tell one another through the database: these lanes have something new, or their endpoint changed. */
import type { Topic } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

/** The channel of the notifications. */
export const CHANNEL = 'sexton_webhooks'

/** An endpoint that a transaction changed. */
export interface ChangedEndpoint {
  church_id: number
  endpoint_id: number
}

/** Told after the commit, before whoever changed it is answered: a notification comes a moment later. */
export const CHANGED: Topic<ChangedEndpoint> = { name: 'endpoint changed' }

/** A notification takes less than 8,000 bytes; nodes find the lanes that do not fit at their next sweep. */
const MOST = 200

/** The statement that wakes the nodes that hold these lanes. @param lanes church and endpoint of each */
export const wake = (lanes: readonly (readonly [church: number, endpoint: number])[]): Sql =>
  sql`select pg_notify(${CHANNEL}, ${lanes
    .slice(0, MOST)
    .map(lane => lane.join('/'))
    .join(' ')})`

/** The lanes of a notification. */
export const readWake = (payload: string): [church: number, endpoint: number][] =>
  [...payload.matchAll(/(\d+)\/(\d+)/g)].map(([, church, endpoint]) => [Number(church), Number(endpoint)])
