/** The connections and what is made from them: handles for reads, and one transaction per write. */
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { unavailable } from '../errors.ts'
import { CoalescingSocket } from './coalescing-socket.ts'
import { mayRetry } from './faults.ts'
import { type Db, Handle, type Topic, Transaction, type Tx } from './handle.ts'
import { PipelinedConnection } from './pipelined-connection.ts'
import { isCitus, planAnew } from './planning.ts'
import { Session, type SessionOptions } from './session.ts'
import { type Sql, sql } from './sql.ts'

export type { Db, Topic, Tx } from './handle.ts'
export type { TextRow } from './text-query.ts'

interface DatabaseOptions {
  connection: pg.ClientConfig
  poolSize: number
  /** Milliseconds. */
  statementTimeout: number
  /** Requests that may wait for a connection before new ones are refused. */
  maxWaiting: number
  onError?(error: Error): void
}

/** Locks of the database are told apart by their first byte; this one is held, shared, by each write of a church. */
const WRITE_LOCK_SPACE = 1n << 56n

/** In the place of a church, for writes that change nothing that the API shows. */
export const NO_CHURCH = 0

/** The advisory lock that each write of a church holds, shared, from before its time is taken until it commits. */
export const writeLock = (church: number): bigint => WRITE_LOCK_SPACE + BigInt(church)

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map(text => ({ name: text, text })) as [
  pg.QueryConfig,
  pg.QueryConfig,
  pg.QueryConfig,
]

/** Settings of a connection, as PostgreSQL takes them when it begins. */
const startOptions = (settings: Record<string, string | number>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** The database of one process. */
export class Database {
  /** For reads: each statement on whichever connection is free. */
  readonly read: Db
  /** For reads that take no longer than a page: many share a connection, so that a slow one would hold up others. */
  readonly quick: Db
  readonly #pool: pg.Pool
  readonly #lanes: readonly PipelinedConnection[]
  readonly #maxWaiting: number
  readonly #connection: pg.ClientConfig
  /** The same with the timeouts of ours, but nothing that only our statements are written for. */
  readonly #plain: pg.ClientConfig
  readonly #onError: (error: Error) => void
  readonly #announcements = new EventEmitter()
  #isDistributed: Promise<boolean> | undefined

  constructor(options: DatabaseOptions) {
    const patience = {
      statement_timeout: options.statementTimeout,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
    }
    const settings = {
      ...patience,
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      jit: 'off',
      // Statements are planned once, without their values, and written so that this plan is right (see list-sql.ts):
      // planning a list anew costs more than running it. Each statement names its church, and an index begins with it.
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      random_page_cost: '1.1',
    }
    const plain = {
      ...options.connection,
      options: startOptions(patience),
      connectionTimeoutMillis: 5_000,
      query_timeout: options.statementTimeout + 15_000,
      keepAlive: true,
    }
    this.#plain = plain
    const connection = {
      ...plain,
      options: startOptions(settings),
      application_name: 'sexton',
      pipeline: true,
      stream: () => new CoalescingSocket(),
    }
    // As many listen as requests wait for a task.
    this.#announcements.setMaxListeners(0)
    const onError = (error: Error): void => options.onError?.(error)
    this.#onError = onError
    this.#lanes = Array.from(
      { length: options.poolSize < 4 ? 1 : 2 },
      () => new PipelinedConnection(connection, onError),
    )
    const max = options.poolSize - this.#lanes.length
    this.#pool = new pg.Pool({ ...connection, max, idleTimeoutMillis: 60_000 })
    // A connection that breaks, idle or in use, is replaced by the pool; without listeners it would end the process.
    this.#pool.on('connect', client => {
      client.on('error', onError)
      planAnew(client)
    })
    this.#pool.on('error', () => undefined)
    this.#maxWaiting = options.maxWaiting
    this.#connection = options.connection
    this.read = new Handle(work => this.#read(work))
    this.quick = new Handle(work => this.#quick(work))
  }

  /** Open, idle and awaited connections, for the metrics. */
  get usage(): { total: number; idle: number; waiting: number } {
    const open = this.#lanes.filter(lane => lane.open)
    const idle = open.filter(lane => lane.busy === 0)
    return {
      total: this.#pool.totalCount + open.length,
      idle: this.#pool.idleCount + idle.length,
      waiting: this.#pool.waitingCount,
    }
  }

  /** Whether churches may lie on several nodes (Citus). Asked once: it changes only while no server runs. */
  async isDistributed(): Promise<boolean> {
    this.#isDistributed ??= isCitus(this.read).catch(error => {
      this.#isDistributed = undefined
      throw error
    })
    return await this.#isDistributed
  }

  /**
   * Runs one write of a church as one transaction, again after a deadlock or serialization failure.
   * It holds the church's write lock (shared), so that a reader of changes can wait for it.
   * @param ahead what can be asked without knowing the moment of the change (`now`): sent right behind the lock, in its round
   *   trip; `work` gets what it comes to
   * @throws what `work` or `ahead` throws, after rolling back; ApiError `service_unavailable` when too many wait
   */
  async write<T, Found = undefined>(
    church: number,
    work: (tx: Tx, found: Found) => Promise<T>,
    ahead?: (tx: Tx) => Promise<Found>,
  ): Promise<T> {
    return await this.#write(sql`pg_advisory_xact_lock_shared(${writeLock(church)})`, work, ahead)
  }

  /** The same, with no other write of the church at the same time: it waits for those that are open. */
  async writeAlone<T>(church: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return await this.#write<T, undefined>(sql`pg_advisory_xact_lock(${writeLock(church)})`, work)
  }

  /** Lends one connection, for work that neither a read nor a write of a church describes (imports, locks). */
  async connection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return await this.#lend(work, () => true)
  }

  /** Hears what writes of this process announce, after their commit. @returns ends it */
  listen<T>(topic: Topic<T>, hear: (value: T) => void): () => void {
    this.#announcements.on(topic.name, hear)
    return () => this.#announcements.off(topic.name, hear)
  }

  /** Opens a connection of its own that lasts, for notifications and for a lock that says this process lives. */
  session(options: SessionOptions): Session {
    return new Session(this.#connection, options)
  }

  /** A pool of its own for a library that brings its own statements. Who asks for it ends it. */
  pool(max: number): pg.Pool {
    const pool = new pg.Pool({ ...this.#plain, max, application_name: 'sexton sign-in' })
    pool.on('error', this.#onError)
    return pool
  }

  /** Waits for what runs, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), ...this.#lanes.map(lane => lane.close())])
  }

  async #write<T, Found>(
    lock: Sql,
    work: (tx: Tx, found: Found) => Promise<T>,
    ahead?: (tx: Tx) => Promise<Found>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(lock, work, ahead)
      } catch (error) {
        if (attempt === 5 || !mayRetry(error)) throw error
      }
    }
  }

  async #attempt<T, Found>(
    lock: Sql,
    work: (tx: Tx, found: Found) => Promise<T>,
    ahead?: (tx: Tx) => Promise<Found>,
  ): Promise<T> {
    const client = await this.#acquire()
    const tx = new Transaction(work => work(client))
    let broken: Error | undefined
    try {
      const begun = client.query(BEGIN)
      // The lock comes first: the stamp must not be older than it.
      const locked = tx.first<{ now: string }>(sql`select ${lock}, clock_timestamp()::text as now`)
      const opening = [begun, locked, ahead?.(tx)] as const
      // What was sent ahead is over before the connection goes on, also where the lock was not got.
      await Promise.allSettled(opening)
      const [, stamp, found] = await Promise.all(opening)
      tx.begin(stamp?.now ?? '')
      const result = await work(tx, found as Found)
      // Sent behind what nobody waited for: where that failed, PostgreSQL rolls back.
      const committed = client.query(COMMIT)
      tx.end()
      const [{ command }] = await Promise.all([committed, ...tx.sent])
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
      // Behind the answer: what these do, or fail to do, is no part of the write.
      queueMicrotask(() => this.#tell(tx))
      return result
    } catch (error) {
      tx.end()
      // Before what is still under way finds that the transaction is over: that is no cause.
      const cause = tx.causeOf(error)
      broken = await client.query(ROLLBACK).then(
        () => undefined,
        (failure: Error) => failure,
      )
      throw cause
    } finally {
      client.release(broken)
    }
  }

  #tell(tx: Transaction): void {
    try {
      for (const done of tx.committed.values()) done()
      for (const { name, value } of tx.announced) this.#announcements.emit(name, value)
    } catch (error) {
      this.#onError(error as Error)
    }
  }

  async #acquire(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= this.#maxWaiting) throw unavailable(1)
    return await this.#pool.connect()
  }

  async #quick<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const lane = this.#lanes.reduce((best, one) => (one.busy < best.busy ? one : best))
    if (lane.busy >= this.#maxWaiting) throw unavailable(1)
    return await lane.run(work)
  }

  /** What the server refuses leaves a connection as it was. */
  #read<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#lend(work, error => !(error instanceof pg.DatabaseError))
  }

  /** @param isBroken whether the connection is of no more use after what was thrown */
  async #lend<T>(work: (client: pg.PoolClient) => Promise<T>, isBroken: (error: unknown) => boolean): Promise<T> {
    const client = await this.#acquire()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(isBroken(error))
      throw error
    }
  }
}

/** A list of ids as one array parameter. */
export const idArray = (ids: readonly number[]): Sql => sql`${`{${ids.join(',')}}`}::bigint[]`

/** A text list as one array parameter. */
export const textArray = (list: readonly string[]): Sql => sql`${[...list]}::text[]`
