/** How far an import is: reading, judging and writing are parts of one whole, which never goes back. */
import type { Progress } from './import-cells.ts'
import type { ImportedRecord } from './import-kept.ts'

/** Where a part of it ends. What is left at the end is the commit. */
const READ = 0.35
const JUDGED = 0.5
const WRITTEN = 0.99

/** The parts of an import, as one progress. */
export class Phases {
  readonly #tell: Progress
  #share = 0
  #written = 0
  #line = 0

  constructor(tell: Progress = () => undefined) {
    this.#tell = tell
  }

  /** The file is read so far. */
  readonly read: Progress = share => this.#reach(READ * share)

  /** It is known which rows are accepted. */
  judged(): void {
    this.#written = 0
    this.#line = 0
    this.#reach(JUDGED)
  }

  /** Records were written. @param rows that are accepted: several records may come from one */
  wrote(records: readonly ImportedRecord[], rows: number): void {
    for (const { line } of records) {
      if (line !== this.#line) this.#written += 1
      this.#line = line
    }
    this.#reach(JUDGED + (WRITTEN - JUDGED) * Math.min(1, this.#written / Math.max(1, rows)))
  }

  /** An import that was overtaken begins anew, and what was told stays. */
  #reach(share: number): void {
    if (share <= this.#share) return
    this.#share = share
    this.#tell(share)
  }
}
