/** How files name the records that others refer to, where ids say nothing: a branch by its name, a person by their number. */
import type { Db } from '../db/database.ts'
import type { Problems } from '../errors.ts'
import type { Worded } from '../texts/said.ts'
import type { Caller, Church } from './caller.ts'
import type { KnownNames } from './import-meanings.ts'

/** What a row says of a record that it refers to. */
export interface RowNames {
  /** The field that holds its id. */
  field: string
  id: number | undefined
  /** Trimmed texts of the row, never empty; those of the columns are meant. */
  texts: ReadonlyMap<string, string>
}

/** A record that a row names. */
interface NamedRecord {
  id: number
  /** Null where it belongs to the whole church. */
  branch_id: number | null
  /** What whoever imports should know of the choice, in a sentence: another has the name, too. */
  note?: Worded
}

/** The record a row means; undefined for a row that names none, and, with problems added, for one that cannot be found. */
export type FindNamed = (row: RowNames, problems: Problems) => NamedRecord | undefined

/** How files name the records of a resource. */
export interface NamedInFiles {
  /** The columns that may name one, beside its id; an export writes the first. */
  columns: readonly string[]
  /** Natural names of columns → the column that is meant. */
  aliases?: Readonly<Record<string, string>>
  /** The field whose text an export writes into the first column. */
  written: string
  /** Fields that an export writes beside it, into columns of their names, where one alone does not tell. */
  beside?: readonly string[]
  /** The names that are on record, where they are few enough to be chosen from; by column. */
  known?(db: Db, church: Church): Promise<Readonly<Record<string, KnownNames>>>
  /**
   * Looks up what a batch of rows names.
   * @param caller who imports: where single records are hidden from some, those are no one's to find
   */
  finder(db: Db, church: Church, rows: readonly RowNames[], caller: Caller): Promise<FindNamed>
}
