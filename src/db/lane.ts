/**
 * One connection that many short reads share. They are sent without waiting for each other's answers, and those of
 * one turn of the event loop in one piece: most of what a short read costs is handing it over.
 */
import { Socket } from 'node:net'
import pg from 'pg'

export class Lane {
  readonly #config: pg.ClientConfig
  readonly #onError: (error: Error) => void
  #client: Promise<pg.Client> | undefined
  #socket = new Socket()
  #gathering = false
  /** Reads that are not answered yet. */
  busy = 0

  constructor(config: pg.ClientConfig, onError: (error: Error) => void) {
    this.#config = config
    this.#onError = onError
  }

  /** True while it has a connection, or is about to. */
  get open(): boolean {
    return this.#client !== undefined
  }

  /** Sends what `work` sends, beside what others send; connects where there is no connection (any more). */
  async run<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    this.busy += 1
    try {
      this.#client ??= this.#connect()
      const client = await this.#client
      this.#gather()
      return await work(client)
    } finally {
      this.busy -= 1
    }
  }

  /** Waits for the answers, then closes the connection. */
  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  async #connect(): Promise<pg.Client> {
    const socket = new Socket()
    this.#socket = socket
    const client = new pg.Client({ ...this.#config, stream: () => socket })
    client.on('error', this.#onError)
    client.on('end', () => {
      if (this.#socket === socket) this.#client = undefined
    })
    try {
      await client.connect()
    } catch (error) {
      this.#client = undefined
      throw error
    }
    return client
  }

  #gather(): void {
    if (this.#gathering) return
    const socket = this.#socket
    this.#gathering = true
    socket.cork()
    setImmediate(() => {
      this.#gathering = false
      socket.uncork()
    })
  }
}
