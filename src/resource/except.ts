/** A condition that leaves few records out: what remains is counted as all of them but those. */
import { type Sql as Fragment, Sql } from '../db/sql.ts'

/** What is seen, and what is not; one is what the other leaves out. See list-sql.ts for what its parts are for. */
export class Except extends Sql {
  /** The condition of those that are left out: few, and found by an index. */
  readonly unseen: Fragment
  /** The version of the data moves wherever others are left out (`tally.ts`). */
  readonly versioned: boolean

  constructor(seen: Fragment, unseen: Fragment, versioned: boolean) {
    super(seen.strings, seen.values)
    this.unseen = unseen
    this.versioned = versioned
  }
}
