/** Sends to one endpoint: connections of its own, one deadline over everything, answers cut while they stream. */
import { type Dispatcher, Pool } from 'undici'
import { AddressNotAllowed, urlProblem } from './address-guard.ts'
import { type ConnectOptions, guarded, Opening } from './connect.ts'
import { answerReason, reasonOf } from './reason.ts'
import { tunnelled } from './tunnel.ts'

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

/** An idle connection is let go before the receiver does so, for a request that meets its end is lost. */
const IDLE_MS = 1_500
const MOST_IDLE_MS = 60_000

/** The way to one endpoint. */
export class Outlet {
  readonly #url: URL | undefined
  readonly #timeout: number
  readonly #opening: Opening
  readonly #pool: Pool | undefined
  /** Judged again here: the settings may be others than when the endpoint was made, and a proxy judges nothing. */
  readonly #problem: string | undefined

  /** Never throws: what is wrong with the URL is the outcome of each attempt. */
  constructor(url: string, options: OutletOptions) {
    this.#timeout = options.timeout
    this.#opening = new Opening(
      options.proxy === '' ? guarded(options) : tunnelled(options.proxy, options),
      options.timeout,
    )
    this.#problem = urlProblem(url, options.allowLoopback)
    if (this.#problem !== undefined) return
    this.#url = new URL(url)
    this.#pool = new Pool(this.#url.origin, {
      connections: options.connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MOST_IDLE_MS,
      connect: this.#opening.connect,
    })
  }

  /** Posts a body. Success is any 2xx status line within the deadline; redirects are not followed. Never throws. */
  async post(headers: Record<string, string>, body: string): Promise<Outcome> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), this.#timeout)
    const begun = performance.now()
    try {
      if (this.#url === undefined || this.#pool === undefined) throw new AddressNotAllowed(this.#problem)
      const answer = await this.#pool.request({
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

  /** Lets go of the connections once what is under way has ended. */
  async retire(): Promise<void> {
    // It fails only where the connections are gone already.
    await this.#pool?.close().catch(() => undefined)
  }

  /** Lets go of the connections; what is under way is cut off. */
  async close(): Promise<void> {
    const gone = this.#pool?.destroy()
    this.#opening.stop()
    await gone
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
  const text =
    encoding === undefined || encoding === 'identity'
      ? Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD')
      : `(${size} bytes, compressed: ${encoding})`
  // Half of a pair of surrogates, where the cut falls between them, is no character.
  return text.slice(0, KEPT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
}
