/** Finds which of many texts are said more than once, with eight bytes of memory for each. */

const FIRST = 1_024
/** FNV-1a, of 32 bits, and the same with another beginning: 52 bits of both are one number. */
const [BASIS, OTHER_BASIS, PRIME] = [0x811c9dc5, 0x9747b28c, 0x01000193]

export class Repeats {
  #hashes = new Float64Array(FIRST)
  #size = 0

  note(text: string): void {
    if (this.#size === this.#hashes.length) {
      const wider = new Float64Array(2 * this.#size)
      wider.set(this.#hashes)
      this.#hashes = wider
    }
    this.#hashes[this.#size] = hash(text)
    this.#size += 1
  }

  /**
   * The texts that were noted so often, or oftener.
   * @returns undefined where there is none
   */
  found(times = 2): Repeated | undefined {
    const sorted = this.#hashes.slice(0, this.#size).sort()
    let size = 0
    for (let at = times - 1; at < sorted.length; at += 1) {
      const one = sorted[at] ?? 0
      // Those that were looked at already make room for those that are kept.
      if (one === sorted[at - times + 1] && (size === 0 || one !== sorted[size - 1])) sorted[size++] = one
    }
    return size === 0 ? undefined : new Repeated(sorted.slice(0, size))
  }
}

/** Texts that were noted often enough; hardly ever one that was not, whose hash is another's. */
export class Repeated {
  readonly #hashes: Float64Array

  /** @param hashes of different texts, ascending */
  constructor(hashes: Float64Array) {
    this.#hashes = hashes
  }

  get size(): number {
    return this.#hashes.length
  }

  has(text: string): boolean {
    return this.placeOf(text) >= 0
  }

  /** Its place among them; negative for a text that is none of them. */
  placeOf(text: string): number {
    const wanted = hash(text)
    let [low, high] = [0, this.#hashes.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#hashes[middle] ?? 0
      if (found === wanted) return middle
      if (found < wanted) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

function hash(text: string): number {
  let value = BASIS
  let other = OTHER_BASIS
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    value = Math.imul(value ^ code, PRIME)
    // Not in step with the first: what both make of a text differs by more than where they began.
    other = Math.imul(other ^ (code + (other >>> 15)), PRIME)
  }
  return (value >>> 0) * 2 ** 20 + (other >>> 12)
}
