/**
 * What a module says of its tables for the archive of a church (docs/moving-a-church.md). A table that it does not name goes
 * along as it is: the list is the database's own.
 */
import type { Tx } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import type { SealedColumn } from '../sealed-column.ts'
import type { RecordWords } from '../texts/resource-phrases.ts'

/** A row as it stands in an archive, by column. */
export type ArchivedRow = Record<string, unknown>

/** What of a module stays behind, or comes otherwise than it stood. Reasons are read by people. */
export interface InArchive {
  /** Tables that stay behind, and why. */
  leftOut?: Readonly<Record<string, string>>
  /** Columns that stay behind: they get their default. */
  columnsLeftOut?: Readonly<Record<string, readonly string[]>>
  /** Which rows go along, where not all do. */
  only?: Readonly<Record<string, { where: Sql; because: string }>>
  /** Columns that the vault has sealed, made by `sealedColumn`: `vault reseal` goes by them, too. */
  sealed?: readonly SealedColumn[]
  /** Changes a row as it comes in, so that nobody is told, asked or charged twice. */
  arrives?: Readonly<Record<string, (row: ArchivedRow, now: string) => void>>
  /** The same where it takes a look at this installation. @returns sentences for whoever brings the church in */
  settles?: Readonly<Record<string, (tx: Tx, rows: readonly ArchivedRow[], now: string) => Promise<string[]>>>
  /** What is in use or under way in a church, and is not settled by moving it: whoever writes it into an archive is told before. */
  unsettled?: readonly Unsettled[]
  /** Sums that must be the same on both sides. */
  sums?: readonly { table: string; by: readonly string[]; of: readonly string[] }[]
  /** What belongs to the rows and is made anew, in the transaction that brings them in. */
  complete?(tx: Tx, church: number): Promise<void>
  /** What is done in that transaction when everything was counted. @returns sentences for whoever brings the church in */
  brought?(tx: Tx, church: number): Promise<string[]>
  /** What is done to a whole database that was restored from a backup, of which the original may still run. */
  restored?: WhenRestored
}

/** Something that is under way in a church. */
export interface Unsettled extends RecordWords {
  /** What it means for a move, as a sentence goes on behind the count. */
  means: string
  /** How many there are, as `n`. */
  count(church: number): Sql
}

/** Statements for a restored database; a release that had not the column yet is told by its migration (`sexton.restored`). */
export interface WhenRestored {
  table: string
  column: string
  statements: readonly string[]
}
