/** Does together what is asked for one by one: while one batch is worked on, the next gathers. */

interface Item<T, R> {
  value: T
  resolve(result: R): void
  reject(error: unknown): void
}

/** Gathers values into batches. */
export class Batcher<T, R> {
  readonly #work: (values: readonly T[]) => Promise<readonly R[]>
  readonly #most: number
  #waiting: Item<T, R>[] = []
  #busy = false

  /** @param work gets a batch, gives a result for each value in its order; @param most values of a batch */
  constructor(work: (values: readonly T[]) => Promise<readonly R[]>, most = 256) {
    this.#work = work
    this.#most = most
  }

  /** @returns the result for this value; @throws what the batch threw */
  add(value: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ value, resolve, reject })
      // What is added in the same turn goes together.
      if (!this.#busy) queueMicrotask(() => void this.#next())
    })
  }

  async #next(): Promise<void> {
    if (this.#busy || this.#waiting.length === 0) return
    this.#busy = true
    const batch = this.#waiting.slice(0, this.#most)
    this.#waiting = this.#waiting.slice(batch.length)
    try {
      const results = await this.#work(batch.map(({ value }) => value))
      for (const [index, item] of batch.entries()) item.resolve(results[index] as R)
    } catch (error) {
      for (const item of batch) item.reject(error)
    } finally {
      this.#busy = false
      void this.#next()
    }
  }
}
