/** serve: runs the service until it is told to stop. */
import { type App, build, type OpenDatabase, openDatabase } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { isUnavailable } from '../db/faults.ts'
import { prepareDemo } from '../demo/demo.ts'
import type { Log } from '../lib/log.ts'
import { Vault } from '../vault.ts'
import { type AddCommand, CommandError, complain } from './command.ts'
import { makeLog } from './log.ts'

/** How long a database that is still starting is waited for. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 1_000

export const addServe: AddCommand = (program, end) => {
  program
    .command('serve')
    .description('run the service until Ctrl-C or SIGTERM')
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
  const open = await reachDatabase(config, log)
  try {
    const app = build(config, open.database, log)
    try {
      const local = `http://localhost:${await start(app, config)}`
      const url = config.baseUrl || local
      const here = url === local ? '' : `, here ${local}`
      say(`Sexton serves on ${url}${here} (reference: ${url}/docs). Ctrl-C ends it.`)
      if (demo) say(await prepareDemo(open.database, new Vault(config), url))
      return await stopped
    } finally {
      await app.close()
    }
  } finally {
    await open.close()
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function reachDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await openDatabase(config, log)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const why = error instanceof Error ? error.message : String(error)
      if (waited >= PATIENCE_MS) throw new CommandError(`The database cannot be reached: ${why}. Check DATABASE_URL.`)
      if (waited === 0) say(`The database cannot be reached yet (${why}); trying for ${PATIENCE_MS / 1000} s…`)
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    }
  }
}

async function start(app: App, { host, port: main, metricsPort }: Config): Promise<number> {
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
