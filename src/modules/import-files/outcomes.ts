/** What becomes of each row of a file: what a check found of it, and what the import did with it. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { batches } from '../../lib/batches.ts'
import type { ImportFile } from '../../resource/import-file.ts'
import type { ImportReport, LeftOut, Refusal, RowChange } from '../../resource/import-report.ts'
import type { SaidValue } from '../../texts/said.ts'

export const BUCKETS = ['new', 'changed', 'same', 'doubtful', 'before', 'refused'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Why a row is where it is. */
interface Reasons {
  /** Refused: by column, why. */
  errors?: Record<string, string>
  /** By field, what is on record and what the file says. */
  changes?: Record<string, [unknown, unknown]>
  /** Who is on record, or the line of the file, that it may name. */
  taken_for?: string
  /** The same, where it has words of ours. */
  taken_said?: SaidValue
  taken_for_id?: number
  reasons?: string[]
}

/** A row of the preview. */
export interface CheckedRow {
  line: number
  bucket: Bucket
  /** What is shown of it. */
  shown: Reasons & {
    /** By our columns, what it says. */
    said: Record<string, string>
  }
}

/** Sums and counts of a report. */
export type CheckSummary = Pick<
  ImportReport,
  'rows' | 'sums' | 'notes' | 'imported' | 'changed' | 'refused' | 'skipped' | 'names' | 'phones' | 'titles'
>

export function summaryOf(report: ImportReport): CheckSummary {
  const { rows, sums, notes, imported, changed, refused, skipped, names, phones, titles } = report
  return { rows, sums, notes, imported, changed, refused, skipped, names, phones, titles }
}

/** The rows of a file with what became of them, however often they are gone through. @param report that lists all of them */
export function outcomesOf(file: ImportFile, report: ImportReport): Iterable<CheckedRow> {
  return { [Symbol.iterator]: () => bucketed(file, report) }
}

function* bucketed(file: ImportFile, report: ImportReport): Generator<CheckedRow> {
  const refusals = new Map(report.refusals.map(one => [one.line, one]))
  const left = new Map(report.left_out.map(one => [one.line, one]))
  const changes = new Map(report.changes.map(one => [one.line, one]))
  const known = new Set(report.before)
  const [header] = file.rows ?? []
  let isHeader = true
  for (const { line, cells } of file.rows ?? []) {
    const isRow = !isHeader && cells.some(text => text !== '')
    isHeader = false
    if (!isRow) continue
    const said = Object.fromEntries(
      (header?.cells ?? []).flatMap((name, at) => (cells[at] ? [[name, cells[at]] as const] : [])),
    )
    const found = { refusal: refusals.get(line), left: left.get(line), change: changes.get(line) }
    const { bucket, ...why } = placeOf(found, known.has(line))
    yield { line, bucket, shown: { said, ...why } }
  }
}

/** What a report says of a row. */
interface FoundOf {
  refusal: Refusal | undefined
  left: LeftOut | undefined
  change: RowChange | undefined
}

function placeOf({ refusal, left, change }: FoundOf, isBefore: boolean): Reasons & { bucket: Bucket } {
  if (refusal !== undefined) return { bucket: 'refused', errors: refusal.errors }
  if (change !== undefined) {
    const { changes, name: taken_for, said, id } = change
    const whom = { taken_for, ...(said && { taken_said: said }), ...(id !== undefined && { taken_for_id: id }) }
    return { bucket: 'changed', changes, ...whom }
  }
  if (left !== undefined) {
    const { taken_for, taken_said: said, taken_for_id: id, reasons } = left
    const bucket = left.possible ? 'doubtful' : 'same'
    const whom = { taken_for, ...(said && { taken_said: said }), ...(id !== undefined && { taken_for_id: id }) }
    return { bucket, ...whom, reasons }
  }
  return { bucket: isBefore ? 'before' : 'new' }
}

const BATCH = 1_000

/** Keeps the rows of a check. */
export async function keepRows(tx: Tx, church: number, id: number, rows: Iterable<CheckedRow>): Promise<void> {
  for (const some of batches(rows, BATCH)) {
    await tx.run(sql`insert into import_file_rows (church_id, file_id, line, bucket, shown)
      select ${church}, ${id}, line, bucket, shown
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as row (line int, bucket text, shown jsonb)`)
  }
}

/** Keeps what an import did with the rows of a file, where it is not what the check found: others work between the two. */
export async function keepOutcomes(tx: Tx, church: number, id: number, rows: Iterable<CheckedRow>): Promise<void> {
  for (const some of batches(rows, BATCH)) {
    // What a row says is kept already, and most of what is to be said of it.
    const found = some.map(({ line, bucket, shown: { said: _said, ...why } }) => ({ line, bucket, why }))
    await tx.run(sql`update import_file_rows as kept set bucket = found.bucket,
        shown = jsonb_set(found.why, '{said}', kept.shown -> 'said')
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (line int, bucket text, why jsonb)
      where kept.church_id = ${church} and kept.file_id = ${id} and kept.line = found.line
        and (kept.bucket <> found.bucket or kept.shown - 'said' <> found.why)`)
  }
}
