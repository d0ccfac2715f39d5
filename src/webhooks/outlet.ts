/** Sends to one endpoint: connections of its own, one deadline over everything, answers cut while they stream. */
import { type IncomingMessage, request } from 'node:http'
import { AddressNotAllowed, urlProblem } from '../outgoing/address-guard.ts'
import { type ConnectOptions, guarded } from '../outgoing/connect.ts'
import { because } from '../texts/because.ts'
import { Connections, type Sending } from './connections.ts'
import { answerReason, Cut, reasonOf } from './reason.ts'
import { tunnelled } from './tunnel.ts'

export interface OutletOptions extends ConnectOptions {
  /** Connections that are kept at most; there are as many as attempts under way. */
  connections: number
  /** Address of a proxy; empty for none. */
  proxy: string
}

/** How one attempt ended. */
export interface AttemptOutcome {
  delivered: boolean
  /** Of the answer; null where none came. */
  status: number | null
  /** Why it failed, in plain words; null where it did not. */
  reason: string | null
  /** The start of the answer's body; null where none came. */
  response: string | null
}

/** The reason of an attempt that this process cut off itself: it may have arrived. */
export const STOPPED = because('sending was stopped')

/** Bytes of an answer that are read at most, and characters of it that are kept. */
const READ_BYTES = 16_384
const KEPT_CHARACTERS = 2_000
/** An answer whose status has come is waited for this long: what it says is for the log only. */
const BODY_PATIENCE_MS = 1_000

/** The way to one endpoint. */
export class Outlet {
  readonly #url: string
  readonly #timeout: number
  /** Judged again here: the settings may be others than when the endpoint was made, and a proxy judges nothing. */
  readonly #problem: string | undefined
  readonly #connections: Connections
  /** Those under way. */
  readonly #attempts = new Set<AbortController>()
  #retired = false

  /** Never throws: what is wrong with the URL is the outcome of each attempt. */
  constructor(url: string, options: OutletOptions) {
    this.#url = url
    this.#timeout = options.timeout
    this.#problem = urlProblem(url, options.allowLoopback)
    const open = options.proxy === '' ? guarded(options) : tunnelled(options.proxy, options)
    this.#connections = new Connections(open, options.connections)
  }

  /**
   * Posts a body. Success is any 2xx status line within the deadline; redirects are not followed. Never throws.
   * @param mayGo whether it may still be sent; asked again when there is a connection: opening one takes time, in which the lane may be lost
   */
  async post(headers: Record<string, string>, body: string, mayGo = (): boolean => true): Promise<AttemptOutcome> {
    const attempt = new AbortController()
    const timer = setTimeout(
      () => attempt.abort(new Cut(because('timed out after {seconds} s', { seconds: this.#timeout / 1000 }))),
      this.#timeout,
    )
    this.#attempts.add(attempt)
    try {
      if (this.#problem !== undefined) throw new AddressNotAllowed(this.#problem)
      if (this.#retired) throw stopped()
      const askAgain = (): void => {
        if (!mayGo()) attempt.abort(stopped())
      }
      await this.#connections.settle()
      askAgain()
      attempt.signal.throwIfAborted()
      const answer = await this.#answer(headers, body, attempt.signal, askAgain)
      const { statusCode: status = 0 } = answer
      const delivered = status >= 200 && status < 300
      return { delivered, status, reason: delivered ? null : answerReason(status), response: await startOf(answer) }
    } catch (error) {
      const reason = reasonOf(attempt.signal.aborted ? attempt.signal.reason : error)
      return { delivered: false, status: null, reason, response: null }
    } finally {
      clearTimeout(timer)
      this.#attempts.delete(attempt)
      if (this.#retired && this.#attempts.size === 0) this.#connections.destroy()
    }
  }

  /** Lets go of the connections once what is under way has ended. */
  async retire(): Promise<void> {
    this.#retired = true
    if (this.#attempts.size === 0) this.#connections.destroy()
  }

  /** Lets go of the connections; what is under way is cut off. */
  async close(): Promise<void> {
    this.#retired = true
    for (const attempt of this.#attempts) attempt.abort(stopped())
    this.#connections.destroy()
  }

  /**
   * Sends; what comes back has its status and headers, and its body to come.
   * @param askAgain called when there is a connection, before anything is sent on it; aborts what may not be sent any more
   */
  #answer(
    headers: Record<string, string>,
    body: string,
    giveUp: AbortSignal,
    askAgain: () => void,
  ): Promise<IncomingMessage> {
    const url = new URL(this.#url)
    const options: Sending = {
      method: 'POST',
      path: url.pathname + url.search,
      headers: { Host: url.host, 'Content-Length': Buffer.byteLength(body), ...headers },
      agent: this.#connections,
      signal: giveUp,
      url,
      giveUp,
    }
    return new Promise((resolve, reject) => {
      const sent = request(options)
      sent.once('socket', askAgain)
      sent.once('response', resolve)
      // Nobody asked for another protocol, so nobody will speak it.
      sent.once('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer.destroy())
      })
      // Stays: a request that was cut off may fail once more.
      sent.on('error', error => {
        if (sent.reusedSocket && !giveUp.aborted) this.#connections.mistrust()
        reject(error)
      })
      sent.end(body)
    })
  }
}

const stopped = (): Cut => new Cut(STOPPED)

/** The first characters of an answer; the rest is not read. */
async function startOf(answer: IncomingMessage): Promise<string> {
  // Cutting a body short makes it fail; there is nobody left to care.
  answer.on('error', () => undefined)
  const timer = setTimeout(() => answer.destroy(), BODY_PATIENCE_MS)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= READ_BYTES) break
    }
  } catch {
    // What came before the fault is what there is.
  } finally {
    clearTimeout(timer)
  }
  const encoding = answer.headers['content-encoding'] ?? 'identity'
  const text =
    encoding === 'identity'
      ? Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD')
      : `(${size} bytes, compressed: ${encoding})`
  // Half of a pair of surrogates, where the cut falls between them, is no character.
  return text.slice(0, KEPT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
}
