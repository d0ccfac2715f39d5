/** Sends a made request over a kept connection, byte for byte. */
import { Agent, request } from 'node:http'
import type { Made } from './requests.ts'

export interface Heard {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  /** Milliseconds. */
  took: number
}

/** Connections to one service. */
export function wire(url: string): { send(made: Made, key: string): Promise<Heard>; close(): void } {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)
  return {
    close: () => agent.destroy(),
    send: ({ operation, target, headers, body }, key) =>
      new Promise((resolve, reject) => {
        const begun = performance.now()
        const length = body === undefined ? {} : { 'content-length': String(body.length) }
        const options = { agent, hostname, port, path: target, method: operation.method, timeout: 10_000 }
        const all = { authorization: `Bearer ${key}`, ...headers, ...length }
        // Node refuses to send what is not Latin-1; the bytes are what counts.
        const safe = Object.fromEntries(
          Object.entries(all).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
        )
        const sent = request({ ...options, headers: safe }, answer => {
          const chunks: Buffer[] = []
          answer.on('data', chunk => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, took: performance.now() - begun })
          })
        })
        sent.on('timeout', () => sent.destroy(new Error('No answer within 10 s')))
        sent.on('error', reject)
        sent.end(body)
      }),
  }
}
