/** A server that answers each request as a list says: for clients whose service is busy, cut off or away. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers a request, cuts it off, or leaves it open. */
export type Step = (response: ServerResponse) => void

/** A request as it came. */
export interface Came {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface ScriptedApi {
  url: string
  came: Came[]
  close(): Promise<void>
}

/** Answers as the service does. */
export const answers =
  (status: number, body: object, headers: Record<string, string> = {}): Step =>
  response => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

/** Refuses as the service does. */
export const refuses = (status: number, error: string, headers: Record<string, string> = {}): Step =>
  answers(status, { ok: false, error, message: `It is ${error}.` }, headers)

/** Cuts the connection without an answer. */
export const cuts: Step = response => void response.socket?.destroy()

/** Starts one on a free port; the last step goes for whatever comes after it. */
export async function startScripted(...steps: [Step, ...Step[]]): Promise<ScriptedApi> {
  const came: Came[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    came.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    const step = steps[Math.min(came.length, steps.length) - 1]
    step?.(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
