/** People and programs that come to Sexton by its public address, through a proxy that runs here. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Json } from './send.ts'
import { NAME } from './web-proxies.ts'

/** The address that people type. */
export const BASE = `https://${NAME}`

/** What a client may claim of itself and of the service, and is not believed. */
export const LIES = {
  'x-forwarded-for': '203.0.113.9, 127.0.0.1',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9;host=evil.example;proto=http',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-sexton-address': '203.0.113.9',
}

export interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON, but for bytes. */
  body?: object | Buffer
  /** The address that it really comes from. */
  from: string
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
  json(): Json
}

/** A browser of somebody, which keeps its cookies. */
export interface Browser {
  /** The address that it really has. */
  from: string
  cookies: Map<string, string>
  /** All of them, as one header. */
  cookie(): string
  /** Asks for a path below /console, as pages of the base URL do. */
  ask(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
}

export interface Typed {
  /** What tells where and how to connect from an address. */
  at(from: string): { host: string; port: number; localAddress: string; servername: string; ca: string }
  /** Asks, and reads the answer. */
  ask(sent: Sent): Promise<Answer>
  /** Asks; the answer has begun, and is still to be read. */
  begin(sent: Sent): Promise<IncomingMessage>
  /** @param from an address of its own unless said otherwise */
  browser(from?: string): Browser
}

let serial = 0
/** An address of a client that nobody else has: all of 127.0.0.0/8 is this machine. */
export const newAddress = (): string => {
  serial += 1
  return `127.0.7.${serial}`
}

/** @param port of the proxy for https. @param ca authority of its certificate */
export function typed(port: number, ca: string): Typed {
  const at: Typed['at'] = from => ({ host: '127.0.0.1', port, localAddress: from, servername: NAME, ca })
  const begin: Typed['begin'] = async ({ method = 'GET', path, headers = {}, body, from }) => {
    const bytes = body instanceof Buffer ? body : body && Buffer.from(JSON.stringify(body))
    const about = { host: NAME, ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }) }
    const sent = https.request({ ...at(from), agent: false, method, path, headers: { ...about, ...headers } })
    // A body that is refused is not taken to its end.
    sent.on('error', () => undefined)
    sent.end(bytes)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer
  }
  const ask: Typed['ask'] = async sent => {
    const answer = await begin(sent)
    let text = ''
    for await (const piece of answer.setEncoding('utf8')) text += piece
    const json = () => JSON.parse(text) as Json
    return { status: answer.statusCode ?? 0, headers: answer.headers, text, json }
  }
  return { at, ask, begin, browser: (from = newAddress()) => browserOf(ask, from) }
}

function browserOf(ask: Typed['ask'], from: string): Browser {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(pair => pair.join('=')).join('; ')
  return {
    from,
    cookies,
    cookie,
    async ask(method, path, body, headers = {}) {
      const about = { 'sec-fetch-site': 'same-origin', origin: BASE, cookie: cookie(), ...headers }
      const answer = await ask({ method, path: `/console${path}`, headers: about, from, ...(body && { body }) })
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return answer
    },
  }
}
