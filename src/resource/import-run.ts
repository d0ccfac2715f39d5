/**
 * Runs an import: a file is read and judged, then all of it is written in one transaction, or none of it. An importer gets
 * handles to read and to write with, and never the database.
 */
import type { Database, Db, Tx } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { logAct } from './act.ts'
import type { Caller, Church } from './caller.ts'
import { settledHorizon } from './horizon.ts'
import type { Importer } from './import-declaration.ts'
import { ImportError } from './import-file.ts'
import { Keeping } from './import-kept.ts'
import { Phases } from './import-progress.ts'
import { rememberMapping } from './import-proposal.ts'
import { freshRows, type Import, type Importing, importAlone, refuseEarlier } from './import-record.ts'
import { completedData, type ImportReport, mayImport, newReport } from './import-report.ts'
import type { FromRow, Rows } from './import-rows.ts'

/** What imports are run with. */
export interface ImportParts {
  database: Database
  clock: Clock
  completed: Completed
}

/** Records `imports.completed`, in the transaction of the import. @param report what became of the rows */
type Completed = (tx: Tx, church: Church, data: string, report: ImportReport) => Promise<void>

/** Runs imports for those that have no database: `runImport`, with what it is run with known. */
export type RunImport = (
  kind: string,
  importer: Importer,
  caller: Caller,
  asked: Import,
  completed: Completed,
) => Promise<ImportReport>

/** How imports are run on a database. */
export const importsOn =
  (database: Database, clock: Clock): RunImport =>
  (kind, importer, caller, asked, completed) =>
    runImport({ database, clock, completed }, kind, importer, caller, asked)

/** One that nobody overtakes is written beside others; after this many turns an import holds them back while it writes. */
const FREE_TURNS = 2
const TURNS = 4

/** What all turns of an import begin with. */
interface Beginning {
  /** All rows of the file that are right in themselves, and those of them that were not imported before. */
  all: Rows<FromRow>
  rows: Rows<FromRow>
  report: ImportReport
  phases: Phases
}

/**
 * Imports a file. Who may is checked already.
 * @param kind what is imported: the name of the resource
 * @throws ImportError for a file that cannot be read or has rows that were imported before; ApiError
 */
export async function runImport(
  parts: ImportParts,
  kind: string,
  importer: Importer,
  caller: Caller,
  asked: Import,
): Promise<ImportReport> {
  const { database, clock } = parts
  const given = asked.options ?? {}
  const options = importer.settle?.(given) ?? given
  const phases = new Phases(asked.progress)
  const importing: Importing = { ...asked, caller, clock, church: caller.church, kind, options, progress: phases.read }
  const report = newReport(asked.file, options)
  const all = await importer.read(database.read, importing, report)
  phases.read(1)
  const rows = await freshRows(database.read, importing, all, report)
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const beginning = { all, rows, report, phases }
    const done = await takeTurn(parts, importer, importing, beginning, turn > FREE_TURNS)
    if (done !== undefined) return done
  }
  throw new ImportError(importer.contest?.lost ?? '')
}

/** What a check found: the report, and which rows would be imported. */
export interface CheckedImport {
  report: ImportReport
  /** Lines of the accepted rows. */
  accepted: number[]
}

/** Reads and judges a file, and writes nothing. @throws ImportError; ApiError */
export async function checkImport(
  { read, clock }: { read: Db; clock: Clock },
  kind: string,
  importer: Importer,
  caller: Caller,
  asked: Import,
): Promise<CheckedImport> {
  const given = { ...asked.options, dryRun: true }
  const options = importer.settle?.(given) ?? given
  const importing: Importing = { ...asked, caller, clock, church: caller.church, kind, options }
  const report = newReport(asked.file, options)
  const all = await importer.read(read, importing, report)
  const rows = await freshRows(read, importing, all, report)
  const accepted = await judge(read, importer, importing, rows, report)
  return { report, accepted: accepted.lines() }
}

/** One attempt. @returns undefined where others were quicker */
async function takeTurn(
  parts: ImportParts,
  importer: Importer,
  importing: Importing,
  { all, rows, report: begun, phases }: Beginning,
  holding: boolean,
): Promise<ImportReport | undefined> {
  const { database } = parts
  const { church, options } = importing
  const { contest } = importer
  // Each turn finds what it finds.
  const report = structuredClone(begun)
  const since = contest && (await settledHorizon(database, church.id))
  const accepted = await judge(database.read, importer, importing, rows, report)
  phases.judged()
  refuseEarlier(options, report)
  if (!mayImport(report, options)) return report
  const reserved = contest && (await database.write(church.id, tx => contest.reserve(tx, importing, accepted)))
  const work = async (tx: Tx): Promise<ImportReport> => {
    await importAlone(tx, importing, all, begun)
    const found: Found = { report, accepted, reserved, since, phases }
    if (!holding) return await add(parts, tx, importer, importing, found)
    await contest?.hold(tx, church)
    const last = structuredClone(begun)
    const still = await judge(tx, importer, importing, rows, last)
    if (!mayImport(last, options)) return last
    return await add(parts, tx, importer, importing, { ...found, report: last, accepted: still })
  }
  return await database.write(church.id, work).catch(error => {
    if (!contest?.overtaken(error)) throw error
    return undefined
  })
}

async function judge(
  db: Db,
  importer: Importer,
  importing: Importing,
  rows: Rows<FromRow>,
  report: ImportReport,
): Promise<Rows<FromRow>> {
  const accepted = (await importer.judge?.(db, importing, rows, report)) ?? rows
  report.accepted = accepted.size
  return accepted
}

/** What is to be written, and what it rests on. */
interface Found {
  report: ImportReport
  accepted: Rows<FromRow>
  reserved: unknown
  since: string | undefined
  phases: Phases
}

async function add(
  { completed }: ImportParts,
  tx: Tx,
  importer: Importer,
  importing: Importing,
  { report, accepted, reserved, since = '', phases }: Found,
): Promise<ImportReport> {
  const { caller, church, kind } = importing
  const done = { ...report, imported: accepted.size }
  const keeping = await Keeping.begin(tx, importing, done, accepted)
  const keep: Keeping['keep'] = records => {
    keeping.keep(records)
    phases.wrote(records, accepted.size)
  }
  const written = await importer.write(tx, { ...importing, keep }, accepted, done, reserved)
  const id = await keeping.end()
  await rememberMapping(tx, importing)
  await completed(tx, church, completedData(id, kind, done), done)
  const noted = { target: String(id), detail: { imported: done.imported } }
  await logAct(tx, { name: `${kind}.import` }, { caller, input: {}, ip: '' }, noted)
  await importer.contest?.confirm(tx, importing, accepted, since, written)
  return done
}
