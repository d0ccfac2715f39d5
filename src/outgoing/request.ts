/**
 * Requests to other services, such as providers of messages and payments. What matters most after a failure is whether
 * the other side may have got the request: only if it surely has not may it be sent again.
 */
import http from 'node:http'
import https from 'node:https'

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Milliseconds for everything, from the name's look-up to the last byte of the answer. */
  timeout?: number
}

export interface OutgoingResponse {
  status: number
  /** Names in small letters; repeats joined by commas. */
  headers: Record<string, string>
  /** At most the first 256 KiB. */
  text: string
}

/** There was no answer, or none that could be read to its end. */
export class NoAnswer extends Error {
  /** False when the request surely did not reach the other side. */
  readonly mayHaveArrived: boolean

  constructor(message: string, mayHaveArrived: boolean) {
    super(message)
    this.mayHaveArrived = mayHaveArrived
  }
}

/** Sends requests to other services. */
export interface Network {
  /** @throws NoAnswer */
  request(request: OutgoingRequest): Promise<OutgoingResponse>
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 256 * 1024

/**
 * The network as it is. Each request has a connection of its own: one that was kept might be closed by the other side
 * in the moment it is used, and then nobody knows whether the request arrived.
 * @param reach gives another origin for one, so that tests can stand in for a provider
 */
export function network(reach: (origin: string) => string = origin => origin): Network {
  return {
    request({ url, ...rest }) {
      const { origin, href } = new URL(url)
      return send({ ...rest, url: `${reach(origin)}${href.slice(origin.length)}` })
    },
  }
}

function send({ method, url, headers = {}, body, timeout = TIMEOUT_MS }: OutgoingRequest): Promise<OutgoingResponse> {
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    let connected = false
    let answered = false
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, { method, agent: false, headers: { 'User-Agent': 'Sexton', ...headers, ...length } })
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(new NoAnswer(error.message, connected))
      outgoing.destroy()
    }
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeout / 1000} s`)), timeout)
    outgoing.once('socket', socket => {
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        connected = true
      })
    })
    outgoing.once('error', fail)
    // An answer that would change the protocol comes without a response, and some connections end without an error.
    outgoing.once('upgrade', () => fail(new Error('an answer that changes the protocol')))
    outgoing.once('close', () => {
      if (!answered) fail(new Error('the connection ended'))
    })
    outgoing.once('response', response => {
      answered = true
      read(response).then(answer => {
        clearTimeout(timer)
        resolve(answer)
      }, fail)
    })
    outgoing.end(body)
  })
}

async function read(response: http.IncomingMessage): Promise<OutgoingResponse> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += (chunk as Buffer).length
    if (size <= MOST_BYTES) chunks.push(chunk as Buffer)
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
  return { status: response.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString('utf8') }
}
