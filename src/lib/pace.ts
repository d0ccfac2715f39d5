/** Lets work begin no faster, and no more of it at once, than somebody else can take. */

/** A pace that all who share it keep together. */
export class Pace {
  readonly #gap: number
  readonly #burst: number
  readonly #atOnce: number
  readonly #now: () => number
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** When the next may begin if all before it kept the rate, in milliseconds. */
  #next = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  /**
   * @param perSecond beginnings in a second; so many may begin together after a rest
   * @param atOnce how many may run at the same time
   * @param now milliseconds on a clock that never goes back
   */
  constructor({ perSecond, atOnce }: { perSecond: number; atOnce: number }, now = (): number => performance.now()) {
    this.#gap = 1000 / perSecond
    this.#burst = Math.max(1, perSecond)
    this.#atOnce = atOnce
    this.#now = now
  }

  /** True while nothing runs and nothing waits. */
  get idle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0
  }

  /** Runs the work when its turn has come; turns are in the order of asking. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>(resolve => {
      this.#waiting.push(resolve)
      this.#look()
    })
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#look()
    }
  }

  #look(): void {
    while (this.#waiting.length > 0 && this.#running < this.#atOnce) {
      const now = this.#now()
      this.#next = Math.max(this.#next, now - (this.#burst - 1) * this.#gap)
      if (this.#next > now) {
        this.#timer ??= setTimeout(
          () => {
            this.#timer = undefined
            this.#look()
          },
          Math.ceil(this.#next - now),
        )
        return
      }
      this.#next += this.#gap
      this.#running += 1
      this.#waiting.shift()?.()
    }
  }
}
