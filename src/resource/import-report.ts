/** What an import says of itself. */

import type { Fields } from './field.ts'
import type { CheckedRow, Refusal } from './import.ts'

export interface ImportOptions {
  /** Checks everything and imports nothing. */
  dryRun?: boolean
  /** Imports the accepted rows although others are refused. */
  skipRefused?: boolean
  /** Leaves out columns that are not known. */
  ignoreUnknown?: boolean
  /** People only: leaves out rows whose e-mail or phone is on record or stands in an earlier row. */
  dedupe?: boolean
}

export interface ImportReport {
  dry_run: boolean
  rows: number
  /** Rows that could be imported. */
  accepted: number
  /** Rows that were; 0 unless the import took place. */
  imported: number
  refused: number
  /** Rows left out as duplicates. */
  skipped: number
  /** Why rows were refused; the first thousand. */
  refusals: Refusal[]
}

const MOST_REFUSALS = 1_000

/** A report on nothing yet. */
export const newReport = ({ dryRun = false }: ImportOptions): ImportReport => ({
  dry_run: dryRun,
  rows: 0,
  accepted: 0,
  imported: 0,
  refused: 0,
  skipped: 0,
  refusals: [],
})

/** Notes a refused row. */
export function refuse(report: ImportReport, { line, problems }: CheckedRow<Fields>): void {
  report.refused += 1
  if (report.refusals.length < MOST_REFUSALS) report.refusals.push({ line, errors: { ...problems.errors } })
}

/** Whether the rows are to be written: not on a dry run, not when one was refused and that was not allowed. */
export const mayImport = (report: ImportReport, options: ImportOptions): boolean =>
  !report.dry_run && report.accepted > 0 && (report.refused === 0 || options.skipRefused === true)

/** The data of `imports.completed`. */
export const importData = (kind: string, { imported, refused, skipped }: ImportReport): string =>
  JSON.stringify({ kind, imported, refused, skipped })

/** Groups what comes one by one. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
