/** Long lists of plain data, kept packed outside of the heap and unpacked some at a time: what a process holds hardly grows with them. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** The quickest: rows of one list have so much in common that more is not worth its time. */
const LEVEL = 1

/** Plain data as packed JSON. */
export const pack = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value), { level: LEVEL })

/** What was packed. */
export const unpack = <T>(packed: Buffer): T => JSON.parse(inflateRawSync(packed).toString()) as T

/** What can be gone through again and again, and how much of it there is. */
export interface Listed<T> extends Iterable<T> {
  readonly size: number
}

/** Items that are unpacked at a time. */
const AT_ONCE = 500

/** A list of plain data that grows at its end. */
export class PackedList<T> implements Listed<T> {
  readonly #pieces: Buffer[] = []
  #last: T[] = []

  static of<T>(items: Iterable<T>): PackedList<T> {
    const list = new PackedList<T>()
    for (const item of items) list.push(item)
    return list
  }

  get size(): number {
    return this.#pieces.length * AT_ONCE + this.#last.length
  }

  push(item: T): void {
    this.#last.push(item)
    if (this.#last.length < AT_ONCE) return
    this.#pieces.push(pack(this.#last))
    this.#last = []
  }

  *[Symbol.iterator](): Generator<T> {
    for (const piece of this.#pieces) yield* unpack<T[]>(piece)
    yield* this.#last
  }
}
