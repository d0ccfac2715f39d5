/** The servers that are loaded, each a process of its own: the built service and the yardsticks. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = path.resolve(import.meta.dirname, '..')

/** A server to load. */
export interface Running {
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

/** Seals the secrets of the benchmark's churches. */
export const SECRET_KEY = 'a key that is used by the benchmark alone'

/** The environment of a server: no limits, so that all of the load is answered; little is logged. */
export const environment = (settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: '0',
  SEXTON_RATE_LIMIT_KEY: '0',
  SEXTON_RATE_LIMIT_IP: '0',
  SEXTON_RATE_LIMIT_PAGES: '0',
  SEXTON_LOG_LEVEL: 'error',
  SEXTON_SECRET_KEY: SECRET_KEY,
  ...settings,
})

/**
 * Starts the service as a production does, and waits until it says where it serves.
 * @param settings `DATABASE_URL`, or `SEXTON_DATA_DIR` for the embedded database
 */
export async function startService(settings: NodeJS.ProcessEnv, nodeArgs: readonly string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [...nodeArgs, 'bin/sexton.mjs', 'serve'], {
    cwd: ROOT,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', line => {
      const port = /localhost:(\d+)/.exec(line)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
    child.once('exit', code => reject(new Error(`The service ended with ${code} before it served.`)))
  })
  return { url, process: child, stop: () => stop(child) }
}

/** Starts a yardstick. */
export async function startYardstick(name: 'bare' | 'minimal', databaseUrl: string): Promise<Running> {
  const child = fork(path.join(ROOT, 'bench/yardstick.ts'), [name], {
    execArgv: ['--import', 'tsx'],
    env: environment({ DATABASE_URL: databaseUrl }),
  })
  const port = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', code => reject(new Error(`The yardstick ended with ${code} before it served.`)))
  })
  return { url: `http://127.0.0.1:${port}`, process: child, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
