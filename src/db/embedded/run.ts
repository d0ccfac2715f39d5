/** Runs PostgreSQL's programs as the account that may. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { ClusterPaths } from './cluster-paths.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { signal } from './processes.ts'

/** Starts a program in a session of its own, so that Ctrl-C in this terminal does not reach it. */
function start(
  paths: ClusterPaths,
  file: string,
  args: string[],
  stdio: StdioOptions,
  more: object = {},
): ChildProcess {
  return spawn(file, args, {
    cwd: paths.home,
    env: { PATH: '/usr/bin:/bin', HOME: paths.home, LC_ALL: 'C', TZ: 'UTC', ...more },
    stdio,
    detached: true,
    ...(paths.account && { uid: paths.account.uid, gid: paths.account.gid }),
  })
}

const fileOf = async (paths: ClusterPaths, program: string): Promise<string> =>
  path.join(await paths.binaries(), 'bin', program)

/** Stands for the exit code of a program that a signal ended. */
export const KILLED = -1

/** Settles when the program ends, with its exit code. @throws EmbeddedDatabaseError when it cannot be started */
function end(child: ChildProcess, event: 'exit' | 'close'): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once(event, code => resolve(code ?? KILLED))
    child.once('error', error => {
      const instead = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.'
      reject(new EmbeddedDatabaseError(`The embedded PostgreSQL cannot run here (${error.message}). ${instead}`))
    })
  })
}

/**
 * Runs a program to its end.
 * @param stop kills it and all that it started
 * @returns its exit code and all it printed
 */
export async function run(
  paths: ClusterPaths,
  program: string,
  args: string[],
  stop: AbortSignal,
): Promise<{ code: number; output: string }> {
  const executable = await fileOf(paths, program)
  stop.throwIfAborted()
  const child = start(paths, executable, args, ['ignore', 'pipe', 'pipe'])
  // Its session is its process group.
  const kill = (): void => (child.pid === undefined ? undefined : signal(-child.pid, 'SIGKILL'))
  stop.addEventListener('abort', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      output += String(chunk)
    })
  }
  try {
    return { code: await end(child, 'close'), output }
  } finally {
    stop.removeEventListener('abort', kill)
  }
}

/** A program that runs on its own. */
export interface Launched {
  pid: number | undefined
  /** Settles with the exit code when it ends. @throws EmbeddedDatabaseError when it cannot be started */
  ended: Promise<number>
}

/**
 * Starts a program that outlives this process.
 * @param log file that takes what it prints
 * @param env variables beside the usual ones
 */
export async function launch(
  paths: ClusterPaths,
  program: string,
  args: string[],
  log: string,
  env: Record<string, string>,
): Promise<Launched> {
  const executable = await fileOf(paths, program)
  const file = await open(log, 'a', 0o600)
  try {
    if (paths.account !== undefined) await file.chown(paths.account.uid, paths.account.gid)
    const child = start(paths, executable, args, ['ignore', file.fd, file.fd], env)
    child.unref()
    return { pid: child.pid, ended: end(child, 'exit') }
  } finally {
    await file.close()
  }
}
