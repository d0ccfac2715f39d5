/** Sends to one endpoint: connections of its own, one deadline over everything, answers cut while they stream. */
import { type Dispatcher, Pool, ProxyAgent } from 'undici'
import { AddressNotAllowed, urlProblem } from './address-guard.ts'
import { type ConnectOptions, guardedConnector } from './connect.ts'
import { answerReason, reasonOf } from './reason.ts'

export interface OutletOptions extends ConnectOptions {
  /** Connections at most. */
  connections: number
  /** Address of a proxy; empty for none. */
  proxy: string
}

/** How one attempt ended. */
export interface Outcome {
  delivered: boolean
  /** Of the answer; null where none came. */
  status: number | null
  /** Why it failed, in plain words; null where it did not. */
  reason: string | null
  /** The start of the answer's body; null where none came. */
  response: string | null
}

/** Bytes of an answer that are read at most, and characters of it that are kept. */
const READ_BYTES = 16_384
const KEPT_CHARACTERS = 2_000
/** An answer whose status has come is waited for this long: what it says is for the log only. */
const BODY_PATIENCE_MS = 1_000

/** The way to one endpoint. */
export class Outlet {
  readonly #url: URL
  readonly #timeout: number
  readonly #dispatcher: Dispatcher
  /** Judged again here: the settings may be others than when the endpoint was made, and a proxy judges nothing. */
  readonly #forbidden: boolean

  constructor(url: string, options: OutletOptions) {
    this.#url = new URL(url)
    this.#timeout = options.timeout
    this.#forbidden = urlProblem(url, options.allowLoopback) !== undefined
    const settings = {
      connections: options.connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: 60_000,
    }
    this.#dispatcher =
      options.proxy === ''
        ? new Pool(this.#url.origin, { ...settings, connect: guardedConnector(options) })
        : new ProxyAgent({ ...settings, uri: options.proxy, ...(options.ca && { requestTls: { ca: options.ca } }) })
  }

  /** Posts a body. Success is any 2xx status line within the deadline; redirects are not followed. Never throws. */
  async post(headers: Record<string, string>, body: string): Promise<Outcome> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), this.#timeout)
    const begun = performance.now()
    try {
      if (this.#forbidden) throw new AddressNotAllowed()
      const answer = await this.#dispatcher.request({
        origin: this.#url.origin,
        path: this.#url.pathname + this.#url.search,
        method: 'POST',
        headers,
        body,
        signal: deadline.signal,
      })
      const { statusCode: status } = answer
      const left = this.#timeout - (performance.now() - begun)
      const response = await startOf(answer, Math.min(left, BODY_PATIENCE_MS))
      const delivered = status >= 200 && status < 300
      return { delivered, status, reason: delivered ? null : answerReason(status), response }
    } catch (error) {
      const late = deadline.signal.aborted
      const reason = late ? `timed out after ${this.#timeout / 1000} s` : reasonOf(error)
      return { delivered: false, status: null, reason, response: null }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Lets go of the connections; what is under way is cut off. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy()
  }
}

/** The first characters of an answer; the rest is not read. */
async function startOf({ headers, body }: Dispatcher.ResponseData, patience: number): Promise<string> {
  // Cutting a body short makes it fail; there is nobody left to care.
  body.on('error', () => undefined)
  const timer = setTimeout(() => body.destroy(), Math.max(patience, 0))
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= READ_BYTES) break
    }
  } catch {
    // What came before the fault is what there is.
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return `(${size} bytes, compressed: ${encoding})`
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD').slice(0, KEPT_CHARACTERS)
}
