/**
 * The embedded database: a real PostgreSQL as a supervised process (docs/decisions/0001). Every Sexton process that uses
 * it holds a shared advisory lock on a connection of its own; whoever can take the lock alone when leaving was the last
 * and stops the server. A killed process drops its lock by itself.
 */
import type pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { ensureCluster } from './cluster.ts'
import { findPlace, type Place } from './place.ts'
import { type Address, reach, stop } from './postmaster.ts'

export { EmbeddedDatabaseError } from './error.ts'

export interface EmbeddedDatabase {
  /** How to reach it; `host` is the folder of its unix socket. */
  connection: Address
  /** Lets go of the server; the last one out stops it. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** False lets a test server forget what it acknowledged when the machine stops. */
  durable?: boolean
  /** The folder of PostgreSQL's programs, where it is not the installed package's. */
  binaries?: string
}

const DATABASE = 'sexton'
const ATTACHMENT_LOCK = 8_417_003
const LONGEST_PAUSE_MS = 5_000

/**
 * Opens the embedded database: adopts its server where one runs, recovers or starts it where none does, makes it where
 * there is none, and keeps it running until `close`.
 * @throws EmbeddedDatabaseError
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = await findPlace(options.dataDir, options.binaries)
  await ensureCluster(place)
  const attachment = new Attachment(place, options.log, options.durable ?? true)
  const address = await attachment.open()
  return { connection: { ...address, database: DATABASE }, close: () => attachment.close() }
}

/** One process's hold on the server. */
class Attachment {
  readonly #place: Place
  readonly #log: Log
  readonly #durable: boolean
  #client: pg.Client | undefined
  #recovery: Promise<void> = Promise.resolve()
  #closed = false

  constructor(place: Place, log: Log, durable: boolean) {
    this.#place = place
    this.#log = log
    this.#durable = durable
  }

  /** Reaches the server and takes hold of it. */
  async open(): Promise<Address> {
    for (;;) {
      const { client, address } = await reach(this.#place, this.#durable)
      try {
        await client.query(`select pg_advisory_lock_shared(${ATTACHMENT_LOCK})`)
        await ensureDatabase(client)
        this.#client = client
        client.once('end', () => {
          this.#recovery = this.#recover(client)
        })
        return address
      } catch (error) {
        // The last one out was stopping it: the next round starts it again.
        await client.end().catch(() => undefined)
        if (!STOPPING.includes((error as { code?: string }).code ?? '') && !/terminated|ended/i.test(String(error)))
          throw error
      }
    }
  }

  /** Lets go; stops the server when nobody else holds it. */
  async close(): Promise<void> {
    this.#closed = true
    // A recovery under way may be about to take hold again.
    await this.#recovery
    const client = this.#client
    if (client === undefined) return
    try {
      await client.query(`select pg_advisory_unlock_shared(${ATTACHMENT_LOCK})`)
      const { rows } = await client.query<{ last: boolean }>(`select pg_try_advisory_lock(${ATTACHMENT_LOCK}) as last`)
      if (rows[0]?.last) await stop(this.#place)
    } catch {
      // The server is gone already.
    }
    await client.end().catch(() => undefined)
  }

  /** The server died without our leave: brings it up again, as often as it takes. */
  async #recover(lost: pg.Client): Promise<void> {
    if (this.#closed || this.#client !== lost) return
    this.#log.warn({}, 'The embedded PostgreSQL went away; bringing it up again')
    for (let wait = 100; !this.#closed; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.open()
        this.#log.info({}, 'The embedded PostgreSQL is back')
        return
      } catch (error) {
        this.#log.error({ err: error }, 'The embedded PostgreSQL could not be brought up; trying again')
        await new Promise(resolve => setTimeout(resolve, wait))
      }
    }
  }
}

/** Shutting down, starting up, connection gone. */
const STOPPING = ['57P01', '57P02', '57P03', '08006', '08003']

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_database where datname = '${DATABASE}'`)
  if (rows.length > 0) return
  await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
    // Two first starts at once: the other one made it (duplicate_database, or its unique index).
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}
