/** The way to the server of a cluster, which is started when it does not run. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { faultCode } from '../faults.ts'
import { readPassword, USER } from './cluster.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { isForeign, noteIdentity } from './identity.ts'
import { type LockFile, readLockFile } from './lock-file.ts'
import { PORT, startServer } from './postmaster.ts'
import { isServer } from './processes.ts'

const PATIENCE_MS = 60_000

/** What the connections that attachments hold are called: their processes' numbers. */
const ATTACHMENT_NAME = `sexton-attachment-${process.pid}`

/** The process number in the name of an attachment's connection. */
export const attachedProcess = (name: string): number => Number(name.split('-').at(-1))

/** Where a running server is reached. */
export interface Address {
  /** Folder of its unix socket. */
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** A connection to a running server. */
export interface Reached {
  client: pg.Client
  address: Address
  /** The server's process. */
  pid: number
}

/**
 * Connects to the server of the cluster: the one that runs, or one started for it.
 * @param signal ends the waiting for a server that is starting, stopping or hindered; one that was started for it and is
 *   ready is connected to, so that it can be stopped in good order
 * @throws EmbeddedDatabaseError when it neither runs nor can be started
 */
export async function reachServer(
  paths: ClusterPaths,
  durable: boolean,
  log: Log,
  signal: AbortSignal,
): Promise<Reached> {
  const password = await readPassword(paths.cluster)
  const deadline = performance.now() + PATIENCE_MS
  let hindrance: unknown
  let started = false
  let accepted = 0
  for (let wait = 20; performance.now() < deadline; wait = Math.min(wait * 2, 500)) {
    if (!started) signal.throwIfAborted()
    const locked = await readLockFile(paths.cluster)
    const foreign = locked !== undefined && (locked.pid === accepted || (await isForeign(paths, locked, log)))
    if (foreign) accepted = locked.pid
    const tried = locked && !foreign ? await connect(paths, locked, password) : undefined
    if (locked !== undefined && tried instanceof pg.Client) {
      // Read again: another server may have taken the place of the first before the connection was made.
      const { pid } = (await readLockFile(paths.cluster)) ?? locked
      return { client: tried, address: addressOf(locked.socket ?? paths.socket, password), pid }
    }
    hindrance = tried ?? hindrance
    const runs = tried !== undefined && (isServer(locked?.pid ?? 0, paths.cluster) || !isRefused(tried))
    if (!runs) {
      await noteIdentity(paths)
      const words = await startServer(paths, durable, locked?.pid, signal)
      started = words === undefined
      if (started) continue
      hindrance = words
    }
    await pause(wait, undefined, started ? {} : { signal })
  }
  throw new EmbeddedDatabaseError(`The embedded PostgreSQL in ${paths.cluster} cannot be reached: ${hindrance}`)
}

const addressOf = (host: string, password: string): Address => ({
  host,
  port: PORT,
  user: USER,
  password,
  // The attachments meet in one database: an advisory lock is known only within its own.
  database: 'postgres',
})

/** Connects and makes sure that it is this cluster's server. @returns the reason when it cannot be reached */
async function connect(
  paths: ClusterPaths,
  { socket = paths.socket }: LockFile,
  password: string,
): Promise<pg.Client | Error> {
  const client = new pg.Client({
    ...addressOf(socket, password),
    connectionTimeoutMillis: 10_000,
    application_name: ATTACHMENT_NAME,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (rows[0]?.data_directory === paths.cluster) return client
    await client.end()
    return new Error(`the server on ${socket} belongs to ${rows[0]?.data_directory}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    if (faultCode(error) === '28P01') {
      throw new EmbeddedDatabaseError(`The password in ${paths.cluster}/sexton-password is not the server's.`)
    }
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Nobody listens, as opposed to a server that listens and says why it does not serve yet. */
const isRefused = (error: unknown): boolean => ['ECONNREFUSED', 'ENOENT'].includes(faultCode(error) ?? '')
