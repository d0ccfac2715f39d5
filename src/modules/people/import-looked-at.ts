/** Rows of an import that somebody has looked at: what was decided of them, and about whom. */
import type { ImportOptions, LeftOut } from '../../resource/import-report.ts'

/** Whom a row is taken for. */
export interface Taken extends LeftOut {
  /** Nothing but a likeness speaks for it: whoever has looked may say that it is somebody else. */
  mayBeOther: boolean
}

export class LookedAt {
  readonly #added: ReadonlySet<number>
  readonly #same: ReadonlySet<number>
  readonly #left: ReadonlySet<number>
  readonly #about: ReadonlyMap<number, number | null> | undefined

  constructor({ addLines, sameLines, leaveLines, decidedAbout }: ImportOptions) {
    this.#added = new Set(addLines)
    this.#same = new Set(sameLines)
    this.#left = new Set(leaveLines)
    this.#about = decidedAbout
  }

  /** Whether the row is left out, whomever it names. */
  leaves(line: number): boolean {
    return this.#left.has(line)
  }

  /**
   * What a decision makes of whom a row is taken for. One about somebody else than is found now says nothing of them, and is for
   * somebody to look at once more.
   * @returns undefined for a row that is added
   */
  settle({ mayBeOther, ...left }: Taken): LeftOut | undefined {
    const { line, taken_for_id } = left
    const isSame = this.#same.has(line)
    const isOther = this.#added.has(line)
    if (!isSame && !isOther) return left
    const about = this.#about?.get(line)
    const isAbout = about === undefined || about === (taken_for_id ?? null)
    if (!isAbout) return isSame ? { ...left, possible: true } : left
    if (isSame) return { ...left, possible: false }
    return mayBeOther ? undefined : left
  }
}
