/** A webhook receiver: a real server on this machine that remembers what it got and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders
  /** The raw body. */
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: an envelope is what the test asserts it to be
  json: any
}

/** Answers a request; one that never ends the response hangs. */
export type Reply = (response: ServerResponse, request: Received) => void

export interface Receiver {
  url: string
  received: Received[]
  /** How the next requests are answered. */
  reply: Reply
  /** Requests that are not answered yet, now and at most so far. */
  open: number
  mostOpen: number
  /** Waits until so many requests have arrived. */
  until(count: number): Promise<Received[]>
  close(): Promise<void>
}

/** Answers with a status. */
export const status =
  (code: number, body = ''): Reply =>
  response => {
    response.writeHead(code).end(body)
  }

/** Waits for a condition, for as long as a slow machine may take. @param patience milliseconds */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  patience = 60_000,
): Promise<T> {
  const end = performance.now() + patience
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`It did not happen: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Starts one on a free port; it answers 200. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const got = { headers: request.headers, body, json: JSON.parse(body) }
      receiver.received.push(got)
      receiver.open += 1
      receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open)
      response.on('close', () => {
        receiver.open -= 1
      })
      receiver.reply(response, got)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    reply: status(200),
    open: 0,
    mostOpen: 0,
    until: async count => {
      await eventually(`${count} requests at the receiver`, () => receiver.received.length >= count)
      return receiver.received
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return receiver
}
