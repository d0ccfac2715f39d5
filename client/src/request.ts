/** One request: sent until it is answered, or until another attempt is not worth it. */
import { type Answer, readAnswer } from './answer.ts'
import { SextonError } from './error.ts'
import { pauseBeforeNext } from './retry.ts'

/** What every operation may be told. */
export interface RequestOptions {
  /** Ends the request, also while it waits for the next attempt; what is thrown is the signal's reason. */
  signal?: AbortSignal | undefined
}

/** A request to the API. */
export interface SextonRequest extends RequestOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  /** Behind `/api/v1`, such as `/people/7`. */
  path: string
  /** Query parameters; those that are undefined are left out. */
  query?: object | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Of a creation, the same for what must be done once: at most 120 visible ASCII characters. */
  idempotencyKey?: string | undefined
}

/** Where and how requests are sent. */
export interface Connection {
  /** Address of the service, without `/api/v1`. */
  baseUrl: string
  key: string
  maxRetries: number
  timeoutSeconds: number
  maxWaitSeconds: number
  fetch: typeof globalThis.fetch
  wait: (seconds: number, signal?: AbortSignal) => Promise<void>
  random: () => number
}

/** @throws SextonError where it is refused or not answered; the reason of its signal where that ends it */
export async function send(connection: Connection, request: SextonRequest): Promise<Answer<unknown>> {
  const { maxRetries, maxWaitSeconds, random, wait } = connection
  const { method, idempotencyKey, signal } = request
  const repeatable = method === 'GET' || (method === 'POST' && idempotencyKey !== undefined)
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(connection, request)
    } catch (error) {
      if (!(error instanceof SextonError)) throw error
      const failed = { error, attempts, repeatable, maxWaitSeconds, random: random() }
      const pause = attempts > maxRetries ? undefined : pauseBeforeNext(failed)
      if (pause === undefined) throw error
      await wait(pause, signal)
      signal?.throwIfAborted()
    }
  }
}

async function attempt(connection: Connection, request: SextonRequest): Promise<Answer<unknown>> {
  const { fetch, timeoutSeconds } = connection
  const { signal } = request
  signal?.throwIfAborted()
  const ended = new AbortController()
  const end = (): void => ended.abort()
  const timer = setTimeout(end, timeoutSeconds * 1000)
  signal?.addEventListener('abort', end, { once: true })
  try {
    const response = await fetch(addressOf(connection, request), {
      ...asSent(connection, request),
      signal: ended.signal,
    })
    return await readAnswer(response, request.idempotencyKey)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof SextonError ? error : unanswered(connection, request, ended.signal.aborted, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function addressOf({ baseUrl }: Connection, { path, query = {} }: SextonRequest): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
  const text = parameters.toString()
  return `${baseUrl}/api/v1${path}${text === '' ? '' : `?${text}`}`
}

function asSent({ key }: Connection, { method, body, idempotencyKey }: SextonRequest): RequestInit {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  }
  return { method, headers, redirect: 'manual', ...(body !== undefined && { body: JSON.stringify(body) }) }
}

function unanswered(connection: Connection, request: SextonRequest, late: boolean, cause: unknown): SextonError {
  const { method, path, idempotencyKey } = request
  const why = late ? ` within ${connection.timeoutSeconds} s` : ` (${reasonOf(cause)})`
  const unknown = method === 'GET' ? '' : ' Whether it was carried out is not known.'
  const message = `${method} ${connection.baseUrl}/api/v1${path} was not answered${why}.${unknown}`
  return new SextonError({ status: 0, code: late ? 'timeout' : 'no_answer', message, idempotencyKey, cause })
}

/** Node says only "fetch failed"; why is in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}
