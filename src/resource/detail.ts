/** What goes with a record that is deleted. */

/** Rows that are nothing without the record that they name: its history, what is kept for comparing it. */
export interface Detail {
  table: string
  /** Any of them names the record. */
  columns: readonly string[]
  /** The table of what they name. */
  of: string
}
