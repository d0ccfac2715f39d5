/** What the record of a person is made of, before it is a page. */

/** A record, by the names of its fields. */
export type ToldRow = Record<string, unknown>

/** Records of one kind. */
export interface Told {
  table: string
  /** What people call them: `Prayer requests`. */
  title: string
  rows: ToldRow[]
}

/** What records are called that others name by their numbers, by kind and number. */
export type ToldNames = Record<string, Record<string, string>>
