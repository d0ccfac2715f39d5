/** Lets work begin no faster, and no more of it at once, than somebody else can take; those who wait take turns. */

/** What a pace is kept by. */
interface PaceClock {
  /** Milliseconds on a clock that never goes back. */
  now(): number
  /** Runs something after so many milliseconds. */
  after(milliseconds: number, run: () => void): void
}

const REAL: PaceClock = {
  now: () => performance.now(),
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
}

/** A pace that all who share it keep together. */
export class Pace {
  readonly #gap: number
  readonly #burst: number
  readonly #atOnce: number
  readonly #clock: PaceClock
  /** Who waits, by group, in the order in which groups take their turns. */
  readonly #waiting = new Map<unknown, ((mine: boolean) => void)[]>()
  #running = 0
  /** When the next may begin if all before it kept the rate, in milliseconds. */
  #next = Number.NEGATIVE_INFINITY
  #looksLater = false

  /**
   * @param perSecond beginnings in a second; so many may begin together after a rest
   * @param atOnce how many may run at the same time
   */
  constructor({ perSecond, atOnce }: { perSecond: number; atOnce: number }, clock = REAL) {
    this.#gap = 1000 / perSecond
    this.#burst = Math.max(1, perSecond)
    this.#atOnce = atOnce
    this.#clock = clock
  }

  /** True while nothing runs and nothing waits. */
  get idle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /**
   * Runs the work when its turn has come. Groups take turns, so that a large one does not hold up a small one.
   * @returns undefined, and does nothing, when the group left before that
   */
  async run<T>(group: unknown, work: () => Promise<T>): Promise<T | undefined> {
    const mine = await new Promise<boolean>(resolve => {
      const queue = this.#waiting.get(group)
      if (queue === undefined) this.#waiting.set(group, [resolve])
      else queue.push(resolve)
      this.#look()
    })
    if (!mine) return undefined
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#look()
    }
  }

  /** Ends the waiting of a group: it takes no more turns. What runs goes on. */
  leave(group: unknown): void {
    const queue = this.#waiting.get(group) ?? []
    this.#waiting.delete(group)
    for (const resolve of queue) resolve(false)
  }

  /** Begins nothing for so many milliseconds, as the other side asked. */
  rest(milliseconds: number): void {
    this.#next = Math.max(this.#next, this.#clock.now() + milliseconds)
  }

  #look(): void {
    while (this.#waiting.size > 0 && this.#running < this.#atOnce) {
      const now = this.#clock.now()
      this.#next = Math.max(this.#next, now - (this.#burst - 1) * this.#gap)
      if (this.#next > now) {
        this.#lookAfter(Math.ceil(this.#next - now))
        return
      }
      this.#next += this.#gap
      this.#running += 1
      this.#takeTurn()?.(true)
    }
  }

  #lookAfter(milliseconds: number): void {
    if (this.#looksLater) return
    this.#looksLater = true
    this.#clock.after(milliseconds, () => {
      this.#looksLater = false
      this.#look()
    })
  }

  /** The first of the group whose turn it is, which then goes to the end of the line. */
  #takeTurn(): ((mine: boolean) => void) | undefined {
    const [first] = this.#waiting
    if (first === undefined) return undefined
    const [group, queue] = first
    const resolve = queue.shift()
    this.#waiting.delete(group)
    if (queue.length > 0) this.#waiting.set(group, queue)
    return resolve
  }
}
