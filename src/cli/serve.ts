/** serve: runs the service until it is told to stop. */
import { setTimeout as pause } from 'node:timers/promises'
import type * as App from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { isUnavailable } from '../db/faults.ts'
import { excessRights } from '../db/rights.ts'
import type { Log } from '../lib/log.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { Vault } from '../vault.ts'
import { type AddCommand, CommandError, complain } from './command.ts'
import { makeLog } from './log.ts'
import { onStop } from './stopping.ts'

/** How long a database that is still starting is waited for. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 1_000
/** What ending may take beside the time that open requests are given. */
const SPARE_MS = 2_000

export const addServe: AddCommand = (serveCommand, end) => {
  serveCommand
    .option('--demo', 'on an empty database, make a demo church and print its key once')
    .addHelpText('after', '\nExample:\n  PORT=8080 sexton serve')
    .action(async ({ demo = false }: { demo?: boolean }) => {
      end(await serve(demo).catch(error => complain(error, false)))
    })
}

async function serve(demo: boolean): Promise<number> {
  const config = readConfig()
  const log = makeLog(config)
  let open: OpenDatabase | undefined
  // From here on a signal ends the start-up in good order, too: it is finished and then undone.
  const { code, signal } = untilStopped(config, log, () => open?.cut())
  try {
    // Loaded while the database starts: each takes a good part of a second, one of them by waiting.
    const load = (): Promise<typeof App> => import('../app.ts')
    open = await reachDatabase(config, log, signal, () => void load())
    await warnOfRights(open, config, log)
    const app = (await load()).build(config, open.database, log)
    try {
      const local = `http://localhost:${await start(app, config)}`
      const url = config.baseUrl || local
      const here = url === local ? '' : `, here ${local}`
      say(`Sexton serves on ${url}${here} (reference: ${url}/docs). Ctrl-C ends it.`)
      if (config.databaseUrl === '') await noteServed(config)
      if (demo) say(await demoOf(open, config, url))
      return await code
    } finally {
      await app.close()
    }
  } finally {
    await open?.close()
  }
}

async function noteServed({ dataDir }: Config): Promise<void> {
  const embedded = await import('../db/embedded/index.ts')
  await embedded.noteServed(dataDir)
}

async function demoOf({ database }: OpenDatabase, config: Config, url: string): Promise<string> {
  const { prepareDemo } = await import('../demo/demo.ts')
  return await prepareDemo(database, new Vault(config), url)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function reachDatabase(
  config: Config,
  log: Log,
  signal: AbortSignal,
  onStart: () => void,
): Promise<OpenDatabase> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await openDatabase(config, log, onStart)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const why = error instanceof Error ? error.message : String(error)
      if (waited >= PATIENCE_MS || signal.aborted)
        throw new CommandError(`The database cannot be reached: ${why}. Check DATABASE_URL.`)
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
}

/**
 * Waits until the process is to end, and sees to it that it does: what is under way too long then is cut off, and taken up
 * at the next start like that of a process that was killed.
 * @param cut lets the database go without waiting
 */
function untilStopped({ shutdownTimeout }: Config, log: Log, cut: () => Promise<void> | undefined): Stopped {
  const stopping = new AbortController()
  const code = new Promise<number>(resolve => {
    const end = (code: number): void => {
      resolve(code)
      stopping.abort()
      setTimeout(async () => {
        log.warn({}, 'What was under way did not end in time and is cut off')
        await cut()?.catch(() => undefined)
        process.exit(1)
      }, shutdownTimeout + SPARE_MS).unref()
    }
    onStop(() => end(0))
    for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
      process.once(fault, (error: unknown) => {
        log.error({ err: error }, 'A fault that nothing handled; the server stops')
        end(1)
      })
    }
  })
  return { code, signal: stopping.signal }
}
