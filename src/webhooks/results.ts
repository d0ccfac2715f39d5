/**
 * Writes the outcomes of attempts, many at a time: one transaction a batch, one statement a church. Outcomes that cannot
 * be written are kept and tried again; nothing is sent anew because the log failed.
 */
import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/faults.ts'
import type { Log } from '../lib/log.ts'
import { type Paused, type Result, writeOutcomes } from './outcomes.ts'

const BATCH = 256
const GATHER_MS = 3
const RETRY_MS = 500

/** Gathers and writes. */
export class Results {
  readonly #database: Database
  readonly #log: Log
  readonly #pauseAfter: number
  readonly #written: (results: readonly Result[]) => void
  readonly #waiting: Result[] = []
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #failing = false

  /** @param written told what the database has */
  constructor(database: Database, log: Log, pauseAfter: number, written: (results: readonly Result[]) => void) {
    this.#database = database
    this.#log = log
    this.#pauseAfter = pauseAfter
    this.#written = written
  }

  /** Outcomes that are not written yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  add(result: Result): void {
    this.#waiting.push(result)
    if (this.#waiting.length >= BATCH) this.#flush()
    else this.#later(GATHER_MS)
  }

  /** Writes everything, if the database can be reached. */
  async drain(): Promise<void> {
    for (;;) {
      this.#flush()
      await this.#writing
      if (this.#waiting.length === 0 || this.#failing) break
    }
    clearTimeout(this.#timer)
  }

  #later(pause: number): void {
    if (this.#timer !== undefined || this.#writing !== undefined) return
    this.#timer = setTimeout(() => this.#flush(), pause)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing !== undefined || this.#waiting.length === 0) return
    this.#writing = this.#write(this.#waiting.slice(0, BATCH)).finally(() => {
      this.#writing = undefined
      if (this.#waiting.length > 0) this.#later(this.#failing ? RETRY_MS : 0)
    })
  }

  async #write(batch: Result[]): Promise<void> {
    try {
      await this.#writeSome(batch)
      this.#failing = false
    } catch (error) {
      if (!this.#failing) this.#log.warn({ err: error }, 'Outcomes of webhooks could not be written; trying again')
      this.#failing = true
    }
  }

  /** They are the first of those that wait. Each is told once: by then its delivery may wait for another attempt. */
  #tell(some: readonly Result[]): void {
    this.#waiting.splice(0, some.length)
    this.#written(some)
  }

  /** @throws what says that the database cannot be reached */
  async #writeSome(some: readonly Result[]): Promise<void> {
    let paused: Paused[]
    try {
      paused = await writeOutcomes(this.#database, some, this.#pauseAfter)
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (some.length > 1) for (const one of some) await this.#writeSome([one])
      else for (const one of some) await this.#writeLess(one, error)
      return
    }
    for (const one of paused) this.#log.warn({ ...one }, 'A webhook endpoint was paused')
    this.#tell(some)
  }

  /** One outcome that the database refuses must not hold up all others: what may be at fault is left out, or all of it. */
  async #writeLess(one: Result, fault: unknown): Promise<void> {
    const { delivery_id, number } = one
    try {
      await writeOutcomes(this.#database, [{ ...one, response: null, reason: 'could not be logged' }], this.#pauseAfter)
    } catch (error) {
      if (isUnavailable(error)) throw error
    }
    this.#log.error({ err: fault, delivery_id, number }, 'The outcome of a webhook could not be written as it was')
    this.#tell([one])
  }
}
