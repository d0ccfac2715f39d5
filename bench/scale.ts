/** How the service grows: nodes on one database, memory of a node under load, room on the disk. */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { sql } from '../src/db/sql.ts'
import type { BenchChurch } from './data.ts'
import { onDatabase } from './databases.ts'
import type { Options } from './options.ts'
import { type Running, startService } from './processes.ts'
import { processorTime } from './processor.ts'
import { median, ms, printTable } from './table.ts'

const CONNECTIONS = 32
const NODES = [1, 2, 4]
/** Each figure is the median of so many rounds, in turns: whatever else the machine does hits all of them. */
const ROUNDS = 3
const MIB = 1024 * 1024

interface Asked {
  name: string
  request: autocannon.Request
}

function askedOf({ key, person }: BenchChurch): Asked[] {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const get = (path: string): autocannon.Request => ({ method: 'GET', path: `/api/v1/${path}`, headers })
  const run = Date.now()
  let count = 0
  const gift = (): string => JSON.stringify({ person_id: person, amount: 150050, reference: `scale-${run}-${count++}` })
  const give: autocannon.Request = { method: 'POST', path: '/api/v1/contributions', headers }
  return [
    { name: 'one person', request: get(`people/${person}`) },
    { name: 'page of gifts, with total and sum', request: get('contributions') },
    { name: 'record a gift', request: { ...give, setupRequest: draft => ({ ...draft, body: gift() }) } },
  ]
}

/** What all nodes together did in some seconds: requests a second, ms. */
interface Together {
  requests: number
  rate: number
  p50: number
  p99: number
}

/** The same, with the processor time of a request. */
interface Round extends Omit<Together, 'requests'> {
  node: number
  postgres: number
}

/**
 * Loads nodes at the same time, each with its part of the connections.
 * @param seconds 0 for a few requests each
 * @param overallRate requests a second of each node; 0 for as many as there can be
 */
async function load(
  nodes: readonly Running[],
  { request }: Asked,
  seconds: number,
  overallRate = 0,
): Promise<Together> {
  const connections = CONNECTIONS / nodes.length
  const pace = overallRate === 0 ? {} : { overallRate }
  const extent = seconds > 0 ? { duration: seconds, ...pace } : { amount: 2 * connections, sampleInt: 50 }
  const results = await Promise.all(
    nodes.map(({ url }) => autocannon({ url, connections, requests: [request], ...extent })),
  )
  const fault = results.find(({ non2xx, errors }) => non2xx + errors > 0)
  if (fault !== undefined) throw new Error(`${request.path}: ${fault.non2xx} refusals, ${fault.errors} errors`)
  const sum = (of: (result: autocannon.Result) => number): number => results.reduce((all, one) => all + of(one), 0)
  return {
    requests: sum(({ requests }) => requests.total),
    rate: sum(({ requests, duration }) => requests.total / duration),
    p50: sum(({ latency }) => latency.p50) / results.length,
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
  }
}

/** Processor time of the nodes together, and of PostgreSQL, in seconds. */
function times(nodes: readonly Running[]): { node: number; postgres: number } {
  const each = nodes.map(({ process }) => processorTime(process.pid))
  return { node: each.reduce((sum, one) => sum + (one?.node ?? 0), 0), postgres: each[0]?.postgres ?? 0 }
}

async function withNodes<T>(url: string, count: number, work: (nodes: Running[]) => Promise<T>): Promise<T> {
  const nodes = await Promise.all(Array.from({ length: count }, () => startService({ DATABASE_URL: url })))
  try {
    return await work(nodes)
  } finally {
    await Promise.all(nodes.map(node => node.stop()))
  }
}

/** One round of each request, on so many nodes. */
async function roundOf(url: string, church: BenchChurch, count: number, options: Options): Promise<Round[]> {
  return await withNodes(url, count, async nodes => {
    const rounds: Round[] = []
    for (const asked of askedOf(church)) {
      await load(nodes, asked, options.warmUpSeconds)
      const before = times(nodes)
      const { requests, ...seen } = await load(nodes, asked, options.seconds)
      const after = times(nodes)
      const cost = (of: 'node' | 'postgres'): number => ((after[of] - before[of]) * 1000) / requests
      rounds.push({ ...seen, node: cost('node'), postgres: cost('postgres') })
    }
    return rounds
  })
}

/** Throughput, latency and processor time of 1, 2 and 4 nodes on one database. */
async function ofNodes(url: string, church: BenchChurch, options: Options): Promise<void> {
  const turns = Math.min(ROUNDS, options.rounds)
  const seen = new Map<number, Round[][]>(NODES.map(count => [count, []]))
  for (let turn = 0; turn < turns; turn += 1) {
    for (const count of NODES) seen.get(count)?.push(await roundOf(url, church, count, options))
  }
  const rows = askedOf(church).flatMap(({ name }, at) =>
    NODES.map(count => {
      const of = (figure: keyof Round): number => median((seen.get(count) ?? []).map(turn => turn[at]?.[figure] ?? 0))
      const costs = [of('node'), of('postgres')].map(each => each.toFixed(2))
      return [name, String(count), of('rate').toFixed(0), ms(of('p50')), ms(of('p99')), ...costs]
    }),
  )
  const head = ['what', 'nodes', 'requests/s', 'p50 ms', 'p99 ms', 'node, ms a request', 'PostgreSQL, ms a request']
  printTable(`Nodes on one database, ${CONNECTIONS} connections in all, one machine; medians of ${turns}`, head, rows)
}

/** Memory that a process holds, MiB; NaN where there is no `/proc`. */
function residentOf({ process: { pid } }: Running): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Memory of a node: idle, and while it is loaded with reads and writes in turns. */
async function memory(url: string, church: BenchChurch, { minutes, rate }: Options): Promise<void> {
  const rows: string[][] = []
  await withNodes(url, 1, async nodes => {
    const [node] = nodes
    if (node === undefined) return
    const tell = (when: string): number => rows.push([when, residentOf(node).toFixed(0)])
    tell('idle, after the start')
    const asked = askedOf(church)
    for (let minute = 1; minute <= minutes; minute += 1) {
      for (const one of asked) await load(nodes, one, 60 / asked.length, rate)
      if (minute === 1 || minute === minutes || minute % 5 === 0) tell(`after ${minute} min of load`)
    }
    if (minutes === 0) {
      for (const one of asked) await load(nodes, one, 0)
      tell('after some requests')
    }
  })
  const pace = rate === 0 ? 'as fast as they go' : `${rate} requests a second`
  printTable(`Memory of a node, MiB (aim: below 200, and flat), ${pace}`, ['when', 'resident'], rows)
}

interface Size {
  name: string
  records: number
  /** Bytes, as text: they may be more than 32 bits. */
  heap: string
  indexes: string
}

/** Bytes a record of the tables that grow, in a church of many gifts. */
async function room(url: string): Promise<void> {
  const sizes = await onDatabase(url, database =>
    database.read.all<Size>(sql`select c.relname as name, c.reltuples::bigint::int as records,
        pg_table_size(c.oid)::text as heap, pg_indexes_size(c.oid)::text as indexes
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples >= 500
      order by pg_total_relation_size(c.oid) desc`),
  )
  const rows = sizes.map(({ name, records, heap, indexes }) => [
    name,
    records.toLocaleString('en'),
    (Number(heap) / records).toFixed(0),
    (Number(indexes) / records).toFixed(0),
    ((Number(heap) + Number(indexes)) / MIB).toFixed(1),
  ])
  printTable('Room on the disk', ['table', 'records', 'bytes a record', 'of its indexes', 'MiB in all'], rows)
}

/** Measures and prints the tables. @param url of a database with the church in it */
export async function scale(url: string, church: BenchChurch, options: Options): Promise<void> {
  await room(url)
  await ofNodes(url, church, options)
  await memory(url, church, options)
}
