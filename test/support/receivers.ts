/** Receivers of webhooks that are real servers on this machine, well-behaved or not, and an outlet that sends to them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import tls from 'node:tls'
import { resolve } from '../../src/outgoing/resolve.ts'
import { Outlet, type OutletOptions } from '../../src/webhooks/outlet.ts'
import type { Certificate } from './certificates.ts'

/** A request as it arrived. */
export interface Received {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

export interface Receiver {
  port: number
  /** By address: https://127.0.0.1:…/hook */
  url: string
  /** Complete requests, in order; nothing for receivers that speak no HTTP. */
  received: Received[]
  /** Connections so far. */
  connections: number
  /** Bytes written to all of them so far. */
  written(): number
  /** Resolves when no connection is open. */
  gone(): Promise<void>
}

/** Listens, counts, and is closed with the test. */
async function listen(t: TestContext, server: net.Server, scheme: string, host = '127.0.0.1'): Promise<Receiver> {
  const open = new Set<Socket>()
  const all: Socket[] = []
  server.on('connection', (socket: Socket) => {
    receiver.connections++
    all.push(socket)
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      open.delete(socket)
      server.emit('left')
    })
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, host)
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    port,
    url: `${scheme}://${net.isIPv6(host) ? `[${host}]` : host}:${port}/hook`,
    received: [],
    connections: 0,
    written: () => all.reduce((sum, socket) => sum + socket.bytesWritten, 0),
    async gone() {
      while (open.size > 0) await once(server, 'left')
    },
  }
  return receiver
}

export type Answer = (response: http.ServerResponse, received: Received) => unknown

/** A receiver that speaks HTTP; `answer` is called when the request has come whole. */
export async function receive(t: TestContext, answer: Answer, certificate?: Certificate, host?: string) {
  const take = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body: Buffer.concat(chunks).toString() }
    receiver.received.push(received)
    await answer(response, received)
  }
  const listener = (request: http.IncomingMessage, response: http.ServerResponse): void =>
    void take(request, response).catch(() => response.destroy())
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener)
  // Never: who lets go of an idle connection is for each test to say.
  server.keepAliveTimeout = 0
  const receiver = await listen(t, server, certificate ? 'https' : 'http', host)
  return receiver
}

/** Answers each request with a status and a body. */
export const always =
  (status: number, body = '', headers: http.OutgoingHttpHeaders = {}): Answer =>
  response =>
    response.writeHead(status, headers).end(body)

/** A receiver that does as it likes with each connection. */
export function receiveRaw(t: TestContext, meet: (socket: Socket) => void, certificate?: Certificate) {
  if (certificate === undefined) return listen(t, net.createServer(meet), 'http')
  const server = tls.createServer(certificate, socket => {
    socket.on('error', () => undefined)
    meet(socket)
  })
  return listen(t, server, 'https')
}

/** Answers with these bytes when the request has begun to come. */
export const saying =
  (bytes: string, after: (socket: Socket) => void = () => undefined) =>
  (socket: Socket): void =>
    void socket.once('data', () => socket.write(bytes, () => after(socket)))

/** A port that nothing listens on. */
export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Long enough for any machine; where a test waits for the deadline, it sets a short one. */
const AMPLE_MS = 60_000

/** An outlet that may send to this machine, closed with the test. */
export function outletTo(t: TestContext, url: string, options: Partial<OutletOptions> = {}): Outlet {
  const settings = { connections: 8, proxy: '', allowLoopback: true, timeout: AMPLE_MS, resolve }
  const outlet = new Outlet(url, { ...settings, ...options })
  t.after(() => outlet.close())
  return outlet
}

/** Resolves one name to addresses, and no other name. */
export const naming =
  (name: string, ...addresses: string[]): typeof resolve =>
  async hostname => {
    assert.equal(hostname, name)
    return addresses.map(address => ({ address, family: net.isIP(address) }))
  }

/** What an attempt sends. */
export const HEADERS = { 'Content-Type': 'application/json', 'X-Service-Event': 'ping' }
export const BODY = '{"id":"evt_1"}'
