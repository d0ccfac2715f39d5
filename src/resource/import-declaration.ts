/** What an importer is: how the rows of a file become records of a resource. `import-run.ts` runs it. */
import type { Db, Tx } from '../db/database.ts'
import type { Church } from './caller.ts'
import type { Writing } from './import-kept.ts'
import type { Meanings } from './import-meanings.ts'
import type { Importing } from './import-record.ts'
import type { ImportOptions, ImportReport } from './import-report.ts'
import { type FromRow, Rows } from './import-rows.ts'

/** Options that only some imports have. */
export type OwnOption = 'dedupe' | 'addLines' | 'update' | 'sameLines' | 'decimal' | 'names'

/** How an import deals with others who may add the same at the same time: nobody waits for it, so it may be overtaken. */
interface Contest<Accepted, Reserved, Written> {
  /** Takes beforehand what others would have to wait for, in a transaction of its own. */
  reserve(tx: Tx, importing: Importing, rows: Accepted): Promise<Reserved>
  /** Holds the others back until the transaction ends, for an import that was overtaken too often. */
  hold(tx: Tx, church: Church): Promise<void>
  /**
   * Makes sure, when all is written, that nobody came since.
   * @param since a moment before which every change was in sight when the rows were judged
   * @throws Error that `overtaken` knows
   */
  confirm(tx: Tx, importing: Importing, rows: Accepted, since: string, written: Written): Promise<void>
  overtaken(error: unknown): boolean
  /** What an import says that was overtaken to the end, in a sentence. */
  lost: string
}

/** What a declaration of an importer says, however its rows are kept. */
interface Described {
  /** What a file may hold, for the help of the command. */
  columns: string
  /** How it understands files that were not made for it. */
  meanings: Meanings
  /** Of the options that not every import has, those that it understands. */
  understands: readonly OwnOption[]
  /** The options with what they imply. */
  settle?(options: ImportOptions): ImportOptions
}

/** An importer that works off its rows in pieces. `Accepted` is what `judge` makes of them, with what it learnt of all. */
interface PiecewiseImporter<Row extends FromRow, Reserved, Written, Accepted extends Rows<Row> = Rows<Row>>
  extends Described {
  /** Reads and checks all rows; what is refused is noted in the report. @throws ImportError */
  read(db: Db, importing: Importing, report: ImportReport): Promise<Rows<Row>>
  /** Judges rows beside what is on record: which of them are accepted; all, unless said. @throws ApiError */
  judge?(db: Db, importing: Importing, rows: Rows<Row>, report: ImportReport): Promise<Accepted>
  /** Writes the accepted rows, and their events; keeps which records it wrote. */
  write(
    tx: Tx,
    importing: Writing,
    rows: Accepted,
    report: ImportReport,
    reserved: Reserved | undefined,
  ): Promise<Written>
  contest?: Contest<Accepted, Reserved, Written>
}

/** The same of one that has all of its rows at once. */
interface ListImporter<Row extends FromRow> extends Described {
  read(db: Db, importing: Importing, report: ImportReport): Promise<Row[]>
  judge?(db: Db, importing: Importing, rows: readonly Row[], report: ImportReport): Promise<readonly Row[]>
  write(tx: Tx, importing: Writing, rows: readonly Row[], report: ImportReport): Promise<void>
}

/** An importer whose rows are not known by type. */
export type Importer = PiecewiseImporter<FromRow, unknown, unknown>

/** Declares an importer of files that may be large, keeping the types between its functions. */
export const importerInPieces = <
  Row extends FromRow,
  Reserved = undefined,
  Written = void,
  Accepted extends Rows<Row> = Rows<Row>,
>(
  declaration: PiecewiseImporter<Row, Reserved, Written, Accepted>,
): Importer => declaration as unknown as Importer

/** Declares an importer. */
export function importer<Row extends FromRow>(declaration: ListImporter<Row>): Importer {
  const { judge } = declaration
  return importerInPieces<Row>({
    ...declaration,
    read: async (...asked) => Rows.listed(await declaration.read(...asked)),
    ...(judge !== undefined && {
      judge: async (db, importing, rows, report) => Rows.listed(await judge(db, importing, rows.all(), report)),
    }),
    write: async (tx, importing, rows, report) => await declaration.write(tx, importing, rows.all(), report),
  } as PiecewiseImporter<Row, undefined, void>)
}
