/** serve: runs the service until it is told to stop. */
import { setTimeout as pause } from 'node:timers/promises'
import type * as App from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { isUnavailable } from '../db/faults.ts'
import { excessRights } from '../db/rights.ts'
import type { Log } from '../lib/log.ts'
import { type OpenDatabase, type Opening, openDatabase } from '../open-database.ts'
import { firstLink, isUnclaimed } from '../sign-in/first-link.ts'
import { Vault } from '../vault.ts'
import { type AddCommand, CommandError, complain } from './command.ts'
import { makeLog } from './log.ts'
import { keepHeapSmall } from './small-heap.ts'
import { Ending } from './stopping.ts'

/** How long a database that is still starting is waited for. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 1_000
/** What ending may take beside the time that open requests are given. */
const SPARE_MS = 1_000
/** What all of it is given where open requests are given little or nothing. */
const LEAST_MS = 5_000
const FAULT = 'a fault that nothing handled'

export const addServe: AddCommand = (serveCommand, call) => {
  serveCommand
    .option('--demo', 'on an empty database, make a demo church and print its key once')
    .addHelpText('after', '\nExample:\n  PORT=8080 sexton serve')
    .action(async ({ demo = false }: { demo?: boolean }) => {
      call.end(await serve(demo).catch(error => complain(error, false)))
    })
}

async function serve(demo: boolean): Promise<number> {
  keepHeapSmall()
  const config = readConfig()
  const log = makeLog(config)
  // Loaded while the database starts: each takes a good part of a second, one of them by waiting.
  const load = (): Promise<typeof App> => import('../app.ts')
  let opening: Promise<OpenDatabase> | undefined
  // From here on a signal ends the start-up, too: what it has done so far is undone.
  const stopped = untilStopped(config, log, async () => await (await opening)?.cut())
  try {
    opening = reachDatabase(config, log, { stop: stopped.signal, onStart: () => void load() })
    const open = await opening
    try {
      await warnOfRights(open, config, log)
      return await run((await load()).build(config, open.database, log), { open, config, demo, stopped })
    } finally {
      await open.close()
    }
  } catch (error) {
    if (stopped.signal.aborted) return await stopped.code
    throw error
  } finally {
    stopped.forget()
    log.info({}, 'The server has ended')
  }
}

interface Running {
  open: OpenDatabase
  config: Config
  demo: boolean
  stopped: Stopped
}

/** Serves until the process is to end. @returns the exit code */
async function run(app: App.App, { open, config, demo, stopped }: Running): Promise<number> {
  try {
    // Asked before the workers start, which may take all of a small pool.
    const unclaimed = !demo && (await isUnclaimed(open.database))
    const local = `http://localhost:${await start(app, config)}`
    const url = config.baseUrl || local
    const here = url === local ? '' : `, here ${local}`
    // Before it is said: whoever reads that may ask for what runs at once.
    if (config.databaseUrl === '') await noteServed(config)
    const first = unclaimed ? firstSteps(config, url) : ''
    say(`Sexton serves on ${url}${here} (reference: ${url}/docs). Ctrl-C ends it.${first}`)
    if (demo && !stopped.signal.aborted) say(await demoOf(open, config, url))
    return await stopped.code
  } finally {
    await app.close()
  }
}

async function noteServed({ notesDir, dataDir }: Config): Promise<void> {
  const embedded = await import('../db/embedded/index.ts')
  await embedded.noteServed(notesDir, dataDir)
}

/** What whoever started the service does first, where nobody belongs to a church yet. */
function firstSteps(config: Config, url: string): string {
  const link = firstLink(new Vault(config), url, Date.now())
  return `

Nobody uses this server yet. Make your church, and yourself its first owner, by this link, good for seven days:

  ${link}
`
}

async function demoOf({ database }: OpenDatabase, config: Config, url: string): Promise<string> {
  const { prepareDemo } = await import('../demo/demo.ts')
  return await prepareDemo(database, new Vault(config), url)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function reachDatabase(config: Config, log: Log, opening: Opening): Promise<OpenDatabase> {
  const signal = opening.stop
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await openDatabase(config, log, opening)
    } catch (error) {
      if (!isUnavailable(error) || signal?.aborted) throw error
      const why = error instanceof Error ? error.message : String(error)
      if (waited >= PATIENCE_MS) throw new CommandError(`The database cannot be reached: ${why}. Check DATABASE_URL.`)
      if (waited === 0) say(`The database cannot be reached yet (${why}); trying for ${PATIENCE_MS / 1000} s…`)
      await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Says once when the role of DATABASE_URL may do more than the service has to. */
async function warnOfRights(
  { database }: OpenDatabase,
  { databaseUrl, migrationUrl }: Config,
  log: Log,
): Promise<void> {
  if (databaseUrl === '') return
  const excess = await excessRights(database, migrationUrl !== '')
  if (excess !== undefined) log.warn({}, excess)
}

async function start(app: App.App, { host, port: main, metricsPort }: Config): Promise<number> {
  try {
    return await app.start()
  } catch (error) {
    const { code, port = main } = error as NodeJS.ErrnoException & { port?: number }
    const setting = port === metricsPort ? 'SEXTON_METRICS_PORT' : 'PORT'
    if (code === 'EADDRINUSE') throw new CommandError(`Port ${port} is in use. Set ${setting} to another one.`)
    if (code === 'EACCES')
      throw new CommandError(`Port ${port} may not be used by this user. Set ${setting} to one above 1023.`)
    if (code === 'EADDRNOTAVAIL') throw new CommandError(`This machine has no address ${host}. Set HOST to one it has.`)
    throw error
  }
}

interface Stopped {
  /** Settles when the process is to end: 0 where it was told to, 1 after a fault that nothing handled. */
  code: Promise<number>
  /** Aborted at the same time. */
  signal: AbortSignal
  /** Nothing is left to be ended. */
  forget(): void
}

/**
 * Waits until the process is to end, and sees to it that it does: what is under way too long then is cut off, and taken up
 * at the next start like that of a process that was killed.
 * @param cut lets the database go without waiting
 */
function untilStopped({ shutdownTimeout }: Config, log: Log, cut: () => Promise<unknown>): Stopped {
  const stopping = new AbortController()
  let settle: (code: number) => void
  const code = new Promise<number>(resolve => {
    settle = resolve
  })
  const ending = new Ending({
    patience: Math.max(shutdownTimeout + SPARE_MS, LEAST_MS),
    finish({ reason }) {
      log.info({ reason }, `The server ends: ${reason}`)
      // A fault was told as such; its code is the process's.
      settle(reason === FAULT ? 1 : 0)
      stopping.abort()
    },
    async cut() {
      log.warn({}, 'What was under way is cut off')
      await cut()
    },
  })
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.once(fault, (error: unknown) => {
      log.error({ err: error }, 'A fault that nothing handled; the server stops')
      ending.tell({ reason: FAULT, code: 1 })
    })
  }
  return { code, signal: stopping.signal, forget: () => ending.forget() }
}
