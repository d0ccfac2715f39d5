/** People who use the server from addresses of their own while another one is attacking, and how long they wait. */
import { Agent, request } from 'node:http'
import { stopwatch } from './processors.ts'

/** Enough addresses that none comes to its limit of requests a minute. */
const ADDRESSES = 60
const AT_ONCE = 4
const GIVE_UP_MS = 60_000

export interface Visitors {
  /**
   * Lets them ask as long as something goes on, and so often at least.
   * @returns milliseconds that each answer took, ascending
   * @throws for any answer but 200
   */
  ask(goesOn: () => boolean, least: number): Promise<number[]>
  close(): void
}

/** What they use. */
export interface Visited {
  port: number
  /** That they ask for. */
  path: string
  key: string
  /** The process that answers. */
  pid: number
  /** The processes of the database that it asks. */
  backends(): Promise<number[]>
}

export function visitors({ port, path, key, pid, backends }: Visited): Visitors {
  const agents = Array.from({ length: ADDRESSES }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  let turn = 0
  const once = (asked: readonly number[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const number = turn % ADDRESSES
      turn += 1
      const waited = stopwatch(pid, asked)
      const sent = request(
        {
          agent: agents[number],
          host: '127.0.0.1',
          localAddress: `127.0.1.${number + 1}`,
          port,
          path,
          headers: { authorization: `Bearer ${key}` },
          timeout: GIVE_UP_MS,
        },
        answer => {
          answer.resume()
          answer.once('error', reject)
          answer.once('end', () => {
            if (answer.statusCode === 200) resolve(waited())
            else reject(new Error(`A visitor was answered ${answer.statusCode}`))
          })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error(`A visitor waited ${GIVE_UP_MS / 1_000} s`)))
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // A kept connection that the server ended just now: any client asks again.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(once(asked))
        else reject(error)
      })
      sent.end()
    })
  return {
    async ask(goesOn, least) {
      const times: number[] = []
      const asked = await backends()
      const one = async (): Promise<void> => {
        while (goesOn() || times.length < least) times.push(await once(asked))
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
