/** One process's hold on the server: what keeps it running, and what stops it. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isAlive } from '../../lib/is-alive.ts'
import type { Log } from '../../lib/log.ts'
import { faultCode, isUnavailable } from '../faults.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { type Address, attachedProcess, type Reached, reachServer } from './connect.ts'
import { DATABASE, ensureContents, SERVICE, servicePassword } from './contents.ts'
import { stopServer } from './postmaster.ts'
import { boundLog } from './server-log.ts'

/** The ways into the database of a cluster. */
export interface Addresses {
  /** For the service. */
  connection: Address
  /** For migrations: the owner of the tables, a superuser. */
  owner: Address
}

/** Held shared by every process that uses the server, alone by the one that stops it. */
const LOCK = 8_417_003
const LONGEST_PAUSE_MS = 5_000
const LAST_BREATH_MS = 2_000
const HURRIED_BREATH_MS = 300
const TIDY_MS = 10 * 60_000

/**
 * Every Sexton process that uses the server holds a shared advisory lock on a connection of its own; whoever can take
 * the lock alone when leaving was the last and stops the server. A killed process drops its lock by itself.
 */
export class Attachment {
  readonly #log: Log
  readonly #durable: boolean
  readonly #leaving = new AbortController()
  readonly #hurry = new AbortController()
  #paths: ClusterPaths
  #held: Reached | undefined
  /** What may be about to take hold. */
  #taking: Promise<unknown> = Promise.resolve()
  #left: Promise<void> | undefined
  #tidying: NodeJS.Timeout | undefined

  constructor(paths: ClusterPaths, log: Log, durable: boolean) {
    this.#paths = paths
    this.#log = log
    this.#durable = durable
  }

  /**
   * Reaches the server and takes hold of it; from then on it is brought up again whenever it dies.
   * @throws EmbeddedDatabaseError
   */
  async open(): Promise<Addresses> {
    const taking = this.#takeHold()
    this.#taking = taking.catch(() => undefined)
    const { address } = await taking
    // A server that is brought up again listens where everybody knows it.
    this.#paths = { ...this.#paths, socket: address.host }
    this.#tidying = setInterval(() => void this.#tidy(), TIDY_MS).unref()
    await this.#tidy()
    const owner = { ...address, database: DATABASE }
    return { owner, connection: { ...owner, user: SERVICE, password: servicePassword(address.password) } }
  }

  /** Lets go; stops the server when nobody else holds it. */
  close(): Promise<void> {
    this.#left ??= this.#leave()
    return this.#left
  }

  /** The same in a hurry: the server is given no time for what it has under way. */
  cut(): Promise<void> {
    this.#hurry.abort()
    return this.close()
  }

  async #takeHold(): Promise<Reached> {
    for (;;) {
      const reached = await reachServer(this.#paths, this.#durable, this.#log, this.#leaving.signal)
      const { client } = reached
      try {
        await client.query(`select pg_advisory_lock_shared(${LOCK})`)
        await ensureContents(client, reached.address.password)
      } catch (error) {
        await client.end().catch(() => undefined)
        // The last one out was stopping it, or it died: the next round starts it again.
        if (isEnding(error)) continue
        throw error
      }
      this.#held = reached
      client.once('end', () => {
        this.#taking = this.#recover(reached)
      })
      return reached
    }
  }

  /** Bounds PostgreSQL's log and removes old copies of its programs. */
  async #tidy(): Promise<void> {
    try {
      await boundLog(this.#paths)
      await this.#paths.tidy()
    } catch (error) {
      this.#log.warn({ err: error }, 'What the embedded PostgreSQL leaves behind could not be cleared away')
    }
  }

  /** The server died without our leave: brings it up again, as often as it takes. */
  async #recover(lost: Reached): Promise<void> {
    const { signal } = this.#leaving
    if (signal.aborted || this.#held !== lost) return
    this.#held = undefined
    this.#log.warn({}, 'The embedded PostgreSQL went away; bringing it up again')
    for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#takeHold()
        this.#log.info({}, 'The embedded PostgreSQL is back')
        return
      } catch (error) {
        if (signal.aborted) return
        this.#log.error({ err: error }, 'The embedded PostgreSQL could not be brought up; trying again')
        await pause(wait, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  async #leave(): Promise<void> {
    this.#leaving.abort()
    clearInterval(this.#tidying)
    await this.#taking
    if (this.#held === undefined) return
    const { client, pid } = this.#held
    try {
      await client.query(`select pg_advisory_unlock_shared(${LOCK})`)
      if (await isLast(client, this.#hurry.signal)) await stopServer(this.#paths, pid, this.#hurry.signal)
    } catch (error) {
      // The server is gone already; whoever comes next recovers it.
      if (!isUnavailable(error)) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Takes the lock alone, unless a living process holds it: that of a process killed just now is about to be let go. */
async function isLast(client: pg.Client, hurry: AbortSignal): Promise<boolean> {
  const begun = performance.now()
  for (let patience = LAST_BREATH_MS; performance.now() - begun < patience; ) {
    const { rows } = await client.query<{ taken: boolean; holders: string[] }>(
      `select pg_try_advisory_lock(${LOCK}) as taken, array(
        select application_name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and objid = ${LOCK} and pid <> pg_backend_pid()) as holders`,
    )
    const { taken = false, holders = [] } = rows[0] ?? {}
    if (taken) return true
    if (holders.some(name => isAlive(attachedProcess(name)))) return false
    patience = hurry.aborted ? HURRIED_BREATH_MS : LAST_BREATH_MS
    await pause(20)
  }
  return false
}

/** The server is shutting down, crashed or gone (SQLSTATE 57P01 to 57P03, class 08; the driver's own errors have none). */
function isEnding(error: unknown): boolean {
  const code = faultCode(error)
  return code === undefined ? isUnavailable(error) : /^(57P|08|ECONN|EPIPE)/.test(code)
}
