/** Nodes as child processes: started, killed, ended in order. */
import { type ChildProcess, spawn } from 'node:child_process'
import type pg from 'pg'
import { compiled } from './compiled.ts'
import { SECRET_KEY } from './secret-key.ts'

const DEFAULTS = {
  PORT: '0',
  SEXTON_RATE_LIMIT_KEY: '0',
  SEXTON_RATE_LIMIT_IP: '0',
  SEXTON_RATE_LIMIT_PAGES: '0',
  SEXTON_LOG_LEVEL: 'silent',
  SEXTON_POOL_SIZE: '6',
  ...SECRET_KEY,
}

/** A node that runs in a process of its own. */
export interface NodeProcess {
  url: string
  port: number
  /** Of the process. */
  pid: number
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Stops it in the midst of everything, its connections open, as a machine that hangs would; and lets it go on. */
  freeze(): void
  thaw(): void
  /** Asks it to end. @returns its exit code */
  terminate(): Promise<number | null>
  /** Exit code, `null` for a signal; undefined while it runs. */
  exitCode(): number | null | undefined
  /** Everything it wrote to standard output and standard error. */
  output(): string
}

const running = new Set<ChildProcess>()

/** Ends every node that is still running, for the end of a test file. */
export function killProcesses(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts a node on a database. @param env further settings @throws when it ends before it listens */
export async function startProcess(
  connection: pg.ClientConfig,
  env: Record<string, string> = {},
): Promise<NodeProcess> {
  const child = spawn(process.execPath, [compiled('test/support/server-process.ts')], {
    env: { PATH: process.env.PATH, ...DEFAULTS, ...env, TEST_CONNECTION: JSON.stringify(connection) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
  let exit: number | null | undefined
  void ended.then(code => {
    exit = code
    running.delete(child)
  })
  const port = await portOf(child, ended, () => output)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async terminate() {
      child.kill('SIGTERM')
      return await ended
    },
    exitCode: () => exit,
    output: () => output,
  }
}

async function portOf(child: ChildProcess, ended: Promise<unknown>, output: () => string): Promise<number> {
  const told = new Promise<number>(resolve => {
    child.stdout?.on('data', () => {
      const port = /^\{"port":(\d+)\}$/m.exec(output())?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
  const failed = ended.then(() => Promise.reject(new Error(`The node did not start: ${output()}`)))
  return await Promise.race([told, failed])
}
