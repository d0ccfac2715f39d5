/**
 * Rate limits: exact over a sliding window of 60 s (spec, Limits; decisions, Rate limits). A window is the list of
 * the moments at which requests were let in; a request that is refused leaves no trace in any.
 */
export const WINDOW_MS = 60_000

/** The moments, in milliseconds, at which requests of one key or address were let in. */
interface Window {
  hits: number[]
  /** Index of the first hit that may still count. */
  first: number
}

/** What a limit says of one subject. */
export interface LimitStatus {
  limit: number
  /** Requests that would still be let in now. */
  remaining: number
  /** Whole seconds after which one more will surely be let in. */
  resetSeconds: number
}

/** Whether a request was let in, and how its subject stands. */
export interface Taken {
  admitted: boolean
  standing: LimitStatus
}

/** Counts the requests of subjects, and refuses those over the limit. */
export interface RateLimiter {
  /** Requests per window; 0 for none. */
  readonly limit: number
  /** Lets a request in, or not. */
  take(subject: string): Taken | Promise<Taken>
  /** Takes back the latest hit of a request that another limit refused. */
  giveBack(subject: string): void | Promise<void>
}

/** Sliding windows of one node, in memory. */
export class RateLimit implements RateLimiter {
  readonly limit: number
  readonly #windows = new Map<string, Window>()
  readonly #now: () => number
  #sweepAt = 0

  /** @param limit requests per window, 0 for none; @param now milliseconds on a clock that never goes back */
  constructor(limit: number, now: () => number) {
    this.limit = limit
    this.#now = now
  }

  take(subject: string): Taken {
    const now = this.#now()
    this.#sweep(now)
    const window = this.#windowOf(subject, now)
    const admitted = window.hits.length - window.first < this.limit
    if (admitted) window.hits.push(now)
    return { admitted, standing: this.#standingOf(window, now) }
  }

  /** How a subject stands, without counting anything. */
  standing(subject: string): LimitStatus {
    const now = this.#now()
    return this.#standingOf(this.#windows.has(subject) ? this.#windowOf(subject, now) : { hits: [], first: 0 }, now)
  }

  giveBack(subject: string): void {
    this.#windows.get(subject)?.hits.pop()
  }

  /** Empties all windows. @returns by subject, the ages of their hits in milliseconds, oldest first */
  drain(): Map<string, number[]> {
    const now = this.#now()
    const ages = [...this.#windows].map(([subject, { hits, first }]) => {
      const live = hits.slice(first).filter(hit => hit > now - WINDOW_MS)
      return [subject, live.map(hit => now - hit)] as const
    })
    this.#windows.clear()
    return new Map(ages.filter(([, hits]) => hits.length > 0))
  }

  /** Fills windows with what `drain` gave elsewhere. */
  fill(ages: ReadonlyMap<string, readonly number[]>): void {
    const now = this.#now()
    for (const [subject, hits] of ages) this.#windows.set(subject, { hits: hits.map(age => now - age), first: 0 })
  }

  #standingOf({ hits, first }: Window, now: number): LimitStatus {
    const oldest = hits[first] ?? now
    const resetSeconds = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000))
    return { limit: this.limit, remaining: this.limit - (hits.length - first), resetSeconds }
  }

  #windowOf(subject: string, now: number): Window {
    let window = this.#windows.get(subject)
    if (window === undefined) {
      window = { hits: [], first: 0 }
      this.#windows.set(subject, window)
    }
    while ((window.hits[window.first] ?? now) <= now - WINDOW_MS) window.first += 1
    if (window.first > 64 && window.first * 2 > window.hits.length) {
      window.hits.splice(0, window.first)
      window.first = 0
    }
    return window
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + WINDOW_MS
    for (const [subject, { hits }] of this.#windows) {
      if ((hits.at(-1) ?? 0) <= now - WINDOW_MS) this.#windows.delete(subject)
    }
  }
}
