/** The client: where the service is, with which key, and the resources of its API. */
import type { Answer } from './answer.ts'
import type { KeyCheck } from './api.ts'
import { type Connection, type RequestOptions, type SextonRequest, send } from './request.ts'
import { makeResources, type ResourcesByName } from './resource.ts'

/** How to reach a church's records. */
export interface SextonOptions {
  /** Address of the service, such as `https://sexton.example.org`. May come straight from the environment. */
  baseUrl: string | undefined
  /** An API key of the church: `sx_live_` and 32 letters and digits. May come straight from the environment. */
  key: string | undefined
  /** How often a request is sent again, at most. Default 3 */
  maxRetries?: number
  /** How long an attempt may take. Default 60 */
  timeoutSeconds?: number
  /** The longest `Retry-After` to wait for; beyond it the error is thrown at once. Default 60 */
  maxWaitSeconds?: number
  /** In place of the platform's own. */
  fetch?: typeof globalThis.fetch
  /** Passes the time before another attempt; in place of a timer. */
  wait?: (seconds: number, signal?: AbortSignal) => Promise<void>
  /** From 0 up to 1; in place of `Math.random`. */
  random?: () => number
}

export interface Sexton extends ResourcesByName {}

/** A church's records, as its key may see them. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor gives it each resource, from the same table
export class Sexton {
  readonly #connection: Connection

  /** @throws TypeError where `baseUrl` or `key` is missing or cannot be one */
  constructor(options: SextonOptions) {
    this.#connection = connect(options)
    Object.assign(
      this,
      makeResources(one => send(this.#connection, one)),
    )
  }

  /** What the key is and what it may do: its church, its scopes, the resources that the church has. */
  checkKey(options: RequestOptions = {}): Promise<Answer<KeyCheck>> {
    return send(this.#connection, { method: 'GET', path: '', ...options }) as Promise<Answer<KeyCheck>>
  }

  /** Any request, with the same key, retries and errors: for what this version of the client does not know yet. */
  request(request: SextonRequest): Promise<Answer<unknown>> {
    return send(this.#connection, request)
  }
}

function connect({ baseUrl, key, ...options }: SextonOptions): Connection {
  if (!baseUrl || !isAddress(baseUrl)) {
    throw new TypeError('baseUrl must be the address of your Sexton, such as https://sexton.example.org')
  }
  if (!key || !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be an API key of your church: sx_live_ and 32 letters and digits')
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    key,
    maxRetries: options.maxRetries ?? 3,
    timeoutSeconds: options.timeoutSeconds ?? 60,
    maxWaitSeconds: options.maxWaitSeconds ?? 60,
    fetch: options.fetch ?? globalThis.fetch,
    wait: options.wait ?? pause,
    random: options.random ?? Math.random,
  }
}

// Not of `URL.canParse`, which on Node 20 and 22 refuses names in other letters than English ones once it was called often.
function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/** Ends early where the signal does. */
const pause = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, seconds * 1000)
    signal?.addEventListener('abort', done, { once: true })
    if (signal?.aborted) done()
  })
