/** What ends this process: a signal, a closed terminal, the end of the npm or npx that runs it; and by when it has ended. */
import { setTimeout as pause } from 'node:timers/promises'

/** Who started this process, as `bin/` saw it when it began. */
export interface Starter {
  /** It is to go on when its terminal is closed: it was started with nohup. */
  readonly detached: boolean
  /** True once the npm or npx that runs this as its command is gone, or was told to end. */
  ended(): boolean
}

/** Why this process is to end. */
export interface Stop {
  reason: string
  /** What shells expect of a command that a signal ended. */
  code: number
}

/** How a process ends. */
export interface Steps {
  /** Called once: what is under way is to be finished. */
  finish(stop: Stop): void
  /** Milliseconds that this may take. */
  patience: number
  /** Called where it takes longer, or the process is told once more: lets everything go without waiting for it. */
  cut(stop: Stop): Promise<unknown>
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
const LOOK_MS = 250
/** Ctrl-C under npm arrives twice, from the terminal and from npm: so soon, a second signal is the same one. */
const ECHO_MS = 1_000
/** What letting go may take; then the process ends as it is. */
const CUT_MS = 1_250

let starter: Starter = { detached: false, ended: () => false }

/** Says who started this process. */
export function startedBy(who: Starter): void {
  starter = who
}

/**
 * Sees to it that this process ends when it is told to: what is under way is finished or, where that takes too long, cut,
 * and then the process exits whatever is left.
 */
export class Ending {
  readonly #steps: Steps
  readonly #forget: () => void
  #told: number | undefined
  #deadline: NodeJS.Timeout | undefined
  #cutting = false

  constructor(steps: Steps) {
    this.#steps = steps
    this.#forget = hear(stop => this.tell(stop))
  }

  /** Ends the process; told once more, a second later, at once. */
  tell(stop: Stop): void {
    if (this.#told !== undefined) {
      if (performance.now() - this.#told > ECHO_MS) void this.#cut(stop)
      return
    }
    this.#told = performance.now()
    this.#deadline = setTimeout(() => void this.#cut(stop), this.#steps.patience).unref()
    this.#steps.finish(stop)
  }

  /** Hears no more: nothing is under way any longer. */
  forget(): void {
    clearTimeout(this.#deadline)
    this.#forget()
  }

  async #cut(stop: Stop): Promise<void> {
    if (this.#cutting) return
    this.#cutting = true
    const cut = this.#steps.cut(stop).catch(() => undefined)
    await Promise.race([cut, pause(CUT_MS)])
    process.exit(stop.code)
  }
}

function hear(tell: (stop: Stop) => void): () => void {
  const listeners = Object.entries(SIGNALS).map(([name, number]) => {
    // Whoever listens to SIGHUP does not end by it.
    const ignored = name === 'SIGHUP' && starter.detached
    const listener = (): void => (ignored ? undefined : tell({ reason: name, code: 128 + number }))
    process.on(name, listener)
    return { name, listener }
  })
  const look = setInterval(() => {
    if (!starter.ended()) return
    clearInterval(look)
    tell({ reason: 'the end of npm', code: 128 + SIGNALS.SIGTERM })
  }, LOOK_MS).unref()
  return () => {
    clearInterval(look)
    for (const { name, listener } of listeners) process.off(name, listener)
  }
}
