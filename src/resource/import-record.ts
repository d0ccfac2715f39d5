/** The record of what was imported: the same row is imported once, whatever file it comes in (decisions, Imports). */
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Clock } from '../lib/clock.ts'
import { Repeats } from '../lib/repeats.ts'
import { msg } from '../texts/language.ts'
import type { Said } from '../texts/said.ts'
import type { Caller, Church } from './caller.ts'
import type { Progress } from './import-cells.ts'
import { ImportError, type ImportFile } from './import-file.ts'
import type { ImportOptions, ImportReport } from './import-report.ts'
import { type FromRow, type Piece, Rows } from './import-rows.ts'

/** Who imports. */
export interface ImportedBy {
  kind: 'user' | 'key' | 'command_line'
  name: string | null
}

/** An import that somebody asks for. */
export interface Import {
  file: ImportFile
  by: ImportedBy
  options?: ImportOptions
  progress?: Progress
}

/** The same under way. */
export interface Importing extends Import {
  caller: Caller
  clock: Clock
  church: Church
  /** What is imported: the name of the resource. */
  kind: string
  options: ImportOptions
}

/** Rows of the file were imported before; the message says how many and when. */
export class ImportedBefore extends ImportError {}

interface Earlier {
  id: number
  file_name: string
  imported: number
  by_kind: ImportedBy['kind']
  by_name: string | null
  created_at: string
}

/** Rows parted by whether they were imported into this church before. */
interface Parted<T extends FromRow> {
  fresh: Rows<T>
  /** How many were. */
  before: number
  /** About those that were, in a sentence; undefined where none was. */
  sentence: Said | undefined
}

/**
 * Parts rows by whether they were imported before. Of equal rows as many were as were imported: two envelopes with the same
 * amount are two gifts.
 */
async function partRows<T extends FromRow>(db: Db, importing: Importing, rows: Rows<T>): Promise<Parted<T>> {
  const { church, file } = importing
  const keys = new Repeats()
  for (const piece of rows.pieces) for (const { key } of piece.names()) keys.note(key)
  const repeated = keys.found()
  // Of rows that the file has more than once: how many of those that were imported have been met.
  const met = new Map<string, number>()
  let last = 0
  const fresh = new Rows<T>()
  for (const piece of rows.pieces) {
    const found = await importedOf(db, importing, piece)
    for (const one of found.values()) last = Math.max(last, one.last)
    fresh.takeOnly(piece, ({ key }) => {
      const { n = 0 } = found.get(key) ?? {}
      if (n === 0 || !repeated?.has(key)) return n === 0
      const before = met.get(key) ?? 0
      met.set(key, before + 1)
      return before >= n
    })
  }
  const before = rows.size - fresh.size
  if (before === 0) return { fresh: rows, before, sentence: undefined }
  const earlier = await db.first<Earlier>(sql`select id, file_name, imported, by_kind, by_name, created_at from imports
    where church_id = ${church.id} and id = ${last}`)
  return { fresh, before, sentence: earlier && told(earlier, before, rows.size, file, church) }
}

/** What was imported before of a piece, by key: how often, and by which import the last time. */
async function importedOf(
  db: Db,
  { church, kind }: Importing,
  piece: Piece<FromRow>,
): Promise<Map<string, { n: number; last: number }>> {
  const keys = [...new Set(piece.names().map(({ key }) => key))]
  const found = await db.all<{ key: string; n: number; last: number }>(sql`
    select encode(hash, 'hex') as key, sum(n)::int as n, max(import_id) as last
    from unnest(string_to_array(${keys.join(',')}, ',')) as given (key)
    join imported_rows as i on i.church_id = ${church.id} and i.kind = ${kind} and i.hash = decode(given.key, 'hex')
    group by hash`)
  return new Map(found.map(({ key, ...one }) => [key, one]))
}

const ALL_BEFORE = msg(
  '{as, select, none {{file} was imported} other {What is in {file} was imported as {as}}} on {when}{by, select, none {} other { by {by}}}{way, select, command_line { on the command line} other {}}: {rows, plural, one {# row} other {# rows}}.{nothing, select, yes { Nothing was imported this time.} other {}}',
)
const SOME_BEFORE = msg(
  '{rows, plural, one {# of the {all, number} rows of {file} was imported before} other {# of the {all, number} rows of {file} were imported before}}, last{as, select, none {} other { as {as}}} on {when}{by, select, none {} other { by {by}}}{way, select, command_line { on the command line} other {}}.{nothing, select, yes { Nothing was imported this time.} other {}}',
)

function told(earlier: Earlier, before: number, all: number, file: ImportFile, church: Church): Said {
  const { file_name, imported, by_kind, by_name, created_at } = earlier
  return {
    message: before === all && before === imported ? ALL_BEFORE : SOME_BEFORE,
    values: {
      file: file.name,
      as: file_name === file.name ? 'none' : file_name,
      when: { at: created_at, timezone: church.timezone },
      by: by_name ?? 'none',
      way: by_kind,
      rows: before,
      all,
      nothing: 'no',
    },
  }
}

/** The same where nothing is imported for it. */
const refused = ({ message, values }: Said): ImportedBefore =>
  new ImportedBefore(message, { ...values, nothing: 'yes' })

/**
 * The rows that are to be imported: all with `force`, else those that were not imported before. The report counts the
 * others, and says when they were.
 */
export async function freshRows<T extends FromRow>(
  db: Db,
  importing: Importing,
  rows: Rows<T>,
  report: ImportReport,
): Promise<Rows<T>> {
  if (importing.options.force) return rows
  const { fresh, before, sentence } = await partRows(db, importing, rows)
  report.imported_before = before
  if (report.listed !== undefined) {
    const lines = new Set(fresh.lines())
    report.before = rows.lines().filter(line => !lines.has(line))
  }
  if (sentence !== undefined) report.notes.push(sentence)
  return fresh
}

/**
 * Refuses a file with rows that were imported before, unless these are left out on request. Not on a dry run, nor where
 * nothing is imported for another reason: then the report tells of them.
 * @throws ImportedBefore
 */
export function refuseEarlier({ newRows, skipRefused }: ImportOptions, report: ImportReport): void {
  const isTold = report.dry_run || (report.refused > 0 && !skipRefused)
  const sentence = report.notes.at(-1)
  if (newRows || isTold || report.imported_before === 0 || typeof sentence !== 'object') return
  throw refused(sentence)
}

/**
 * Makes sure that no other import of this kind runs in the church at this moment, and that none ended with rows of these since
 * the report was made. Held until the transaction ends.
 * @param rows all of the file that are accepted, those that were imported before, too
 * @throws ImportError
 */
export async function importAlone(
  tx: Tx,
  importing: Importing,
  rows: Rows<FromRow>,
  report: ImportReport,
): Promise<void> {
  const { church, kind, options } = importing
  const lock = await tx.first<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${church.id}/import/${kind}`}, 1)) as mine`,
  )
  if (!lock?.mine) {
    throw new ImportError(
      msg(
        'Another file of this kind is being imported at the moment. Nothing of this one was; try again when that has ended.',
      ),
    )
  }
  if (options.force) return
  const { before, sentence } = await partRows(tx, importing, rows)
  if (before > report.imported_before && sentence !== undefined) throw refused(sentence)
}
