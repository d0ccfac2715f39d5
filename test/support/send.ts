/** Sends requests of tests and reads their answers. */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'

/** JSON of an answer; tests look into it freely. */
export interface Json {
  ok: boolean
  error?: string
  message?: string
  errors?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test asserts it to be
  data?: any
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test asserts it to be
  meta?: any
}

export interface Answered {
  status: number
  headers: Headers
  text: string
  json: Json
  /** The body as it came. */
  bytes: Buffer
}

/** The text of a list without the moment that it tells, to be compared with that of another request; its cursor tells it, too. */
export const timeless = ({ text }: Answered): string =>
  text.replace(/,"as_of":"[^"]*"/, '').replace(/(?<="next_cursor":")([\w-]+)\.[\w-]+/, (_, place) => placeOf(place))

/** What a cursor says of its place: page, id and what the list is sorted by. */
const placeOf = (place: string): string =>
  JSON.stringify(JSON.parse(Buffer.from(place, 'base64url').toString('utf8')).slice(0, -1))

export interface SendOptions {
  key?: string | null
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string | Uint8Array
}

/**
 * Sends one request and reads the answer; an answer without a body, or with one that is no JSON, has `json` `{ ok: status < 400 }`. By `node:http`: suites
 * send thousands, and `fetch` takes more of the processor for each.
 */
export async function send(url: string, method: string, path: string, options: SendOptions = {}): Promise<Answered> {
  const { key, headers = {}, body, raw } = options
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const ask = (): ClientRequest =>
    request(new URL(`${url}${path}`), {
      agent,
      method,
      headers: {
        ...(typeof raw === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
        ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
  const asked = ask()
  const { answer, bytes } = await answerTo(asked, sent).catch(error => {
    // Where neither end had a turn for seconds, the server may end a connection at the moment at which it is used again.
    if (method === 'GET' && asked.reusedSocket && error.code === 'ECONNRESET') return answerTo(ask(), sent)
    throw error
  })
  const text = bytes.toString('utf8')
  const status = answer.statusCode ?? 0
  const isJson = answer.headers['content-type']?.startsWith('application/json') === true && text !== ''
  const json = isJson ? (JSON.parse(text) as Json) : { ok: status < 400 }
  // Few tests look at the headers of an answer.
  return {
    status,
    text,
    json,
    bytes,
    get headers() {
      return headersOf(answer)
    },
  }
}

/** What comes back; an answer that was there before the sending broke off counts. */
function answerTo(
  asked: ClientRequest,
  sent: string | Uint8Array | undefined,
): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    asked.on('error', reject)
    asked.once('response', answer => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => void pieces.push(piece))
      answer.once('end', () => resolve({ answer, bytes: Buffer.concat(pieces) })).once('error', reject)
    })
    asked.end(sent)
  })
}

/** Connections are kept as clients do, and given up before a server that is tested gives them up. */
const agent = new Agent({ keepAlive: true, timeout: 3_000 })

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
