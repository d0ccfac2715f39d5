/** The record of what was imported: the same file is imported once, whoever brings it (decisions, Imports). */
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Church } from './caller.ts'
import { ImportError, type ImportFile } from './import-file.ts'
import type { ImportOptions, ImportReport } from './import-report.ts'

/** Who imports. */
export interface ImportedBy {
  kind: 'user' | 'command_line'
  name: string | null
}

/** A file that was imported before; the message says when. */
export class ImportedBefore extends ImportError {}

interface Earlier {
  file_name: string
  imported: number
  by_kind: ImportedBy['kind']
  by_name: string | null
  created_at: string
}

/**
 * Refuses a file that was imported into this church before; a dry run only notes it.
 * @param kind what is imported: the name of the resource
 * @throws ImportedBefore unless `force` is given
 */
export async function refuseEarlier(
  db: Db,
  church: Church,
  kind: string,
  file: ImportFile,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const earlier = await db.first<Earlier>(sql`select file_name, imported, by_kind, by_name, created_at from imports
    where church_id = ${church.id} and kind = ${kind} and fingerprint = ${file.fingerprint} order by id desc limit 1`)
  if (earlier === undefined || options.force) return
  const sentence = told(earlier, file, church)
  if (!report.dry_run) throw new ImportedBefore(`${sentence} Nothing was imported this time.`)
  report.notes.push(sentence)
}

function told(
  { file_name, imported, by_kind, by_name, created_at }: Earlier,
  file: ImportFile,
  church: Church,
): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: church.timezone,
  })
  const what =
    file_name === file.name ? `${file.name} was imported` : `What is in ${file.name} was imported as ${file_name}`
  const who = [by_name !== null && ` by ${by_name}`, by_kind === 'command_line' && ' on the command line']
  const rows = imported === 1 ? '1 row' : `${imported.toLocaleString('en')} rows`
  return `${what} on ${format.format(new Date(created_at))}${who.filter(Boolean).join('')}: ${rows}.`
}

/**
 * Makes sure that no other import of this church does the same at this moment. Held until the transaction ends.
 * @param what the imports that cannot run side by side
 * @throws ImportError
 */
export async function importAlone(tx: Tx, { id }: Church, what: string): Promise<void> {
  const lock = await tx.first<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${id}/import/${what}`}, 1)) as mine`,
  )
  if (lock?.mine) return
  throw new ImportError(
    'This is being imported at the moment. Nothing was imported twice; look again when it has ended.',
  )
}

/** Keeps what was imported, in its transaction. */
export async function keepImport(
  tx: Tx,
  church: Church,
  kind: string,
  { name, fingerprint }: ImportFile,
  by: ImportedBy,
  { rows, imported, refused, skipped }: ImportReport,
): Promise<void> {
  await tx.run(sql`insert into imports (church_id, kind, file_name, fingerprint, rows, imported, refused, skipped, by_kind,
      by_name, created_at)
    values (${church.id}, ${kind}, ${name}, ${fingerprint}, ${rows}, ${imported}, ${refused}, ${skipped}, ${by.kind},
      ${by.name}, ${tx.now}::timestamptz)`)
}
