/** Whether a request that failed is worth another attempt, and after how long. */
import type { SextonError } from './error.ts'

/** Attempts that a busy or absent service, or the network, has stopped. Whether they did anything is not known. */
const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504])
/** A request over the limit is refused before anything is done, so it may be sent again whatever it is. */
const REFUSED_AT_ONCE = 429

const FIRST_PAUSE_SECONDS = 0.5
const LONGEST_PAUSE_SECONDS = 8

/** What is known when an attempt has failed. */
export interface FailedAttempt {
  error: SextonError
  /** How many attempts there were, this one with them. */
  attempts: number
  /** True where doing it twice is as doing it once: reads, and creations with an idempotency key. */
  repeatable: boolean
  /** The longest that the service may ask to wait, in seconds. */
  maxWaitSeconds: number
  /** From 0 up to 1, so that clients that failed together do not come back together. */
  random: number
}

/**
 * @returns the seconds to wait, as the service asked or, where it did not, about twice as long each time; undefined where
 *   the error is final
 */
export function pauseBeforeNext(failed: FailedAttempt): number | undefined {
  const { error, attempts, repeatable, maxWaitSeconds, random } = failed
  if (error.status !== REFUSED_AT_ONCE && !(repeatable && PASSING.has(error.status))) return undefined
  if (error.retryAfter !== undefined) return error.retryAfter > maxWaitSeconds ? undefined : error.retryAfter
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
  return pause * (0.5 + random / 2)
}

/**
 * Seconds that `Retry-After` says: a number of them, or a date (RFC 9110, section 10.2.3).
 * @param date when the answer was made, by the clock of the service, which need not be ours
 */
export function secondsOf(retryAfter: string | null, date: string | null): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const until = Date.parse(retryAfter)
  const now = date === null ? Date.now() : Date.parse(date)
  return Number.isNaN(until - now) ? undefined : Math.max(0, Math.ceil((until - now) / 1000))
}
