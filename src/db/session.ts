/** One connection that lasts: it hears notifications and holds a lock that tells others that this process lives. */
import pg from 'pg'

export interface SessionOptions {
  /** The channel that is listened to. */
  channel: string
  /** The two halves of the advisory lock that is held as long as the connection lives. */
  presence: readonly [number, number]
  heard(payload: string): void
  /** The connection is there, for the first time or again. */
  opened(): void
  /** The connection broke; a new one is being tried. */
  lost(error: Error): void
}

const RETRY_MS = 500

/** Connects at once and again whenever the connection breaks, until it is closed. */
export class Session {
  readonly #connection: pg.ClientConfig
  readonly #options: SessionOptions
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #opening: Promise<void>

  constructor(connection: pg.ClientConfig, options: SessionOptions) {
    this.#connection = { ...connection, application_name: 'sexton session', keepAlive: true }
    this.#options = options
    this.#opening = this.#open()
  }

  /** True while the connection lives, as far as this process knows. */
  get open(): boolean {
    return this.#client !== undefined
  }

  /** Closes the connection and tries no new one. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#opening
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  async #open(): Promise<void> {
    const { channel, presence, heard, opened } = this.#options
    const client = new pg.Client({ ...this.#connection, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    let broken = false
    const lose = (error: Error): void => {
      if (broken) return
      broken = true
      client.end().catch(() => undefined)
      this.#lose(error)
    }
    client.on('error', lose)
    const ended = (): void => lose(new Error('The connection was closed.'))
    client.on('end', ended)
    try {
      await client.connect()
      // `pg` says so only when the socket is closed, turns of the event loop later. A server that is gone while something
      // that it said is unread ends the stream, too: libuv tells no error then.
      client.connection.stream.once('end', ended)
      // Shared: the server may not know yet that the connection before this one broke, and still hold its lock.
      await client.query('select pg_advisory_lock_shared($1, $2)', [...presence])
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      lose(error as Error)
      return
    }
    if (broken) return
    this.#client = client
    if (!this.#closed) opened()
  }

  #lose(error: Error): void {
    const had = this.#client !== undefined
    this.#client = undefined
    if (this.#closed) return
    if (had) this.#options.lost(error)
    this.#timer = setTimeout(() => {
      this.#opening = this.#open()
    }, RETRY_MS)
    this.#timer.unref()
  }
}
