/** Files to import, as they come from a disk, without one. */
import type { Database } from '../../src/db/database.ts'
import { record } from '../../src/events/record.ts'
import { HOUSE } from '../../src/house.ts'
import { commandCaller } from '../../src/modules/church/command-caller.ts'
import type { Church } from '../../src/resource/caller.ts'
import type { House } from '../../src/resource/house.ts'
import { importerOf } from '../../src/resource/import-declared.ts'
import { type ImportFile, importFile } from '../../src/resource/import-file.ts'
import type { Import, ImportedBy } from '../../src/resource/import-record.ts'
import { type ImportReport, notesOf } from '../../src/resource/import-report.ts'
import { runImport } from '../../src/resource/import-run.ts'

/** Who imports in tests. */
export const BY: ImportedBy = { kind: 'command_line', name: 'tester' }

/** A moment, for gifts without a day. */
export const NOW = new Date('2026-06-01T12:00:00Z')

/** A file of this text. */
export const csv = (text: string, name = 'file.csv'): ImportFile => importFile(name, Buffer.from(text))

/** A report with its notes in English. */
type ToldReport = ImportReport & { notes: string[] }

/** Imports a file into a church as the command line does. @param name of the resource */
export async function importInto(
  database: Database,
  church: Church,
  name: string,
  asked: Import,
  { house = HOUSE, now = NOW }: { house?: House; now?: Date } = {},
): Promise<ToldReport> {
  const resource = house.resource(name)
  const importer = resource && importerOf(resource, house)
  if (importer === undefined) throw new Error(`${name} cannot be imported.`)
  const caller = await commandCaller(database.read, church, house.scopes)
  const parts = {
    database,
    clock: { now: () => now },
    completed: (...[tx, of, data]: Parameters<Parameters<typeof runImport>[0]['completed']>) =>
      record(tx, of, 'imports.completed', data),
  }
  const report = await runImport(parts, name, importer, caller, asked)
  return { ...report, notes: notesOf(report) }
}

/** The same for people. */
export const importPeople = (database: Database, church: Church, asked: Import): Promise<ToldReport> =>
  importInto(database, church, 'people', asked)

/** The same for gifts. */
export const importContributions = (
  database: Database,
  church: Church,
  now: Date,
  asked: Import,
): Promise<ToldReport> => importInto(database, church, 'contributions', asked, { now })
