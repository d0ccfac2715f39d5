/**
 * What one client, one connection and one node may hold: every limit that is not a rule of the API, in one table. The
 * page docs/decisions/0013-limits.md shows the same table and says why; a test compares them.
 */
import type { Config } from '../config.ts'
import { mostArrivals } from './arrivals.ts'

/** One limit. */
export interface Allowance {
  /** What is limited, for the page. */
  what: string
  /** The number, the name of the setting that has it, or how it follows from settings. */
  most: number | keyof Config | ((config: Config) => number)
  unit: 'sockets' | 'requests' | 'bytes' | 'ms' | 'requests a minute' | 'arrivals in 10 s'
  /** Whose it is. Of what is the node's, one client's address may hold a quarter of what is free. */
  of: 'node' | 'connection' | 'request' | 'address' | 'key' | 'link'
  /** What happens beyond it, for the page. */
  beyond: string
}

const KIB = 1024

export const ALLOWANCES = {
  connections: {
    what: 'open connections',
    most: 'maxConnections',
    unit: 'sockets',
    of: 'node',
    beyond: 'the address gives up its oldest idle connection, else the new one is answered 503 and closed',
  },
  requests: {
    what: 'requests from their beginning to the last byte of the answer, also when the client has left',
    most: 'maxRequests',
    unit: 'requests',
    of: 'node',
    beyond: '429 for the address; 503 when the node is full',
  },
  uploads: {
    what: 'requests whose body is being received',
    most: 500,
    unit: 'requests',
    of: 'node',
    beyond: '429',
  },
  bytes: {
    what: 'bytes of bodies that were received, and of answers that wait to be read, beyond the first 64 KiB of each',
    most: 64 * KIB * KIB,
    unit: 'bytes',
    of: 'node',
    beyond: '429, and the connection ends; an answer to a change is sent all the same',
  },
  waiting: {
    what: 'requests that were sent before the answer to the one before them (pipelining)',
    most: 4_096,
    unit: 'requests',
    of: 'node',
    beyond: 'the connections of the address end',
  },
  answering: {
    what: 'requests that are answered at the same time',
    most: 1,
    unit: 'requests',
    of: 'connection',
    beyond: 'the others wait, and no more is read meanwhile',
  },
  served: {
    what: 'requests in all',
    most: 1_000,
    unit: 'requests',
    of: 'connection',
    beyond: 'the last answer says `Connection: close`',
  },
  age: {
    what: 'age at which a connection takes its last request',
    most: 3_600_000,
    unit: 'ms',
    of: 'connection',
    beyond: 'the answer says `Connection: close`',
  },
  idle: {
    what: 'time between an answer and the next request',
    most: 5_000,
    unit: 'ms',
    of: 'connection',
    beyond: 'the connection ends',
  },
  farewell: {
    what: 'time in which a refused client may still read why',
    most: 1_000,
    unit: 'ms',
    of: 'connection',
    beyond: 'the connection is cut',
  },
  head: { what: 'time for the head to arrive', most: 10_000, unit: 'ms', of: 'request', beyond: '408' },
  arrival: { what: 'time for all of it to arrive', most: 'requestTimeout', unit: 'ms', of: 'request', beyond: '408' },
  reading: {
    what: 'time in which the client takes 64 KiB of the answer, or what is left of it',
    most: 'responseTimeout',
    unit: 'ms',
    of: 'request',
    beyond: 'the connection is cut',
  },
  headBytes: { what: 'request line and headers', most: 16 * KIB, unit: 'bytes', of: 'request', beyond: '431' },
  bodyBytes: { what: 'body', most: 256 * KIB, unit: 'bytes', of: 'request', beyond: '413' },
  wastedBytes: {
    what: 'body that is too large, read and thrown away so that the refusal is heard',
    most: 4_096 * KIB,
    unit: 'bytes',
    of: 'request',
    beyond: '413, and the connection ends',
  },
  visits: {
    what: 'public pages and callbacks that are looked up at the same time, until their body is waited for',
    most: 8,
    unit: 'requests',
    of: 'address',
    beyond: 'the others wait for their turn',
  },
  keyRate: { what: 'API', most: 'rateLimitKey', unit: 'requests a minute', of: 'key', beyond: '429' },
  addressRate: {
    what: 'API, console and sign-in, over all nodes',
    most: 'rateLimitIp',
    unit: 'requests a minute',
    of: 'address',
    beyond: '429',
  },
  pageRate: {
    what: 'pages and files, public pages, documents, metrics and health, on each node',
    most: 'rateLimitPages',
    unit: 'requests a minute',
    of: 'address',
    beyond: '429',
  },
  formRate: {
    what: 'forms of the giving page, over all nodes',
    most: 20,
    unit: 'requests a minute',
    of: 'address',
    beyond: '429',
  },
  linkRate: {
    what: 'forms that come by one link without an account, whoever has it, over all nodes',
    most: 240,
    unit: 'requests a minute',
    of: 'link',
    beyond: '429, and nothing is saved',
  },
  arrivals: {
    what: 'connections and requests that arrive, answered or refused: three times what the limits for addresses let through',
    most: mostArrivals,
    unit: 'arrivals in 10 s',
    of: 'address',
    beyond: 'its connections end, and new ones too, until the ten seconds are over',
  },
  refusedRate: {
    what: 'callbacks and unsubscribe links that turned out to be wrong, on each node',
    most: 'rateLimitIp',
    unit: 'requests a minute',
    of: 'address',
    beyond: '429 for all of them, before anything is looked up',
  },
} as const satisfies Record<string, Allowance>
