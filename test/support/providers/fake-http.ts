/** A provider with an HTTP API, on this machine. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { network } from '../../../src/outgoing/request.ts'
import { type FakeProvider, RETRY_AFTER, type Taken, type Trouble } from './case.ts'

/** A request as it arrived. */
export interface Asked {
  method: string
  /** The address as it was meant, the provider's own origin included. */
  url: string
  headers: IncomingHttpHeaders
  body: string
  /** The body, where it is no text. */
  bytes: Buffer
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
  /** Set where the provider takes the message. */
  taken?: Taken
}

/** What one provider says, in its own words. */
export interface Manners {
  /** Judges a request as the real one does. */
  answer(asked: Asked): Answer
  /** Answers what brings no message, such as a log-in, whatever is wrong; undefined for all else. */
  aside?(asked: Asked): Answer | undefined
  /** Its answers when something is wrong with it. */
  rateLimited: Answer
  serverError: Answer
  unavailable: Answer
  /** Says yes, but not as it is documented. */
  garbage: Answer
}

/** A JSON answer. */
export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** Asks to wait. */
export const WAIT = { 'Retry-After': String(RETRY_AFTER) }

const write = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, headers).end(body)
}

/** Answers by the trouble there is; the connection is what the other troubles are about. */
function inTrouble(trouble: Trouble, manners: Manners, response: ServerResponse): void {
  if (trouble === 'rate_limited') write(response, manners.rateLimited)
  if (trouble === 'server_error') write(response, manners.serverError)
  if (trouble === 'unavailable') write(response, manners.unavailable)
  if (trouble === 'garbage') write(response, manners.garbage)
  if (trouble === 'reset') response.socket?.resetAndDestroy()
  if (trouble === 'cut_off') {
    response.writeHead(200, { 'Content-Length': '1000' })
    response.write('{"', () => response.socket?.destroy())
  }
}

/** Starts one on a free port; every origin leads to it. */
export async function startFake(manners: Manners): Promise<FakeProvider> {
  let meant = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const bytes = Buffer.concat(chunks)
    const asked = { method, url: meant + url, headers, body: bytes.toString(), bytes }
    const aside = manners.aside?.(asked)
    if (aside !== undefined) return write(response, aside)
    fake.asked += 1
    if (fake.trouble !== undefined) return inTrouble(fake.trouble, manners, response)
    const answer = manners.answer(asked)
    if (answer.taken) fake.taken.push(answer.taken)
    write(response, answer)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeProvider = {
    network: network(origin => {
      meant = origin
      return here
    }),
    trouble: undefined,
    taken: [],
    asked: 0,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return fake
}
