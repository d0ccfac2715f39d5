/**
 * Carries out refunds while a node serves: those that are asked for here at once, and each second what is due besides. Each provider
 * has a worker of its own, so that one that hangs holds up itself only.
 */
import type { Worker } from '../../resource/module.ts'
import type { Doing } from '../../resource/step.ts'
import { carryOutRefunds } from './carry-out-refunds.ts'
import type { GivingParts } from './parts.ts'
import { REFUNDS } from './refund-gift.ts'

const LOOK_MS = 1_000

/** The worker of one provider on one node. */
export class RefundWorker implements Worker {
  readonly #parts: GivingParts & Pick<Doing, 'listen'>
  readonly #provider: string
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #isWanted = false
  #unhear: (() => void) | undefined

  constructor(parts: GivingParts & Pick<Doing, 'listen'>, provider: string) {
    this.#parts = parts
    this.#provider = provider
  }

  start(): void {
    this.#unhear = this.#parts.listen(REFUNDS, () => this.#begin())
    this.#begin()
  }

  halt(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    this.#unhear?.()
  }

  async stop(): Promise<void> {
    this.halt()
    await this.#round
  }

  /** One round at a time; what is announced during one is looked at after it. */
  #begin(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#round !== undefined) {
      this.#isWanted = true
      return
    }
    clearTimeout(this.#timer)
    this.#isWanted = false
    this.#round = carryOutRefunds(this.#parts, { provider: this.#provider, stop: this.#stopping.signal })
      .then(
        () => undefined,
        error => this.#parts.log.warn({ err: error }, 'Refunds could not be looked at and will be tried again'),
      )
      .finally(() => {
        this.#round = undefined
        if (this.#isWanted) this.#begin()
        else if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => this.#begin(), LOOK_MS).unref()
      })
  }
}
