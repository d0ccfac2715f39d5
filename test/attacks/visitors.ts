/** People who use the server from addresses of their own while another one is attacking, and how long they wait. */
import { Agent, request } from 'node:http'

/** Enough addresses that none comes to its limit of requests a minute. */
const ADDRESSES = 250
const AT_ONCE = 4

export interface Visitors {
  /** Lets them ask for a while. @returns milliseconds that each answer took, ascending @throws for any answer but 200 */
  ask(ms: number, least: number): Promise<number[]>
  close(): void
}

/** @param path that they ask for */
export function visitors(port: number, path: string, key: string): Visitors {
  const agents = Array.from({ length: ADDRESSES }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  let turn = 0
  const once = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const number = turn % ADDRESSES
      turn += 1
      const begun = performance.now()
      const sent = request(
        {
          agent: agents[number],
          host: '127.0.0.1',
          localAddress: `127.0.1.${number + 1}`,
          port,
          path,
          headers: { authorization: `Bearer ${key}` },
          timeout: 10_000,
        },
        answer => {
          answer.resume()
          answer.once('error', reject)
          answer.once('end', () => {
            if (answer.statusCode === 200) resolve(performance.now() - begun)
            else reject(new Error(`A visitor was answered ${answer.statusCode}`))
          })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error('A visitor waited 10 s')))
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // A kept connection that the server ended just now: any client asks again.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(once())
        else reject(error)
      })
      sent.end()
    })
  return {
    async ask(ms, least) {
      const times: number[] = []
      const end = performance.now() + ms
      const one = async (): Promise<void> => {
        while (performance.now() < end || times.length < least) times.push(await once())
      }
      await Promise.all(Array.from({ length: AT_ONCE }, one))
      return times.sort((a, b) => a - b)
    },
    close() {
      for (const agent of agents) agent.destroy()
    },
  }
}

/** Of ascending numbers, the one that 99 of 100 do not exceed. */
export const p99 = (times: readonly number[]): number => times[Math.ceil(times.length * 0.99) - 1] ?? 0
