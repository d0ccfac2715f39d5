/**
 * What is tapped in a row, shown at once and saved one by one: a value of each key, such as the mark of a person. Taps on the
 * same key are sent one after the other; what others tap is learnt in between, and neither takes the other back.
 */

/** How taps of one kind are carried out. */
export interface TapRules<Key, Value, Change> {
  /** What a change makes of what is known. */
  apply(known: Value | undefined, change: Change): Value
  /** Two changes, one after the other, as one. */
  join(first: Change, then: Change): Change
  /** Keeps a change as it is tapped, before it is sent. */
  keep?(key: Key, change: Change): void
  /** Saves a change. @returns what holds then */
  send(key: Key, change: Change): Promise<Value>
  /** Whether a change that was not answered is sent again: no where the same twice is another. */
  isKept(change: Change, error: unknown): boolean
  /** Told of a change that is not carried out. */
  refused(key: Key, error: unknown): void
}

type Listener = () => void

let last = 0

/** The order in which things happen on this page: later is more. */
export function inOrder(): number {
  last += 1
  return last
}

/** Values with taps on them. */
export class Taps<Key, Value, Change> {
  readonly #rules: TapRules<Key, Value, Change>
  readonly #known = new Map<Key, Value>()
  readonly #sent = new Map<Key, Change>()
  readonly #waiting = new Map<Key, Change>()
  readonly #shown = new Map<Key, Value>()
  /** When the server last answered for a key, as `inOrder` says. */
  readonly #answered = new Map<Key, number>()
  readonly #ofKey = new Map<Key, Set<Listener>>()
  readonly #ofAll = new Set<Listener>()
  /** Keys whose changes found no server. */
  readonly #unsent = new Set<Key>()
  #version = 0
  /** Of `kept`, what those who watch know. */
  #told = 0

  constructor(rules: TapRules<Key, Value, Change>) {
    this.#rules = rules
  }

  /** What is shown of a key: what is known, with what was tapped since. */
  get(key: Key): Value | undefined {
    return this.#shown.get(key)
  }

  /** All that is shown. */
  values(): Iterable<Value> {
    return this.#shown.values()
  }

  /** Another number whenever anything that is shown is another. */
  readonly version = (): number => this.#version

  /** Changes that wait for the server to be reached again. */
  readonly kept = (): number => this.#unsent.size

  /** Takes a change: it is shown at once, and sent when what was sent before is answered. */
  tap(key: Key, change: Change): void {
    this.#rules.keep?.(key, change)
    const before = this.#waiting.get(key)
    this.#waiting.set(key, before === undefined ? change : this.#rules.join(before, change))
    this.#show(key)
    void this.#sendNext(key)
  }

  /** Sends again what was not answered. */
  again(): void {
    for (const key of [...this.#waiting.keys()]) void this.#sendNext(key)
  }

  /** Takes what the server says. @param asked `inOrder`, when it was asked: what it answered to a tap since then is newer */
  learn(values: Iterable<readonly [Key, Value]>, asked: number): void {
    for (const [key, value] of values) {
      if (this.#sent.has(key) || (this.#answered.get(key) ?? 0) > asked) continue
      this.#known.set(key, value)
      this.#show(key)
    }
  }

  /** Tells of changes of one key. @returns what ends it */
  onKey(key: Key, listener: Listener): () => void {
    const listeners = this.#ofKey.get(key) ?? new Set()
    this.#ofKey.set(key, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Tells of every change. @returns what ends it */
  readonly onAny = (listener: Listener): (() => void) => {
    this.#ofAll.add(listener)
    return () => void this.#ofAll.delete(listener)
  }

  async #sendNext(key: Key): Promise<void> {
    const change = this.#waiting.get(key)
    if (change === undefined || this.#sent.has(key)) return
    this.#waiting.delete(key)
    this.#unsent.delete(key)
    this.#sent.set(key, change)
    try {
      const value = await this.#rules.send(key, change)
      this.#known.set(key, value)
      this.#answered.set(key, inOrder())
      this.#sent.delete(key)
      this.#show(key)
      await this.#sendNext(key)
    } catch (error) {
      this.#sent.delete(key)
      this.#failed(key, change, error)
    }
  }

  #failed(key: Key, change: Change, error: unknown): void {
    const later = this.#waiting.get(key)
    if (this.#rules.isKept(change, error)) {
      this.#waiting.set(key, later === undefined ? change : this.#rules.join(change, later))
      this.#unsent.add(key)
    } else {
      this.#waiting.delete(key)
      this.#rules.refused(key, error)
    }
    this.#show(key)
  }

  #show(key: Key): void {
    const { apply } = this.#rules
    let value = this.#known.get(key)
    for (const change of [this.#sent.get(key), this.#waiting.get(key)]) {
      if (change !== undefined) value = apply(value, change)
    }
    if (Object.is(value, this.#shown.get(key)) && this.#unsent.size === this.#told) return
    this.#told = this.#unsent.size
    this.#version += 1
    if (value === undefined) this.#shown.delete(key)
    else this.#shown.set(key, value)
    for (const listener of [...(this.#ofKey.get(key) ?? []), ...this.#ofAll]) listener()
  }
}
