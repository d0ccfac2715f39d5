/**
 * A rate limit that stays exact however many nodes there are: a node that is alone counts in memory and asks the
 * database nothing; as soon as another one lives, all count in the database. A node that starts waits until the
 * others have moved their windows there (NodeLease tells them before it acknowledges the newcomer).
 */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { join, sql } from '../db/sql.ts'
import { type RateLimit, type RateLimiter, type Taken, WINDOW_MS } from './rate-limit.ts'

const SECONDS = WINDOW_MS / 1000

interface Row {
  admitted: boolean
  used: number
  oldest_age: number
}

/** One limit, counted where it has to be. */
export class NodeRateLimit implements RateLimiter {
  readonly #memory: RateLimit
  readonly #database: Database
  readonly #name: string
  #shared = false
  #moving: Promise<void> | undefined

  /** @param name tells the subjects of this limit from those of others */
  constructor(memory: RateLimit, database: Database, name: string) {
    this.#memory = memory
    this.#database = database
    this.#name = name
  }

  get limit(): number {
    return this.#memory.limit
  }

  /** Counts alone or with others from now on; moves the windows. */
  async follow(alone: boolean): Promise<void> {
    await this.#moving
    if (alone !== this.#shared || this.limit === 0) return
    this.#moving = alone ? this.#takeOver() : this.#handOver()
    try {
      await this.#moving
      this.#shared = !alone
    } finally {
      this.#moving = undefined
    }
  }

  take(subject: string): Taken | Promise<Taken> {
    if (this.#moving === undefined && !this.#shared) return this.#memory.take(subject)
    return this.#takeShared(subject)
  }

  giveBack(subject: string): void | Promise<void> {
    if (this.#moving === undefined && !this.#shared) return this.#memory.giveBack(subject)
    return this.#giveBackShared(subject)
  }

  async #takeShared(subject: string): Promise<Taken> {
    await this.#moving
    if (!this.#shared) return this.#memory.take(subject)
    const row = await this.#database.write(NO_CHURCH, tx =>
      tx.first<Row>(sql`select admitted, used, oldest_age::float8 as oldest_age
        from rate_take(${this.#subject(subject)}, ${this.limit}, ${SECONDS})`),
    )
    const { admitted = false, used = this.limit, oldest_age = 0 } = row ?? {}
    const resetSeconds = Math.max(1, Math.ceil(SECONDS - Number(oldest_age)))
    return { admitted, standing: { limit: this.limit, remaining: Math.max(0, this.limit - used), resetSeconds } }
  }

  async #giveBackShared(subject: string): Promise<void> {
    await this.#moving
    if (!this.#shared) return this.#memory.giveBack(subject)
    await this.#database.write(NO_CHURCH, tx =>
      tx.run(sql`update rate_windows set hits = trim_array(hits, 1)
        where subject = ${this.#subject(subject)} and cardinality(hits) > 0`),
    )
  }

  #subject(subject: string): string {
    return `${this.#name}/${subject}`
  }

  async #handOver(): Promise<void> {
    const windows = this.#memory.drain()
    if (windows.size === 0) return
    const rows = [...windows].map(([subject, ages]) => {
      const moments = sql`array(select extract(epoch from clock_timestamp()) - age / 1000
        from unnest(${`{${ages.join(',')}}`}::float8[]) as age)`
      return sql`(${this.#subject(subject)}::text, ${moments}::float8[], now() + ${SECONDS} * interval '1 s')`
    })
    await this.#database.write(NO_CHURCH, tx =>
      tx.run(sql`insert into rate_windows as w (subject, hits, expires) values ${join(rows)}
        on conflict (subject) do update set hits = w.hits || excluded.hits, expires = excluded.expires`),
    )
  }

  async #takeOver(): Promise<void> {
    const rows = await this.#database.read.all<{ subject: string; ages: string }>(sql`
      select substr(subject, ${this.#name.length + 2}) as subject, array_to_string(array(
        select (extract(epoch from clock_timestamp()) - hit) * 1000 from unnest(hits) as hit order by hit), ',') as ages
      from rate_windows where subject like ${`${this.#name}/%`} and expires > now()`)
    this.#memory.fill(new Map(rows.map(({ subject, ages }) => [subject, ages.split(',').filter(Boolean).map(Number)])))
  }
}
