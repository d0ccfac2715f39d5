/** What an importer is: how the rows of a file become records of a resource. `import-run.ts` runs it. */
import type { Db, Tx } from '../db/database.ts'
import type { Church } from './caller.ts'
import type { Writing } from './import-kept.ts'
import type { Meanings } from './import-meanings.ts'
import type { FromRow, Importing } from './import-record.ts'
import type { ImportOptions, ImportReport } from './import-report.ts'

/** Options that only some imports have. */
export type OwnOption = 'dedupe' | 'addLines' | 'update' | 'sameLines' | 'decimal' | 'names'

/** How an import deals with others who may add the same at the same time: nobody waits for it, so it may be overtaken. */
interface Contest<Row extends FromRow, Reserved, Written> {
  /** Takes beforehand what others would have to wait for, in a transaction of its own. */
  reserve(tx: Tx, importing: Importing, rows: readonly Row[]): Promise<Reserved>
  /** Holds the others back until the transaction ends, for an import that was overtaken too often. */
  hold(tx: Tx, church: Church): Promise<void>
  /**
   * Makes sure, when all is written, that nobody came since.
   * @param since a moment before which every change was in sight when the rows were judged
   * @throws Error that `overtaken` knows
   */
  confirm(tx: Tx, importing: Importing, rows: readonly Row[], since: string, written: Written): Promise<void>
  overtaken(error: unknown): boolean
  /** What an import says that was overtaken to the end, in a sentence. */
  lost: string
}

/** What a declaration of an importer says. */
interface ImportDeclaration<Row extends FromRow, Reserved, Written> {
  /** What a file may hold, for the help of the command. */
  columns: string
  /** How it understands files that were not made for it. */
  meanings: Meanings
  /** Of the options that not every import has, those that it understands. */
  understands: readonly OwnOption[]
  /** The options with what they imply. */
  settle?(options: ImportOptions): ImportOptions
  /** Reads and checks all rows; what is refused is noted in the report. @throws ImportError */
  read(db: Db, importing: Importing, report: ImportReport): Promise<Row[]>
  /** Judges rows beside what is on record: which of them are accepted; all, unless said. @throws ApiError */
  judge?(db: Db, importing: Importing, rows: readonly Row[], report: ImportReport): Promise<readonly Row[]>
  /** Writes the accepted rows, and their events; keeps which records it wrote. */
  write(
    tx: Tx,
    importing: Writing,
    rows: readonly Row[],
    report: ImportReport,
    reserved: Reserved | undefined,
  ): Promise<Written>
  contest?: Contest<Row, Reserved, Written>
}

/** An importer whose rows are not known by type. */
export type Importer = ImportDeclaration<FromRow, unknown, unknown>

/** Declares an importer, keeping the types between its functions. */
export const importer = <Row extends FromRow, Reserved = undefined, Written = void>(
  declaration: ImportDeclaration<Row, Reserved, Written>,
): Importer => declaration as unknown as Importer
