/** Sends requests as an attacker's program does: nothing is tidied up, added or followed. */
import { Agent, request } from 'node:http'
import type { Json } from '../support/service.ts'

/** An answer; `json` is empty for what is none. */
export interface Heard {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  json: Partial<Json>
}

export interface Sent {
  /** Path and query, as they go over the wire. */
  path: string
  method?: string
  headers?: Record<string, string>
  /** Sent as it is; anything else than text or bytes as JSON. */
  body?: unknown
}

export type Wire = (sent: Sent) => Promise<Heard>

const agent = new Agent({ keepAlive: true })

/** A line to a service. */
export function wireTo(service: { url: string }): Wire {
  const { port } = new URL(service.url)
  return ({ path, method = 'GET', headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const isRaw = typeof body === 'string' || body instanceof Uint8Array
      const bytes = body === undefined ? undefined : Buffer.from(isRaw ? body : JSON.stringify(body))
      const all = {
        ...(bytes && { 'content-length': String(bytes.length) }),
        ...(bytes && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      }
      const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: all, timeout: 20_000 }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: jsonOf(text) })
        })
      })
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path.slice(0, 200)}: no answer within 20 s`)))
      sent.on('error', reject)
      sent.end(bytes)
    })
}

function jsonOf(text: string): Partial<Json> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** An attempt and what came of it, as a failure shows them. */
export const shown = ({ method = 'GET', path, headers }: Sent, { status, text }: Heard): string =>
  `${method} ${path} ${JSON.stringify(headers ?? {})}: ${status} ${text.slice(0, 300)}`
