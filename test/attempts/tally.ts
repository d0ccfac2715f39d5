/** Counts what a suite of attacks tries. One that tried too little fails, and so does one that got through. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'

export class Tally {
  readonly #what: string
  readonly #least: number
  readonly #through: string[] = []
  #attempts = 0

  /**
   * @param what is tried, as it is printed
   * @param least attempts there have to be: where the surface is found no more, nothing would be attacked
   */
  constructor(what: string, least: number) {
    this.#what = what
    this.#least = least
  }

  /** Counts an attempt. @param held whether nothing came of it @param shown what was tried and what came, if something did */
  note(held: boolean, shown: string): void {
    this.#attempts += 1
    if (!held) this.#through.push(shown.slice(0, 600))
  }

  /** Counts attempts of which each was asserted to have come to nothing. */
  held(attempts: number): this {
    this.#attempts += attempts
    return this
  }

  /** Prints the counts. @throws AssertionError naming what got through, or saying that too little was tried */
  end(t: TestContext): void {
    // test/runner/report.ts reads this sentence.
    t.diagnostic(`${this.#what}: ${this.#attempts} attempts, ${this.#through.length} successes`)
    assert.deepEqual(this.#through.slice(0, 10), [], `${this.#what}: ${this.#through.length} got through`)
    assert.ok(
      this.#attempts >= this.#least,
      `${this.#what}: ${this.#attempts} attempts, at least ${this.#least} wanted`,
    )
  }
}
