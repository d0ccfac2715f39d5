/** The pool and the only two things made from it: a handle for reads, and one transaction per write. */
import pg from 'pg'
import { unavailable } from '../errors.ts'
import { mayRetry } from './faults.ts'
import { raw, type Sql, sql, statementName } from './sql.ts'

/** One row as PostgreSQL's own text: printed into JSON by the field's type, never parsed. */
export type TextRow = (string | null)[]

/** What a reader may do. */
export interface Db {
  /** Rows as objects: integers as numbers, booleans as booleans, times, dates and numerics as text. */
  all<Row extends object>(query: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  first<Row extends object>(query: Sql): Promise<Row | undefined>
  /** Rows as arrays of PostgreSQL's text. */
  text(query: Sql): Promise<TextRow[]>
}

/** What a writer has: everything goes through the one open transaction. */
export interface Tx extends Db {
  /** The moment of the change, taken after the church's write lock: what `updated_at` becomes. */
  readonly now: string
  /** Runs a statement; the number of rows it touched. */
  run(query: Sql): Promise<number>
  /** Called once the transaction has committed, never when it has not. */
  afterCommit(done: () => void): void
}

export interface DatabaseOptions {
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

/** The advisory lock that each write of a church holds, shared, from before its time is taken until it commits. */
export const writeLock = (church: number): bigint => WRITE_LOCK_SPACE + BigInt(church)

const NUMBERS = new Set([20, 21, 23, 26])
const asText = (text: string): string => text
const asNumber = (text: string): number => Number(text)
const rawTypes = { getTypeParser: () => asText } as pg.CustomTypesConfig
const objectTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (NUMBERS.has(oid)) return asNumber
    if ([16, 1000, 1005, 1007, 1009].includes(oid)) return pg.types.getTypeParser(oid, format ?? 'text')
    if (oid === 1016) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))
    return asText
  },
} as pg.CustomTypesConfig

type Runner = Pick<pg.ClientBase, 'query'>

/** Runs statements on one connection or on whichever the pool gives. */
class Handle implements Db {
  readonly #runner: Runner

  constructor(runner: Runner) {
    this.#runner = runner
  }

  async all<Row extends object>(query: Sql): Promise<Row[]> {
    return (await this.send(query, objectTypes)).rows as Row[]
  }

  async first<Row extends object>(query: Sql): Promise<Row | undefined> {
    return (await this.all<Row>(query))[0]
  }

  async text(query: Sql): Promise<TextRow[]> {
    const text = query.text
    const name = statementName(text)
    const config = { text, values: query.values, rowMode: 'array' as const, types: rawTypes, ...(name && { name }) }
    return (await this.#runner.query<TextRow>(config)).rows
  }

  protected send(query: Sql, types: pg.CustomTypesConfig): Promise<pg.QueryResult> {
    const text = query.text
    const name = statementName(text)
    return this.#runner.query({ text, values: query.values, types, ...(name && { name }) })
  }
}

class Transaction extends Handle implements Tx {
  now = ''
  readonly committed: (() => void)[] = []

  async run(query: Sql): Promise<number> {
    return (await this.send(query, objectTypes)).rowCount ?? 0
  }

  afterCommit(done: () => void): void {
    this.committed.push(done)
  }
}

/** The database of one process. */
export class Database {
  /** For reads: each statement on whichever connection is free. */
  readonly read: Db
  readonly #pool: pg.Pool
  readonly #maxWaiting: number

  constructor(options: DatabaseOptions) {
    const settings = {
      statement_timeout: options.statementTimeout,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      jit: 'off',
    }
    this.#pool = new pg.Pool({
      ...options.connection,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      application_name: 'sexton',
      max: options.poolSize,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      query_timeout: options.statementTimeout + 15_000,
      keepAlive: true,
      pipeline: true,
    } as pg.PoolConfig)
    // A connection that breaks, idle or in use, is replaced by the pool; without listeners it would end the process.
    this.#pool.on('connect', client => client.on('error', error => options.onError?.(error)))
    this.#pool.on('error', () => undefined)
    this.#maxWaiting = options.maxWaiting
    this.read = new Handle({ query: (...args: Parameters<Runner['query']>) => this.#query(args) } as Runner)
  }

  /** Open, idle and awaited connections, for the metrics. */
  get usage(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount }
  }

  /**
   * Runs one write of a church as one transaction, again after a deadlock or serialization failure.
   * It holds the church's write lock (shared), so that a reader of changes can wait for it.
   * @throws what `work` throws, after rolling back; ApiError `service_unavailable` when too many wait
   */
  async write<T>(church: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return await this.#write(sql`pg_advisory_xact_lock_shared(${writeLock(church)})`, work)
  }

  /** The same, with no other write of the church at the same time: it waits for those that are open. */
  async writeAlone<T>(church: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return await this.#write(sql`pg_advisory_xact_lock(${writeLock(church)})`, work)
  }

  /** Lends one connection, for work that neither a read nor a write of a church describes (imports, locks). */
  async connection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#acquire()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Waits for what runs, then closes every connection. */
  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #write<T>(lock: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(lock, work)
      } catch (error) {
        if (attempt === 5 || !mayRetry(error)) throw error
      }
    }
  }

  async #attempt<T>(lock: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#acquire()
    const tx = new Transaction(client)
    let broken: Error | undefined
    try {
      const begun = client.query('begin')
      // The lock comes first: the stamp must not be older than it.
      const locked = tx.first<{ now: string }>(sql`select ${lock}, clock_timestamp()::text as now`)
      const [, stamp] = await Promise.all([begun, locked])
      tx.now = stamp?.now ?? ''
      const result = await work(tx)
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
      for (const done of tx.committed) done()
      return result
    } catch (error) {
      broken = await client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }

  async #acquire(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= this.#maxWaiting) throw unavailable(1)
    return await this.#pool.connect()
  }

  async #query(args: Parameters<Runner['query']>): Promise<unknown> {
    const client = await this.#acquire()
    try {
      const result = await (client.query as (...all: unknown[]) => Promise<unknown>)(...args)
      client.release()
      return result
    } catch (error) {
      client.release(!(error instanceof pg.DatabaseError))
      throw error
    }
  }
}

/** A list of ids as one array parameter. */
export const idArray = (ids: readonly number[]): Sql => sql`${`{${ids.join(',')}}`}::bigint[]`

/** A text list as one array parameter. */
export const textArray = (list: readonly string[]): Sql => sql`${[...list]}::text[]`

/** The columns of a declaration, as a select list. */
export const columnList = (columns: readonly string[]): Sql => raw(columns.join(', '))
