/**
 * Turns: of what many ask for at once, each client has only so much done at the same time, and the rest of it waits. So
 * whoever asks for one thing never stands behind the hundreds that another one has asked for.
 */

/** Ends a turn; of no effect when it has ended. */
export type EndTurn = () => void

interface Queue {
  atWork: number
  readonly waiting: (() => void)[]
}

/** The turns of all clients. */
export class Turns {
  readonly #most: number
  readonly #queues = new Map<string, Queue>()

  /** @param most turns of one client at the same time */
  constructor(most: number) {
    this.#most = most
  }

  /** Waits for a turn of a client. How many wait is bounded by its places for requests. @returns ends it */
  async take(subject: string): Promise<EndTurn> {
    const queue = this.#queueOf(subject)
    if (queue.atWork < this.#most) queue.atWork += 1
    else await new Promise<void>(resolve => queue.waiting.push(resolve))
    let ended = false
    return () => {
      if (!ended) this.#end(subject, queue)
      ended = true
    }
  }

  #queueOf(subject: string): Queue {
    const known = this.#queues.get(subject)
    if (known !== undefined) return known
    const queue = { atWork: 0, waiting: [] }
    this.#queues.set(subject, queue)
    return queue
  }

  /** The next one that waits takes it over. */
  #end(subject: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next !== undefined) next()
    else queue.atWork -= 1
    if (queue.atWork === 0) this.#queues.delete(subject)
  }
}
