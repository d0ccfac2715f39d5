/** What goes with a record that is deleted. */
import type { Sql } from '../db/sql.ts'

/** Rows that are nothing without the record that they name: its history, what is kept for comparing it. */
export interface Detail {
  table: string
  /** Any of them names the record. */
  columns: readonly string[]
  /** The table of what they name. */
  of: string
}

/** Rows that the machine makes from a record, again and again: they go and stay with it as long as nobody has touched them. */
export interface MadeFrom {
  table: string
  /** Names the record. */
  column: string
  /** The table of the records. */
  of: string
  /** Which of them nobody has touched, by their own columns. One that something added names stays in any case. */
  untouched: Sql
}
