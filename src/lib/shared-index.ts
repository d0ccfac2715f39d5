/** Finds plain data by texts that it shares with other data. All of it lies outside of the heap, some hundred bytes an item. */
import type { Repeated } from './repeats.ts'

const [FIRST_BYTES, FIRST_ITEMS] = [2 ** 14, 2 ** 8]

export class SharedIndex<T> {
  readonly #shared: Repeated
  /** The items as JSON, one behind the other, and where each ends. */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #ends = new Int32Array(FIRST_ITEMS)
  #size = 0
  /** Of each text the first and the last of its links, from 1; 0 for none. */
  readonly #first: Int32Array
  readonly #last: Int32Array
  /** Each is an item, and the next link of the same text. */
  #links = new Int32Array(2 * FIRST_ITEMS)
  #linked = 0

  /** @param shared texts that more than one item may have: no others are kept */
  constructor(shared: Repeated) {
    this.#shared = shared
    this.#first = new Int32Array(shared.size)
    this.#last = new Int32Array(shared.size)
  }

  /** Keeps an item, if one of the texts is shared: it is made only then. */
  add(item: () => T, texts: Iterable<string>): void {
    const places = Array.from(texts, text => this.#shared.placeOf(text)).filter(place => place >= 0)
    if (places.length === 0) return
    for (const place of new Set(places)) this.#link(place)
    const text = JSON.stringify(item())
    const begin = this.#beginOf(this.#size)
    if (this.#bytes.length < begin + 3 * text.length) {
      const wider = Buffer.allocUnsafeSlow(2 * this.#bytes.length + 3 * text.length)
      this.#bytes.copy(wider)
      this.#bytes = wider
    }
    if (this.#ends.length === this.#size) this.#ends = widened(this.#ends)
    this.#ends[this.#size] = begin + this.#bytes.write(text, begin)
    this.#size += 1
  }

  /** Whether an item has this text. */
  has(text: string): boolean {
    const place = this.#shared.placeOf(text)
    return place >= 0 && this.#first[place] !== 0
  }

  /** The items with this text, in the order in which they were added; hardly ever one more, whose hash is the same. */
  *having(text: string): Generator<T> {
    const place = this.#shared.placeOf(text)
    let link = place < 0 ? 0 : (this.#first[place] ?? 0)
    while (link !== 0) {
      const item = this.#links[2 * link - 2] ?? 0
      yield JSON.parse(this.#bytes.toString('utf8', this.#beginOf(item), this.#ends[item])) as T
      link = this.#links[2 * link - 1] ?? 0
    }
  }

  #beginOf(item: number): number {
    return item === 0 ? 0 : (this.#ends[item - 1] ?? 0)
  }

  /** Puts the item that is added behind the others with a text. */
  #link(place: number): void {
    if (this.#links.length === 2 * this.#linked) this.#links = widened(this.#links)
    this.#links[2 * this.#linked] = this.#size
    this.#linked += 1
    const before = this.#last[place] ?? 0
    if (before === 0) this.#first[place] = this.#linked
    else this.#links[2 * before - 1] = this.#linked
    this.#last[place] = this.#linked
  }
}

function widened(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(2 * numbers.length)
  wider.set(numbers)
  return wider
}
