/** serve: runs the service until it is told to stop. */
import { pino } from 'pino'
import type * as App from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { isUnavailable } from '../db/faults.ts'
import { excessRights } from '../db/rights.ts'
import type { Log } from '../lib/log.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { Vault } from '../vault.ts'
import { type AddCommand, CommandError, complain } from './command.ts'

/** How long a database that is still starting is waited for. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 1_000

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
  // From here on a signal ends the start-up in good order, too: it is finished and then undone.
  const stopped = stopSignal(log)
  // Loaded while the database starts: each takes a good part of a second, one of them by waiting.
  const load = (): Promise<typeof App> => import('../app.ts')
  const open = await reachDatabase(config, log, () => void load())
  try {
    await warnOfRights(open, config, log)
    const app = (await load()).build(config, open.database, log)
    try {
      const port = await start(app, config)
      const url = config.baseUrl || `http://localhost:${port}`
      say(`Sexton serves on ${url} (reference: ${url}/docs). Ctrl-C ends it.`)
      if (demo) say(await demoOf(open, config, url))
      return await stopped
    } finally {
      await app.close()
    }
  } finally {
    await open.close()
  }
}

async function demoOf({ database }: OpenDatabase, config: Config, url: string): Promise<string> {
  const { prepareDemo } = await import('../demo/demo.ts')
  return await prepareDemo(database, new Vault(config), url)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function makeLog({ logLevel }: Config): Log {
  if (process.stdout.isTTY) return pino({ level: logLevel, transport: { target: 'pino-pretty' } })
  return pino({ level: logLevel }, pino.destination({ dest: 1, sync: false }))
}

async function reachDatabase(config: Config, log: Log, onStart: () => void): Promise<OpenDatabase> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await openDatabase(config, log, onStart)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const why = error instanceof Error ? error.message : String(error)
      if (waited >= PATIENCE_MS) throw new CommandError(`The database cannot be reached: ${why}. Check DATABASE_URL.`)
      if (waited === 0) say(`The database cannot be reached yet (${why}); trying for ${PATIENCE_MS / 1000} s…`)
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
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

async function start(app: App.App, { host, port }: Config): Promise<number> {
  try {
    return await app.start()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new CommandError(`Port ${port} is in use. Set PORT to another one.`)
    if (code === 'EACCES')
      throw new CommandError(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL') throw new CommandError(`This machine has no address ${host}. Set HOST to one it has.`)
    throw error
  }
}

/** Ctrl-C under npm arrives twice, from the terminal and from npm: so soon, a second signal is the same one. */
const ECHO_MS = 1_000

/** Settles with the exit code when the process is told to stop; told once more, it does not wait. */
function stopSignal(log: Log): Promise<number> {
  let told: number | undefined
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (told !== undefined && performance.now() - told > ECHO_MS) process.exit(1)
        told ??= performance.now()
        resolve(0)
      })
    }
    for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
      process.once(fault, (error: unknown) => {
        log.error({ err: error }, 'A fault that nothing handled; the server stops')
        resolve(1)
      })
    }
  })
}
