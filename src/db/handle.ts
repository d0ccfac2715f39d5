/** Runs statements: what a reader and a writer may do, on whatever connection they are given. */
import pg from 'pg'
import { type Statement, statementName } from './sql.ts'
import { TextQuery, type TextRow } from './text-query.ts'

/** What a reader may do. */
export interface Db {
  /** Rows as objects: integers as numbers, booleans as booleans, times, dates and numerics as text. */
  all<Row extends object>(query: Statement): Promise<Row[]>
  /** The first row, or undefined. */
  first<Row extends object>(query: Statement): Promise<Row | undefined>
  /** Rows as arrays of PostgreSQL's text. */
  text(query: Statement): Promise<TextRow[]>
}

/** What a write may tell this process about; `T` is what is told. */
export interface Topic<T> {
  readonly name: string
  /** Never there: it only carries the type. */
  readonly carries?: T
}

/** What a writer has: everything goes through the one open transaction. */
export interface Tx extends Db {
  /** The moment of the change, taken after the church's write lock: what `updated_at` becomes. */
  readonly now: string
  /** Runs a statement; the number of rows it touched. */
  run(query: Statement): Promise<number>
  /**
   * Sends a statement whose result the change does not wait for. If it fails, the transaction does.
   * @param use gets the rows, before the transaction commits
   * @param meaning what its failure means to who asked for the change; by default the failure itself
   */
  send<Row extends object>(query: Statement, use?: (rows: Row[]) => void, meaning?: (error: unknown) => unknown): void
  /** Called once the transaction has committed, never when it has not. @param about of several that are about the same, one is called */
  afterCommit(about: string, done: () => void): void
  /** Tells those who listen in this process (see Database.listen), once the transaction has committed. */
  announce<T>(topic: Topic<T>, value: T): void
}

const NUMBERS = new Set([20, 21, 23, 26])
const asText = (text: string): string => text
const asNumber = (text: string): number => Number(text)
const objectTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (NUMBERS.has(oid)) return asNumber
    if ([16, 1000, 1005, 1007, 1009].includes(oid)) return pg.types.getTypeParser(oid, format ?? 'text')
    if (oid === 1016) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))
    return asText
  },
} as pg.CustomTypesConfig

/** Gives work a connection for as long as it takes. */
type Lend = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>

/** Runs statements on one connection or on whichever the pool gives. */
export class Handle implements Db {
  readonly #lend: Lend

  constructor(lend: Lend) {
    this.#lend = lend
  }

  async all<Row extends object>(query: Statement): Promise<Row[]> {
    return (await this.result(query)).rows as Row[]
  }

  async first<Row extends object>(query: Statement): Promise<Row | undefined> {
    return (await this.all<Row>(query))[0]
  }

  async text(query: Statement): Promise<TextRow[]> {
    const config = prepared(query)
    return await this.#lend(
      client =>
        new Promise((resolve, reject) => {
          client.query(new TextQuery(config, (error, rows) => (error ? reject(error) : resolve(rows))))
        }),
    )
  }

  protected result(query: Statement): Promise<pg.QueryResult> {
    const config = { ...prepared(query), types: objectTypes }
    return this.#lend(client => client.query(config))
  }
}

function prepared(query: Statement): pg.QueryConfig {
  const text = query.text
  const name = statementName(text)
  return name === undefined ? { text, values: query.values } : { text, values: query.values, name }
}

/** PostgreSQL: current transaction is aborted, commands ignored until end of transaction block. */
const isAborted = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25P02'
/** And what it says of a statement that is sent again behind one whose text it did not read for that reason. */
const isUnread = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '26000'

/** One transaction on one connection; who made it begins and ends it. */
export class Transaction extends Handle implements Tx {
  #now: string | undefined
  /** Statements that nobody waits for: those that are not answered yet, and those that failed. */
  readonly sent = new Set<Promise<unknown>>()
  /** What the first of them failed with. */
  #fault: unknown
  /** What a statement failed with, last: all later ones only say that the transaction is aborted. */
  #failure: unknown
  #isOver = false
  readonly committed = new Map<string, () => void>()
  readonly announced: { name: string; value: unknown }[] = []

  constructor(lend: Lend) {
    super(async work => {
      // Behind the end of the transaction it would be one of its own.
      if (this.#isOver) throw new Error('The transaction is over: a statement of it came too late.')
      const answer = lend(work)
      answer.catch(error => {
        if (!this.#follows(error)) this.#failure = error
      })
      return await answer
    })
  }

  /** From now on nothing can be sent. */
  end(): void {
    this.#isOver = true
  }

  /** Why the change failed, of what it failed with: of statements behind the one that failed, nothing can be learnt. */
  causeOf(error: unknown): unknown {
    return this.#fault ?? (this.#follows(error) ? (this.#failure ?? error) : error)
  }

  /** Whether a statement failed because one before it had: of why, it tells nothing. */
  #follows(error: unknown): boolean {
    return isAborted(error) || (isUnread(error) && this.#failure !== undefined)
  }

  /** @throws Error for what is sent ahead of the change (see `Database.write`) */
  get now(): string {
    if (this.#now === undefined) throw new Error('The moment of a change is not known before its lock is held.')
    return this.#now
  }

  /** The lock is held since this moment. */
  begin(now: string): void {
    this.#now = now
  }

  async run(query: Statement): Promise<number> {
    return (await this.result(query)).rowCount ?? 0
  }

  send<Row extends object>(query: Statement, use?: (rows: Row[]) => void, meaning = (error: unknown) => error): void {
    const failed = (error: unknown): void => {
      if (!this.#follows(error)) this.#fault ??= meaning(error)
    }
    const answer = this.result(query)
    // At once, before whoever waits for a statement behind it learns that the transaction is aborted.
    answer.catch(failed)
    const result = answer.then(({ rows }) => use?.(rows as Row[]))
    this.sent.add(result)
    result.then(() => this.sent.delete(result), failed)
  }

  afterCommit(about: string, done: () => void): void {
    this.committed.set(about, done)
  }

  announce<T>({ name }: Topic<T>, value: T): void {
    this.announced.push({ name, value })
  }
}
