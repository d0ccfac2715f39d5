/** Loads servers and says how fast they answered. */
import autocannon from 'autocannon'
import type { Options } from './options.ts'
import type { Running } from './processes.ts'
import { processorTime } from './processor.ts'
import { median } from './table.ts'

/** What is asked: a path, or for creations a body made anew for each request. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  key: string
  body?(): string
}

/** How one server did: requests a second, milliseconds. */
export interface Figures {
  rate: number
  p50: number
  p99: number
  /** Processor time of a request, of the server and of PostgreSQL; 0 where it cannot be read. */
  node: number
  postgres: number
}

export const CONNECTIONS = 32

/** @param seconds 0 for two requests of each connection, however long they take */
async function round({ url, process }: Running, ask: Ask, seconds: number): Promise<Figures> {
  const { method, path, key, body } = ask
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const request: autocannon.Request = { method, path, headers }
  if (body !== undefined) request.setupRequest = draft => ({ ...draft, body: body() })
  // It looks whether it is over when it takes a sample, by default once a second.
  const extent = seconds > 0 ? { duration: seconds } : { amount: 2 * CONNECTIONS, sampleInt: 50 }
  const before = processorTime(process.pid)
  const result = await autocannon({ url, connections: CONNECTIONS, requests: [request], ...extent })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${url}${path}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  const after = processorTime(process.pid)
  const { total } = result.requests
  const each = (of: 'node' | 'postgres'): number => (((after?.[of] ?? 0) - (before?.[of] ?? 0)) * 1000) / total
  const { p50, p99 } = result.latency
  return { rate: total / result.duration, p50, p99, node: each('node'), postgres: each('postgres') }
}

function middle(rounds: readonly Figures[]): Figures {
  const of = (figure: keyof Figures): number => median(rounds.map(one => one[figure]))
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), node: of('node'), postgres: of('postgres') }
}

/** A server, and what it is asked. */
export type Load = readonly [server: Running, ask: Ask]

/** Loads servers in turns, so that whatever else the machine does hits all of them. @returns medians, in order */
export async function compare(
  loads: readonly Load[],
  { rounds, seconds, warmUpSeconds }: Pick<Options, 'rounds' | 'seconds' | 'warmUpSeconds'>,
): Promise<Figures[]> {
  const results: Figures[][] = loads.map(() => [])
  for (const [server, ask] of loads) await round(server, ask, warmUpSeconds)
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, [server, ask]] of loads.entries()) results[index]?.push(await round(server, ask, seconds))
  }
  return results.map(middle)
}
