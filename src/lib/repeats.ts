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
   * Tells whether a text was noted more than once; hardly ever of one that was not, whose hash is another's.
   * @returns undefined where none was
   */
  found(): ((text: string) => boolean) | undefined {
    const sorted = this.#hashes.slice(0, this.#size).sort()
    const repeated = new Set<number>()
    for (let at = 1; at < sorted.length; at += 1) {
      const one = sorted[at] ?? 0
      if (one === sorted[at - 1]) repeated.add(one)
    }
    return repeated.size === 0 ? undefined : text => repeated.has(hash(text))
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
