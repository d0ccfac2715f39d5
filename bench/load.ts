/** Loads servers and says how fast they answered. */
import autocannon from 'autocannon'
import type { Options } from './options.ts'
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
}

export const CONNECTIONS = 32

/** @param seconds 0 for two requests of each connection, however long they take */
async function round(url: string, ask: Ask, seconds: number): Promise<Figures> {
  const { method, path, key, body } = ask
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const request: autocannon.Request = { method, path, headers }
  if (body !== undefined) request.setupRequest = draft => ({ ...draft, body: body() })
  // It looks whether it is over when it takes a sample, by default once a second.
  const extent = seconds > 0 ? { duration: seconds } : { amount: 2 * CONNECTIONS, sampleInt: 50 }
  const result = await autocannon({ url, connections: CONNECTIONS, requests: [request], ...extent })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${url}${path}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  return { rate: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

const middle = (rounds: readonly Figures[]): Figures => ({
  rate: median(rounds.map(({ rate }) => rate)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
})

/** Loads servers in turns, so that whatever else the machine does hits all of them. @returns medians, in order */
export async function compare(
  urls: readonly string[],
  ask: Ask,
  { rounds, seconds, warmUpSeconds }: Pick<Options, 'rounds' | 'seconds' | 'warmUpSeconds'>,
): Promise<Figures[]> {
  const results: Figures[][] = urls.map(() => [])
  for (const url of urls) await round(url, ask, warmUpSeconds)
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [index, url] of urls.entries()) results[index]?.push(await round(url, ask, seconds))
  }
  return results.map(middle)
}
