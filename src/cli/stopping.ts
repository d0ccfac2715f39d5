/** What ends this process: a signal, a closed terminal, the end of the npm or npx that runs it. */

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

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
const LOOK_MS = 500
/** Ctrl-C under npm arrives twice, from the terminal and from npm: so soon, a second signal is the same one. */
const ECHO_MS = 1_000

let starter: Starter = { detached: false, ended: () => false }

/** Says who started this process. */
export function startedBy(who: Starter): void {
  starter = who
}

/**
 * Calls back when this process is to end. Told once more, it ends at once.
 * @returns hears no more
 */
export function onStop(hear: (stop: Stop) => void): () => void {
  let told: number | undefined
  const tell = (stop: Stop): void => {
    if (told !== undefined && performance.now() - told > ECHO_MS) process.exit(stop.code)
    if (told === undefined) hear(stop)
    told ??= performance.now()
  }
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
