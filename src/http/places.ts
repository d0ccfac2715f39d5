/**
 * Places that all clients of a node share. One client may hold as many as a quarter of those that are free, so one that
 * takes all it gets holds a fifth of all, many that do so get less each, and for a newcomer there is always one.
 * See docs/decisions/0013-limits.md.
 */
const SHARE = 1 / 4

/** A counted thing of which there is only so much. */
export class Places {
  /** How many there are. */
  readonly most: number
  readonly #held = new Map<string, number>()
  #used = 0
  #refused = 0

  constructor(most: number) {
    this.most = most
  }

  /** How many are held now. */
  get used(): number {
    return this.#used
  }

  /** How often there was none. */
  get refused(): number {
    return this.#refused
  }

  /** True when nobody could have one, however few they hold. */
  get full(): boolean {
    return this.#used >= this.most
  }

  /**
   * Takes places for a subject: its first as long as there are enough, further ones within its share.
   * @param whole true for a subject that may hold all of them
   * @returns false where it gets none
   */
  take(subject: string, amount = 1, whole = false): boolean {
    const held = this.#held.get(subject) ?? 0
    const free = this.most - this.#used
    const fits = whole || held === 0 ? amount <= free : held + amount <= free * SHARE
    if (!fits) {
      this.#refused += 1
      return false
    }
    this.#held.set(subject, held + amount)
    this.#used += amount
    return true
  }

  /** Gives places back that were taken. */
  giveBack(subject: string, amount = 1): void {
    const left = (this.#held.get(subject) ?? 0) - amount
    if (left > 0) this.#held.set(subject, left)
    else this.#held.delete(subject)
    this.#used -= amount
  }
}
