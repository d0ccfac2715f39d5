/** The server process: adopted where it lives, started where it does not. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ClusterPaths } from './cluster-paths.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { ownFolder } from './folders.ts'
import { readLockFile, removeEmptyLock } from './lock-file.ts'
import { isServer, signal } from './processes.ts'
import { KILLED, type Launched, launch } from './run.ts'
import { boundLog, logFile, logLength, readLog } from './server-log.ts'

/** Names the socket's file; nothing listens on the network. */
export const PORT = 5432

const START_PATIENCE_MS = 60_000
const STOP_PATIENCE_MS = 10_000
/** What a server may take to stop when nobody waits for it: after that it recovers at its next start. */
const CUT_PATIENCE_MS = 500

/** What need not last is for tests, of which many run at once, each with a database that is soon dropped. */
const HASTY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
  // The password is random, so no number of rounds makes it harder to guess: they would only slow each connection.
  scram_iterations: '1',
}

/** Settings of the server, given on its command line so that a later release can change them. */
const settings = (paths: ClusterPaths, durable: boolean): string[] =>
  Object.entries({
    listen_addresses: '',
    unix_socket_directories: paths.socket,
    unix_socket_permissions: '0700',
    port: String(PORT),
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // Details would bring members' names and addresses into the log.
    log_error_verbosity: 'terse',
    ...(!durable && HASTY),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * Starts the server and waits until it takes connections.
 * @param stale process number in the lock file of a server that is known to be dead
 * @param stop ends the waiting, and the server
 * @returns what hinders it for now: another process started it meanwhile, or the children of a killed server are still
 *   letting go of its memory, or it was killed; undefined when it runs
 * @throws EmbeddedDatabaseError with PostgreSQL's own words when it cannot be started
 */
export async function startServer(
  paths: ClusterPaths,
  durable: boolean,
  stale: number | undefined,
  stop: AbortSignal,
): Promise<string | undefined> {
  await ownFolder(paths.account, paths.socket)
  await boundLog(paths)
  const from = await logLength(paths)
  // PostgreSQL believes any living process of the same user in its lock file to be a server. The variable is how pg_ctl
  // tells it which one is not; its check of the shared memory stays.
  const env = stale === undefined ? undefined : { PG_GRANDPARENT_PID: String(stale) }
  const args = ['-D', paths.cluster, ...settings(paths, durable)]
  const launched = await launch(paths, 'postgres', args, logFile(paths), { ...env })
  paths.onStart()
  const code = await readiness(paths, launched, stop)
  if (code === undefined) return undefined
  const words = (await readLog(paths, from)).trim()
  if (/lock file "[^"]*" is empty/.test(words)) await removeEmptyLock(paths.cluster)
  const hindered = /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/.test(words)
  if (hindered || code === KILLED) return words
  throw new EmbeddedDatabaseError(
    `The embedded PostgreSQL ended with code ${code} while starting. Its log (${logFile(paths)}) says: ${words}`,
  )
}

/** Waits until the server is ready, @returns undefined, or has ended, @returns its exit code. */
async function readiness(
  paths: ClusterPaths,
  { pid, ended }: Launched,
  stop: AbortSignal,
): Promise<number | undefined> {
  const deadline = AbortSignal.timeout(START_PATIENCE_MS)
  let code: number | undefined
  const over = ended.then(result => {
    code = result
  })
  while (code === undefined && !deadline.aborted) {
    const locked = await readLockFile(paths.cluster)
    if (locked?.pid === pid && locked?.ready) return undefined
    if (stop.aborted) {
      await stopServer(paths, pid ?? 0, stop)
      stop.throwIfAborted()
    }
    await Promise.race([over, pause(10)])
  }
  return code
}

/**
 * Stops the server: connections are closed, nothing is lost; after 10 s without waiting for anything.
 * @param hurry once aborted, it is given half a second before that
 */
export async function stopServer(paths: ClusterPaths, pid: number, hurry: AbortSignal): Promise<void> {
  const begun = performance.now()
  let asked: NodeJS.Signals | undefined
  while (isServer(pid, paths.cluster)) {
    const waited = performance.now() - begun
    const name = waited < (hurry.aborted ? CUT_PATIENCE_MS : STOP_PATIENCE_MS) ? 'SIGINT' : 'SIGQUIT'
    if (name !== asked) signal(pid, name)
    asked = name
    if (waited > 2 * STOP_PATIENCE_MS) return
    await pause(10)
  }
}
