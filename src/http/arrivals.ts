/**
 * What arrives from each address, answered or not. Even to refuse a request costs its reading, so an address that sends
 * far more than its limits let through is not read any more until the next ten seconds begin.
 */
import type { Config } from '../config.ts'

/** How many times what is let through may arrive. */
const TIMES = 3
export const ARRIVALS_MS = 10_000

/** Connections and requests of one address in ten seconds; none where a limit for addresses is off. */
export const mostArrivals = ({
  rateLimitIp,
  rateLimitPages,
}: Pick<Config, 'rateLimitIp' | 'rateLimitPages'>): number =>
  rateLimitIp === 0 || rateLimitPages === 0
    ? Number.POSITIVE_INFINITY
    : (TIMES * (rateLimitIp + rateLimitPages) * ARRIVALS_MS) / 60_000

/** Counts them. */
export class Arrivals {
  readonly #most: number
  readonly #now: () => number
  #counts = new Map<string, number>()
  #until = 0

  /** @param most in ten seconds; @param now milliseconds on a clock that never goes back */
  constructor(most: number, now: () => number) {
    this.#most = most
    this.#now = now
  }

  /** One more has arrived. @returns whether it is to be looked at */
  note(subject: string): boolean {
    if (this.#most === Number.POSITIVE_INFINITY) return true
    const now = this.#now()
    if (now >= this.#until) {
      this.#counts = new Map()
      this.#until = now + ARRIVALS_MS
    }
    const count = (this.#counts.get(subject) ?? 0) + 1
    this.#counts.set(subject, count)
    return count <= this.#most
  }
}
