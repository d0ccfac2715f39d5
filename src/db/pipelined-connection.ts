/** One connection that many short reads share: they are sent without waiting for each other's answers. */
import pg from 'pg'
import { planAnew } from './planning.ts'

export class PipelinedConnection {
  readonly #config: pg.ClientConfig
  readonly #onError: (error: Error) => void
  #client: Promise<pg.Client> | undefined
  /** Reads that are not answered yet. */
  busy = 0

  /** @param onError told when the connection breaks; the next read makes a new one */
  constructor(config: pg.ClientConfig, onError: (error: Error) => void) {
    this.#config = config
    this.#onError = onError
  }

  /** True while there is a connection, or soon will be. */
  get open(): boolean {
    return this.#client !== undefined
  }

  /** Sends what `work` sends, beside what others send; connects where there is no connection (any more). */
  async run<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    this.busy += 1
    try {
      this.#client ??= this.#connect()
      return await work(await this.#client)
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
    const client = new pg.Client(this.#config)
    client.on('error', this.#onError)
    client.on('end', () => {
      this.#client = undefined
    })
    try {
      await client.connect()
      planAnew(client)
    } catch (error) {
      this.#client = undefined
      throw error
    }
    return client
  }
}
