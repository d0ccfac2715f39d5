/** What an import says of itself. */
import type { DecimalMark } from '../lib/amount-number.ts'
import { tellingWords } from '../lib/file-text.ts'
import { exactAmount } from '../lib/money.ts'
import { ENGLISH, msg } from '../texts/language.ts'
import { type Said, type SaidValue, saidIn, type Worded } from '../texts/said.ts'
import type { Fields } from './field.ts'
import type { CheckedRow } from './import.ts'
import { ImportError, type ImportFile, type OwnTitles } from './import-file.ts'
import type { NameDecisions, NamesReport, OpenName } from './import-names.ts'

export interface ImportOptions {
  /** Checks everything and imports nothing. */
  dryRun?: boolean
  /** Imports the accepted rows although others are refused. */
  skipRefused?: boolean
  /** Leaves out columns that are not known. */
  ignoreUnknown?: boolean
  /** Imports rows that were imported before once more. */
  force?: boolean
  /** Leaves out rows that were imported before. */
  newRows?: boolean
  /** People only: leaves out rows that name somebody who is, or may be, on record or in an earlier row. */
  dedupe?: boolean
  /**
   * Lines whose people are added although they may be on record, since somebody has looked. Goes with `dedupe` and `newRows`:
   * the rest of the file was imported when these were left out.
   */
  addLines?: readonly number[]
  /** People only: changes who is on record to what the file says; goes with `dedupe`. */
  update?: boolean
  /** Lines that name who they may name, since somebody has looked: they are changed. Goes with `update`. */
  sameLines?: readonly number[]
  /** Of such lines, whom each was decided about: the id of somebody on record, null for an earlier line. Absent: whoever is found. */
  decidedAbout?: ReadonlyMap<number, number | null>
  /** People only: lines that are left out, since somebody has looked. */
  leaveLines?: readonly number[]
  /** Lists every row that is no plain new one, however many there are. */
  listAll?: boolean
  /** Gifts only: finds givers by their names, where a row says nothing better. */
  names?: NameDecisions | undefined
  /** Gifts only: what stands before the decimals of amounts, where the column does not tell. */
  decimal?: DecimalMark
}

/** A row that was not accepted. */
export interface Refusal {
  /** Line of the file at which the row begins; the header is line 1. */
  line: number
  /** Field or column → what is wrong. */
  errors: Record<string, string>
}

/** A row that was left out for whom it names. */
export interface LeftOut {
  line: number
  /** Whom the row names. */
  name: string
  /** The person on record, or the line of the file, that it was taken for. */
  taken_for: string
  /** The same, where it has words of ours: the person's name stays as it is. */
  taken_said?: SaidValue | undefined
  /** Of the person on record; absent for a line of the file. */
  taken_for_id?: number | undefined
  /** What both have in common: `name`, `email`, … */
  reasons: string[]
  /** False where it surely is the same person. */
  possible: boolean
}

/** A row that changes what is on record. */
export interface RowChange {
  line: number
  /** The person; absent where it is about none. */
  id?: number
  name: string
  /** The same, where it has words of ours. */
  said?: SaidValue
  /** By field: what is on record, and what the file says. */
  changes: Record<string, [before: unknown, after: unknown]>
}

/** Gifts of a currency. */
export interface Sum {
  currency: string
  gifts: number
  /** Minor units, as text: there may be more than JSON's numbers hold exactly. */
  amount: string
  /** As people read it: `₦4,512,300.00`. */
  display: string
}

/** What came of telephones of givers, where rows have nothing better. */
export interface PhonesReport {
  /** Gifts whose giver was found by the telephone. */
  matched: number
  /** Gifts without a giver whose number is that of several people. */
  shared: number
  /** Gifts without a giver whose number is that of somebody who is called otherwise. */
  otherwise: number
  /** Names of both, with who has the number; none where names are looked up, which lists them among its own. */
  open: OpenName[]
}

export interface ImportReport {
  /** Rows of each kind that are listed; a thousand, unless said. */
  listed?: number
  dry_run: boolean
  rows: number
  /** Rows that could be imported. */
  accepted: number
  /** Rows that were; 0 unless the import took place. */
  imported: number
  refused: number
  /** Rows left out because whom or what they name is, or may be, on record. */
  skipped: number
  /** Those of them that only may be. */
  possible: number
  /** Rows that change what is on record; they are among the accepted. */
  changed: number
  /** Rows left out, or to be, because they were imported before. */
  imported_before: number
  /** Their lines, where all rows are listed. */
  before?: number[]
  /** Of the accepted gifts, by currency. */
  sums: Sum[]
  /** What came of names; absent where they were not asked about. */
  names?: NamesReport
  /** What came of telephones of givers; absent where the file has none. */
  phones?: PhonesReport
  /** What the file calls its columns; absent where they are the importer's own. */
  titles?: OwnTitles
  /** What somebody should know of the file, in sentences. */
  notes: Worded[]
  /** Why rows were refused; the first thousand. */
  refusals: Refusal[]
  /** Whom rows were taken for that were left out; the first thousand. */
  left_out: LeftOut[]
  /** What would change, or did; the first thousand. */
  changes: RowChange[]
}

const MOST_LISTED = 1_000

/** How many rows of each kind a report lists. */
const mostListed = ({ listed }: ImportReport): number => listed ?? MOST_LISTED

/**
 * A report on nothing yet.
 * @throws ImportError for a file whose encoding nobody knows; a dry run only notes it
 */
export function newReport(file: ImportFile, { dryRun = false, listAll }: ImportOptions): ImportReport {
  if (file.assumed && !dryRun) throw new ImportError(`${guessed(file)} Nothing was imported.`)
  return {
    ...(listAll && { listed: Number.MAX_SAFE_INTEGER }),
    ...(file.mapped && { titles: file.mapped.titles }),
    dry_run: dryRun,
    rows: 0,
    accepted: 0,
    imported: 0,
    refused: 0,
    skipped: 0,
    possible: 0,
    changed: 0,
    imported_before: 0,
    sums: [],
    notes: file.assumed ? [guessed(file)] : [],
    refusals: [],
    left_out: [],
    changes: [],
  }
}

function guessed(file: ImportFile): string {
  const { name, encoding } = file
  const shown = tellingWords(file)
    .map(word => `"${word}"`)
    .join(', ')
  return `${name} is not in UTF-8. Read as ${encoding} it has ${shown}: where that looks right, add --encoding ${encoding}; else save it as "CSV UTF-8" in the program that it comes from.`
}

/** What a report says of columns that files do not set. */
export const leftOutNote = (names: readonly string[]): Said => ({
  message: msg('Left out, since they are not set by files: {columns}.'),
  values: { columns: { all: names } },
})

/** What a report says of its file, in English. */
export const notesOf = ({ notes }: Pick<ImportReport, 'notes'>): string[] => notes.map(note => saidIn(ENGLISH, note))

/** The same sentences once, in English or with their texts. */
export const isNoted = (report: Pick<ImportReport, 'notes'>, note: Worded): boolean =>
  notesOf(report).includes(saidIn(ENGLISH, note))

/** Notes a refused row. */
export function refuse(report: ImportReport, { line, problems }: CheckedRow<Fields>): void {
  addRefusal(report, { line, errors: { ...problems.errors } })
}

/** The same, by its line. */
export function addRefusal(report: ImportReport, refusal: Refusal): void {
  report.refused += 1
  if (report.refusals.length < mostListed(report)) report.refusals.push(refusal)
}

/** Whom a row was taken for, where that has words of ours. */
export const takenAs = (said: Said): Pick<LeftOut, 'taken_for' | 'taken_said'> => ({
  taken_for: saidIn(ENGLISH, said),
  taken_said: said,
})

/** An earlier row of the same file. */
export const earlierLine = (line: number): Pick<LeftOut, 'taken_for' | 'taken_said'> =>
  takenAs({ message: msg('line {line, number}'), values: { line } })

/** Notes a row that was left out. */
export function leaveOut(report: ImportReport, left: LeftOut): void {
  report.skipped += 1
  if (left.possible) report.possible += 1
  if (report.left_out.length < mostListed(report)) report.left_out.push(left)
}

/** Notes a row that changes what is on record. */
export function noteChange(report: ImportReport, change: RowChange): void {
  report.changed += 1
  if (report.changes.length < mostListed(report)) report.changes.push(change)
}

/** Sums of gifts, the currency of most of them first. */
export function sumsOf(gifts: Iterable<{ amount: number; currency: string }>): Sum[] {
  const sums = new Map<string, { gifts: number; amount: bigint }>()
  for (const { amount, currency } of gifts) {
    const before = sums.get(currency) ?? { gifts: 0, amount: 0n }
    sums.set(currency, { gifts: before.gifts + 1, amount: before.amount + BigInt(amount) })
  }
  const all = [...sums].map(([currency, { gifts: n, amount }]) => {
    return { currency, gifts: n, amount: String(amount), display: exactAmount(amount, currency) }
  })
  return all.sort((a, b) => b.gifts - a.gifts)
}

/** Whether the rows are to be written: not on a dry run, not when one was refused and that was not allowed. */
export const mayImport = (report: ImportReport, options: ImportOptions): boolean =>
  !report.dry_run && report.accepted > 0 && (report.refused === 0 || options.skipRefused === true)

/** The data of `people.imported`. */
export const importData = (kind: string, { imported, refused, skipped }: ImportReport): string =>
  JSON.stringify({ kind, imported, refused, skipped })

/** The data of `imports.completed`. */
export const completedData = (import_id: number, kind: string, { imported, refused, skipped }: ImportReport): string =>
  JSON.stringify({ import_id, kind, imported, refused, skipped })

/** Groups what comes some at a time. */
export async function* inBatches<T>(lists: AsyncIterable<readonly T[]>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const list of lists) {
    for (let at = 0; at < list.length; ) {
      const some = list.slice(at, at + size - batch.length)
      batch.push(...some)
      at += some.length
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
