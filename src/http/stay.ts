/** What one request holds of its node, from its beginning until it is given back as a whole (see allowances.ts). */
import type { Config } from '../config.ts'
import { ApiError, unavailable } from '../errors.ts'
import { addressSubject } from '../lib/address-subject.ts'
import { ALLOWANCES } from './allowances.ts'
import { Places } from './places.ts'

/** What a node has, shared by all clients. */
export interface Capacity {
  connections: Places
  requests: Places
  uploads: Places
  bytes: Places
  waiting: Places
}

/** What a node with these settings has. */
export const capacityOf = ({
  maxConnections,
  maxRequests,
}: Pick<Config, 'maxConnections' | 'maxRequests'>): Capacity => ({
  connections: new Places(maxConnections),
  requests: new Places(maxRequests),
  uploads: new Places(ALLOWANCES.uploads.most),
  bytes: new Places(ALLOWANCES.bytes.most),
  waiting: new Places(ALLOWANCES.waiting.most),
})

/** Bytes that need no place of their own: the places for requests bound them. */
export const PIECE = 64 * 1024

const crowded = (what: string, headers: Record<string, string> = {}): ApiError =>
  new ApiError('rate_limited', {
    message: `This address ${what} at once. Wait for answers before you send more.`,
    headers: { 'Retry-After': '1', ...headers },
  })

/** The stay of one request. */
export class Stay {
  readonly #capacity: Capacity
  readonly #subject: string
  #inside = false
  #receiving = false
  #bytes = 0
  #ends = 0

  /** @param ip the client's address */
  constructor(capacity: Capacity, ip: string) {
    this.#capacity = capacity
    this.#subject = addressSubject(ip)
  }

  /** Begins it. @returns why it cannot begin */
  enter(): ApiError | undefined {
    const { requests } = this.#capacity
    this.#inside = requests.take(this.#subject)
    if (this.#inside) return undefined
    return requests.full ? unavailable(1) : crowded('has too many requests open')
  }

  /** From now on its body is received. @throws ApiError `rate_limited` */
  beginReceiving(): void {
    this.#receiving = this.#capacity.uploads.take(this.#subject)
    if (!this.#receiving) throw crowded('sends too many bodies')
  }

  /** The body is there, or nobody waits for it any more. */
  endReceiving(): void {
    if (this.#receiving) this.#capacity.uploads.giveBack(this.#subject)
    this.#receiving = false
  }

  /** Keeps so many bytes in memory for the client. @returns why it cannot */
  keep(bytes: number): ApiError | undefined {
    if (!this.#capacity.bytes.take(this.#subject, bytes))
      return crowded('has too much under way', { Connection: 'close' })
    this.#bytes += bytes
    return undefined
  }

  /** Told twice: when the answer is made, and when it was taken or its client has left. With the second it is over. */
  end(): void {
    this.#ends += 1
    if (this.#ends === 2) this.#leave()
  }

  #leave(): void {
    this.endReceiving()
    if (this.#inside) this.#capacity.requests.giveBack(this.#subject)
    if (this.#bytes > 0) this.#capacity.bytes.giveBack(this.#subject, this.#bytes)
  }
}
