/** What becomes of the rows of an import of people. */

import { fold } from '../../lib/fold.ts'
import { PackedList } from '../../lib/packed.ts'
import type { LeftOut, Refusal, RowChange } from '../../resource/import-report.ts'
import { Rows } from '../../resource/import-rows.ts'
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

/** The first row of a piece that names a family. */
export interface NamedFamily extends Pick<NewPerson, 'line'> {
  family: string
  values: Pick<NewPerson['values'], 'branch_id'>
}

/** Accepted rows, with what is asked of all of them before the first is written: each is unpacked to be written only. */
export class AcceptedPeople extends Rows<NewPerson> {
  /** How many are not on record yet, the fields that one of them says, the numbers that they bring, and the families that they join by name. */
  added = 0
  readonly fields = new Set<string>()
  readonly numbers = new PackedList<string>()
  readonly families = new PackedList<NamedFamily>()
  /** People on record who are changed. */
  readonly changed: number[] = []

  /** Notes those of a piece. */
  note(people: readonly NewPerson[]): void {
    const named = new Set<string>()
    for (const { line, updates, values, family } of people) {
      if (updates !== undefined) {
        this.changed.push(updates)
        continue
      }
      this.added += 1
      for (const name of Object.keys(values)) this.fields.add(name)
      if (values.member_no !== undefined) this.numbers.push(values.member_no)
      const key = family === undefined ? '' : fold(family)
      if (family === undefined || named.has(key)) continue
      named.add(key)
      this.families.push({ line, family, values: { branch_id: values.branch_id } })
    }
  }
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
export function* changedIn(rows: AcceptedPeople): Generator<readonly NewPerson[]> {
  if (rows.changed.length === 0) return
  for (const piece of rows.pieces) {
    const changed = piece.rows().filter(({ updates }) => updates !== undefined)
    if (changed.length > 0) yield changed
  }
}
