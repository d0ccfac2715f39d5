/** A map of at most `max` entries that lets go of the one used longest ago. */
export class Lru<K, V extends NonNullable<unknown> | null> {
  readonly #max: number
  // A Map keeps the order of insertion: the first key is the one used longest ago.
  readonly #entries = new Map<K, V>()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value, which counts as a use; undefined when the key is not (or no longer) there. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#max) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }

  delete(key: K): boolean {
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
