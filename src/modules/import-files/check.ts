/** Checks a file before it is imported: which rows are new, change what is on record, are the same, doubtful or refused. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Clock } from '../../lib/clock.ts'
import { type Caller, type Church, personOf } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { ImportFile } from '../../resource/import-file.ts'
import { type ImportMapping, mapFile } from '../../resource/import-mapping.ts'
import { isCorrected, propose, type ReadAs, rememberMapping, unknownKind } from '../../resource/import-proposal.ts'
import type { ImportOptions } from '../../resource/import-report.ts'
import { checkImport } from '../../resource/import-run.ts'
import { type FileRecord, openFile, type SaidOfFile } from './files.ts'
import { kindsFor } from './kinds.ts'
import { type CheckedRow, type CheckSummary, keepRows, outcomesOf, summaryOf } from './outcomes.ts'

/** What was decided of a row that may name somebody. */
export const DECISIONS = ['same', 'other', 'out'] as const
export type Decision = (typeof DECISIONS)[number]

/** Lines of doubtful rows, by what was decided of each, and about whom. */
export interface Decided {
  same: number[]
  other: number[]
  out: number[]
  about: Map<number, number | null>
}

export const UNDECIDED: Readonly<Decided> = { same: [], other: [], out: [], about: new Map() }

/** How a file is imported: what may be changed is, what is refused is left out and told. */
export const optionsOf = (
  { same, other, out, about }: Readonly<Decided>,
  understands: readonly string[],
  { decimal, names }: Pick<ImportMapping, 'decimal' | 'names'>,
  again = false,
): ImportOptions => ({
  skipRefused: true,
  ...(again ? { force: true } : { newRows: true }),
  listAll: true,
  names,
  ...(decimal && { decimal }),
  ...(understands.includes('update') && {
    update: true,
    addLines: other,
    sameLines: same,
    leaveLines: out,
    decidedAbout: about,
  }),
})

/** A file as its importer has it. @throws ImportError; ApiError */
async function mappedFile(
  { read, clock, house }: { read: Db; clock: Clock; house: HouseFacts },
  caller: Caller,
  record: FileRecord,
  said: SaidOfFile,
): Promise<{ kind: string; file: ImportFile; readAs: ReadAs }> {
  const raw = await openFile(read, caller.church, record, said)
  const { kind, table, mapping, meanings } = await propose(read, caller.church, raw, kindsFor(house, caller), said)
  const day = today(clock.now(), caller.church.timezone)
  // Somebody has looked at the words by now.
  const file = { ...mapFile(raw, table, mapping, meanings, day), assumed: false }
  return { kind, file, readAs: { encoding: raw.encoding, line: table.line, day, mapping } }
}

/** What a check found. */
export interface Checked {
  kind: string
  file: ImportFile
  readAs: ReadAs
  /** Gone through once more where their transaction is tried again. */
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
  const { kind, file, readAs } = await mappedFile(services, caller, record, said)
  const found = kindsFor(services.house, caller).find(one => one.kind === kind)
  if (found === undefined) throw unknownKind(kind)
  const options = optionsOf(UNDECIDED, found.importer.understands, readAs.mapping, said.again)
  const by = { kind: 'user', name: personOf(caller).name } as const
  const { report } = await checkImport(services, found.kind, found.importer, caller, { file, by, options })
  return { kind, file, readAs, rows: outcomesOf(file, report), summary: summaryOf(report) }
}

/**
 * Keeps what a check found, in the place of what an earlier one did; and what somebody corrected, for the next file of its like:
 * they may mend this one and choose it again.
 */
export async function keepCheck(
  tx: Tx,
  church: Church,
  id: number,
  said: SaidOfFile,
  { kind, file, readAs, rows, summary }: Checked,
): Promise<void> {
  if (isCorrected(said)) await rememberMapping(tx, { church, kind, file })
  await tx.run(sql`update import_files set status = 'checked', kind = ${kind}, said = ${JSON.stringify(said)}::jsonb,
      read_as = ${JSON.stringify(readAs)}::jsonb, report = ${JSON.stringify(summary)}::jsonb, error = null, fault = null, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${id}`)
  await tx.run(sql`delete from import_file_rows where church_id = ${church.id} and file_id = ${id}`)
  await keepRows(tx, church.id, id, rows)
}
