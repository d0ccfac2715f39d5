/** The server process: adopted where it lives, started where it does not, stopped by whoever leaves last. */
import { readFile, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { isAlive, readPassword, USER } from './cluster.ts'
import { EmbeddedDatabaseError } from './error.ts'
import type { Place } from './place.ts'
import { launch } from './run.ts'

const PORT = 5432
const MAX_LOG_BYTES = 5 * 1024 * 1024
const PATIENCE_MS = 60_000
const STOP_PATIENCE_MS = 10_000

/** Where a running server is reached. */
export interface Address {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** Settings of the server, given on its command line so that a later release can change them. */
const settings = (place: Place, durable: boolean): string[] =>
  Object.entries({
    listen_addresses: '',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0700',
    port: String(PORT),
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Process id and socket folder of the server that uses the cluster, as its own lock file tells. */
async function lockFile(place: Place): Promise<{ pid: number; socket: string } | undefined> {
  const text = await readFile(path.join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, socket: lines[4]?.trim() || place.socket } : undefined
}

/**
 * A connection to the server of the cluster, which is started when it does not run.
 * @throws EmbeddedDatabaseError when it neither runs nor can be started
 */
export async function reach(place: Place, durable: boolean): Promise<{ client: pg.Client; address: Address }> {
  const password = await readPassword(place)
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const locked = await lockFile(place)
    const address = { host: locked?.socket ?? place.socket, port: PORT, user: USER, password, database: 'postgres' }
    const client = await tryConnect(place, address)
    if (client !== undefined) return { client, address }
    if (Date.now() > deadline) throw new EmbeddedDatabaseError(await complaint(place, 'did not answer within 60 s'))
    if (locked === undefined || !isAlive(locked.pid)) await start(place, durable)
    else await pause(50)
  }
}

/** Connects and makes sure that it is this cluster's server; undefined while it cannot be reached. */
async function tryConnect(place: Place, address: Address): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000, application_name: 'sexton-attachment' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (rows[0]?.data_directory === place.cluster) return client
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new EmbeddedDatabaseError(`The password in ${place.cluster}/sexton-password is not the server's.`)
    }
  }
  await client.end().catch(() => undefined)
  return undefined
}

/** Starts the server and waits until it listens or has ended; a second one beside a living one ends by itself. */
async function start(place: Place, durable: boolean): Promise<void> {
  const log = path.join(place.home, 'postgresql.log')
  const size = await stat(log).then(
    found => found.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await truncate(log)
  const { ended } = await launch(place, 'postgres', ['-D', place.cluster, ...settings(place, durable)], log)
  let code: number | undefined
  void ended.then(result => {
    code = result
  })
  for (let waited = 0; code === undefined && waited < 5_000; waited += 10) {
    const found = await stat(path.join(place.socket, `.s.PGSQL.${PORT}`)).catch(() => undefined)
    if (found?.isSocket() && (await lockFile(place)) !== undefined) return
    await pause(10)
  }
  if (code === undefined || code === 0) return
  const words = await complaint(place, 'ended at once')
  // Another process started it meanwhile, or children of a killed server are still letting go of its memory.
  if (/lock file "postmaster.pid" already exists|shared memory block|lock file .* already exists/.test(words))
    await pause(200)
  else throw new EmbeddedDatabaseError(words)
}

async function complaint(place: Place, what: string): Promise<string> {
  const log = path.join(place.home, 'postgresql.log')
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').slice(-4)
  return `The embedded PostgreSQL ${what}. Its log (${log}) ends with: ${lines.join(' / ')}`
}

/** Stops the server: connections are closed, nothing is lost; after 10 s without waiting for anything. */
export async function stop(place: Place): Promise<void> {
  const locked = await lockFile(place)
  if (locked === undefined) return
  signal(locked.pid, 'SIGINT')
  for (let waited = 0; isAlive(locked.pid); waited += 20) {
    if (waited === STOP_PATIENCE_MS) signal(locked.pid, 'SIGQUIT')
    if (waited > 2 * STOP_PATIENCE_MS) return
    await pause(20)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself.
  }
}
