/** Finds which of many texts are said more than once, with four bytes of memory for each. */

const FIRST = 1_024
/** FNV-1a, of 32 bits. */
const [BASIS, PRIME] = [0x811c9dc5, 0x01000193]

export class Repeats {
  #hashes = new Uint32Array(FIRST)
  #size = 0

  note(text: string): void {
    if (this.#size === this.#hashes.length) {
      const wider = new Uint32Array(2 * this.#size)
      wider.set(this.#hashes)
      this.#hashes = wider
    }
    this.#hashes[this.#size] = hash(text)
    this.#size += 1
  }

  /** Whether a text was noted more than once; true as well for a few of those that were not, whose hashes are equal. */
  found(): (text: string) => boolean {
    const sorted = this.#hashes.slice(0, this.#size).sort()
    const repeated = new Set<number>()
    for (let at = 1; at < sorted.length; at += 1) {
      const one = sorted[at] ?? 0
      if (one === sorted[at - 1]) repeated.add(one)
    }
    return text => repeated.size > 0 && repeated.has(hash(text))
  }
}

function hash(text: string): number {
  let value = BASIS
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), PRIME)
  return value >>> 0
}
