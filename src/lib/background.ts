/** Work that nobody waits for, such as a mail, until the process ends. */
import type { Log } from './log.ts'

/** Milliseconds that work under way is given when the process ends. */
const PATIENCE_MS = 3_000

/** Runs it, logs what goes wrong, and knows what is not done yet. */
export class Background {
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(log: Log) {
    this.#log = log
  }

  /**
   * Begins work; returns before any of it is done.
   * @param failed what the log says if it throws; of the error only its code, as its text may hold addresses
   * @param work gets a signal that says that it has no more time
   */
  begin(failed: string, work: (stop: AbortSignal) => Promise<unknown>): void {
    const running = Promise.resolve()
      .then(() => work(this.#stopping.signal))
      .then(
        () => undefined,
        (error: { code?: unknown }) => this.#log.warn({ code: error.code }, failed),
      )
      .finally(() => void this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits for everything that was begun. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Gives what runs some time, then ends it. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#stopping.abort(), PATIENCE_MS)
    await this.idle()
    clearTimeout(late)
  }
}
