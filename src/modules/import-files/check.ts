/** Checks a file before it is imported: which rows are new, change what is on record, are the same, doubtful or refused. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Clock } from '../../lib/clock.ts'
import { type Caller, personOf } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { ImportError, type ImportFile } from '../../resource/import-file.ts'
import { mapFile } from '../../resource/import-mapping.ts'
import type { NameDecisions } from '../../resource/import-names.ts'
import { type Proposal, propose } from '../../resource/import-proposal.ts'
import type { ImportOptions, ImportReport, LeftOut, Refusal, RowChange } from '../../resource/import-report.ts'
import { checkImport } from '../../resource/import-run.ts'
import { type FileRecord, openFile, type SaidOfFile } from './files.ts'
import { kindsFor } from './kinds.ts'

export const BUCKETS = ['new', 'changed', 'same', 'doubtful', 'before', 'refused'] as const
export type Bucket = (typeof BUCKETS)[number]

/** What was decided of a row that may name somebody. */
export const DECISIONS = ['same', 'other', 'out'] as const
export type Decision = (typeof DECISIONS)[number]

/** A row of the preview. */
export interface CheckedRow {
  line: number
  bucket: Bucket
  /** What is shown of it. */
  shown: {
    /** By our columns, what it says. */
    said: Record<string, string>
    /** Refused: by column, why. */
    errors?: Record<string, string>
    /** By field, what is on record and what the file says. */
    changes?: Record<string, [unknown, unknown]>
    /** Who is on record, or the line of the file, that it may name. */
    taken_for?: string
    taken_for_id?: number
    reasons?: string[]
  }
}

/** Sums and counts of a check. */
export type CheckSummary = Pick<
  ImportReport,
  'rows' | 'sums' | 'notes' | 'imported' | 'changed' | 'refused' | 'skipped' | 'names' | 'phones'
>

/** How a file is imported: what may be changed is, what is refused is left out and told. */
export const optionsOf = (
  lines: Record<'same' | 'other', readonly number[]>,
  understands: readonly string[],
  names?: NameDecisions,
): ImportOptions => ({
  skipRefused: true,
  newRows: true,
  listAll: true,
  names,
  ...(understands.includes('update') && { update: true, addLines: lines.other, sameLines: lines.same }),
})

/** A file as its importer has it. @throws ImportError; ApiError */
export async function mappedFile(
  db: Db,
  clock: Clock,
  house: HouseFacts,
  caller: Caller,
  record: FileRecord,
  said: SaidOfFile,
): Promise<{ proposal: Proposal; file: ImportFile }> {
  const raw = await openFile(db, caller.church.id, record, said)
  const proposal = await propose(db, caller.church, raw, kindsFor(house, caller), said)
  const day = today(clock.now(), caller.church.timezone)
  // Somebody has looked at the words by now.
  const file = { ...mapFile(raw, proposal.table, proposal.mapping, proposal.meanings, day), assumed: false }
  return { proposal, file }
}

/** What a check found. */
export interface Checked {
  kind: string
  rows: Iterable<CheckedRow>
  summary: CheckSummary
}

/** Judges every row of a file. @throws ImportError; ApiError */
export async function checkFile(
  services: { read: Db; clock: Clock; house: HouseFacts },
  caller: Caller,
  record: FileRecord,
  said: SaidOfFile,
): Promise<Checked> {
  const { proposal, file } = await mappedFile(services.read, services.clock, services.house, caller, record, said)
  const found = kindsFor(services.house, caller).find(({ kind }) => kind === proposal.kind)
  if (found === undefined) throw new ImportError(`You may not import ${proposal.kind}.`)
  const options = optionsOf({ same: [], other: [] }, found.importer.understands, proposal.mapping.names)
  const by = { kind: 'user', name: personOf(caller).name } as const
  const { report, before } = await checkImport(services, found.kind, found.importer, caller, { file, by, options })
  const { rows, sums, notes, imported, changed, refused, skipped, names, phones } = report
  const summary = { rows, sums, notes, imported, changed, refused, skipped, names, phones }
  return { kind: found.kind, rows: bucketed(file, report, before), summary }
}

function* bucketed(file: ImportFile, report: ImportReport, before: readonly number[]): Generator<CheckedRow> {
  const refusals = new Map(report.refusals.map(one => [one.line, one]))
  const left = new Map(report.left_out.map(one => [one.line, one]))
  const changes = new Map(report.changes.map(one => [one.line, one]))
  const known = new Set(before)
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
    yield rowOf(line, said, found, known.has(line))
  }
}

/** What a check found of a row. */
interface FoundOf {
  refusal: Refusal | undefined
  left: LeftOut | undefined
  change: RowChange | undefined
}

function rowOf(line: number, said: CheckedRow['shown']['said'], found: FoundOf, isBefore: boolean): CheckedRow {
  const { refusal, left, change } = found
  if (refusal !== undefined) return { line, bucket: 'refused', shown: { said, errors: refusal.errors } }
  if (change !== undefined) {
    const { changes, name: taken_for, id } = change
    return {
      line,
      bucket: 'changed',
      shown: { said, changes, taken_for, ...(id !== undefined && { taken_for_id: id }) },
    }
  }
  if (left !== undefined) {
    const { taken_for, taken_for_id, reasons } = left
    const shown = { said, taken_for, reasons, ...(taken_for_id !== undefined && { taken_for_id }) }
    return { line, bucket: left.possible ? 'doubtful' : 'same', shown }
  }
  return { line, bucket: isBefore ? 'before' : 'new', shown: { said } }
}

const BATCH = 1_000

/** Keeps what a check found, in the place of what an earlier one did. */
export async function keepCheck(
  tx: Tx,
  church: number,
  id: number,
  said: SaidOfFile,
  { kind, rows, summary }: Checked,
): Promise<void> {
  await tx.run(sql`update import_files set status = 'checked', kind = ${kind}, said = ${JSON.stringify(said)}::jsonb,
      report = ${JSON.stringify(summary)}::jsonb, error = null, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${id}`)
  await tx.run(sql`delete from import_file_rows where church_id = ${church} and file_id = ${id}`)
  let some: CheckedRow[] = []
  const put = async (): Promise<unknown> =>
    await tx.run(sql`insert into import_file_rows (church_id, file_id, line, bucket, shown)
      select ${church}, ${id}, line, bucket, shown
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as row (line int, bucket text, shown jsonb)`)
  for (const row of rows) {
    some.push(row)
    if (some.length < BATCH) continue
    await put()
    some = []
  }
  if (some.length > 0) await put()
}
