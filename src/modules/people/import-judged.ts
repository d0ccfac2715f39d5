/** What becomes of the rows of an import of people. */
import type { LeftOut, Refusal, RowChange } from '../../resource/import-report.ts'
import type { Rows } from '../../resource/import-rows.ts'
import type { PersonInput } from './fields.ts'

/** A row that is accepted: what is inserted, and the name of a family that the person joins. */
export interface NewPerson {
  line: number
  /** Tells what the row says from what others say. */
  key: string
  values: PersonInput & { branch_id: number; member_no?: string }
  family: string | undefined
  /** True where the row names its branch; else it is the head branch. */
  namesBranch?: boolean
  /** The person on record whom the row changes. */
  updates?: number
}

/** What becomes of rows. */
export interface Judged {
  accepted: NewPerson[]
  refusals: Refusal[]
  left: LeftOut[]
  changes: RowChange[]
}

/** Accepted rows meet others who came since: they are to be judged anew. */
export class Overtaken extends Error {}

/** Those who are not on record yet. */
export const addedOf = (people: readonly NewPerson[]): NewPerson[] =>
  people.filter(({ updates }) => updates === undefined)

/** The same, piece by piece. */
export function* addedIn(rows: Rows<NewPerson>): Generator<readonly NewPerson[]> {
  for (const piece of rows.pieces) {
    const added = addedOf(piece.rows())
    if (added.length > 0) yield added
  }
}

/** Those who are, piece by piece. */
export function* changedIn(rows: Rows<NewPerson>): Generator<readonly NewPerson[]> {
  for (const piece of rows.pieces) {
    const changed = piece.rows().filter(({ updates }) => updates !== undefined)
    if (changed.length > 0) yield changed
  }
}
