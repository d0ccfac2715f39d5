/** What a file is taken for as a whole: its kind, its columns, its values; with what somebody said, or what is remembered of its like. */
import type { Db, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { DecimalMark } from '../lib/amount-number.ts'
import type { DayOrder } from '../lib/day-text.ts'
import { own } from '../lib/own.ts'
import { msg } from '../texts/language.ts'
import type { Church } from './caller.ts'
import type { HouseFacts } from './house-facts.ts'
import type { Importer } from './import-declaration.ts'
import { importerOf } from './import-declared.ts'
import {
  EncodingUnknown,
  type FileReading,
  type FileRow,
  ImportError,
  type ImportFile,
  importFile,
  readImportFile,
} from './import-file.ts'
import {
  fitOf,
  type GuessedColumn,
  type GuessedValue,
  guessColumns,
  guessDays,
  guessValues,
  mappingOf,
  systemOf,
  titleIndex,
} from './import-guess.ts'
import { type FileTable, type ImportMapping, layoutKey, layoutsOf, mapFile, readTable } from './import-mapping.ts'
import { type FormerSystem, type KnownNames, type Meanings, plain } from './import-meanings.ts'
import { joinNames, keyedNames, type NameDecisions } from './import-names.ts'
import type { Importing } from './import-record.ts'
import { importingRoles } from './resource.ts'
import type { Role } from './roles.ts'

/** A kind of file, by the name of its resource. */
export interface ImportKind {
  kind: string
  importer: Importer
  /** What its records are called. */
  many: string
  /** Who may bring them in. */
  roles: readonly Role[]
}

/** A kind of file that is none, or none of whoever asks. */
export const unknownKind = (kind: string): ImportError =>
  new ImportError(msg('Files of {kind} cannot be imported.'), { kind })

/** The kinds of files that a church may import. */
export const importKinds = (house: HouseFacts, modules: readonly string[]): ImportKind[] =>
  house.resourcesOn(modules).flatMap(one => {
    const importer = importerOf(one, house)
    if (importer === undefined) return []
    return [{ kind: one.name, importer, many: one.words.many, roles: importingRoles(one.may) }]
  })

/** What is proposed for a file. */
export interface Proposal {
  kind: string
  meanings: Meanings
  table: FileTable
  /** The system that it was exported from. */
  system: string | undefined
  columns: Record<string, GuessedColumn>
  values: Record<string, GuessedValue[]>
  known: Readonly<Record<string, KnownNames>>
  mapping: ImportMapping
  /** True where a file with these columns was imported, or corrected and checked, before: what was decided then is proposed. */
  remembered: boolean
}

/** What somebody said of a file; the rest is guessed. */
export interface SaidMapping {
  kind?: string | undefined
  columns?: Readonly<Record<string, string>> | undefined
  values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  /** How days are written, in every column of them; '' where only what is certain is read. */
  order?: DayOrder | '' | undefined
  /** What stands before the decimals of amounts, where the file leaves it open; '' as above. */
  decimal?: DecimalMark | '' | undefined
  /** Who is meant by names. */
  names?: NameDecisions | undefined
}

/**
 * Proposes how to read a file.
 * @param kinds those that may be imported by whoever asks
 * @throws ImportError where it cannot be read, or fits no kind
 */
export async function propose(
  db: Db,
  church: Church,
  file: ImportFile,
  kinds: readonly ImportKind[],
  said: SaidMapping = {},
): Promise<Proposal> {
  const indexes = kinds.map(({ importer }) => titleIndex(importer.meanings))
  const read = await readTable(file, text => indexes.some(index => index.has(plain(text))))
  const fits = kinds.map(({ kind, importer }) => {
    const columns = guessColumns(read, importer.meanings, church)
    return { kind, meanings: importer.meanings, columns, fit: fitOf(columns, importer.meanings) }
  })
  const [best] = fits.toSorted((a, b) => b.fit - a.fit)
  const chosen = said.kind === undefined ? best : fits.find(({ kind }) => kind === said.kind)
  if (chosen === undefined) throw unknownKind(said.kind ?? '')
  const { kind, meanings } = chosen
  const before = await rememberedMapping(db, church, kind, read.titles)
  const columns = mergedColumns(read, chosen.columns, before?.columns, said.columns)
  const targets = Object.fromEntries(Object.entries(columns).map(([title, { target }]) => [title, target]))
  const system = systemOf(read.titles, meanings.systems)
  const table = asMeant(read, targets, system)
  const known = (await meanings.known?.(db, church)) ?? {}
  const values = guessValues(table, targets, meanings, known)
  // What was said of the last file holds where this one does not tell otherwise.
  const days =
    said.order === undefined ? guessDays(table, targets, meanings, church, before?.order) : daysOf(targets, said.order)
  const mapping: ImportMapping = {
    ...mappingOf(targets, values, days),
    order: said.order ?? before?.order,
    decimal: said.decimal ?? before?.decimal,
    encoding: file.assumed || tellsEncoding(file) ? undefined : file.encoding,
  }
  for (const given of [before?.values, said.values]) {
    for (const [target, one] of Object.entries(given ?? {}))
      mapping.values[target] = { ...own(mapping.values, target), ...one }
  }
  mapping.names = meanings.names && joinNames(before?.names, said.names && keyedNames(said.names))
  return {
    kind,
    meanings,
    table,
    system: system?.name,
    columns,
    values,
    known,
    mapping,
    remembered: before !== undefined,
  }
}

/** How a check read a file: an import of it reads it just so, whatever is remembered of such files by then. */
export interface ReadAs {
  encoding: string
  /** Where the titles stand. */
  line: number
  /** Bounds years that are written with two digits. */
  day: string
  mapping: ImportMapping
}

/** A file as its check read it. @param file in the encoding of then @throws ImportError */
export async function readAgain(
  file: ImportFile,
  meanings: Meanings,
  { line, day, mapping }: Pick<ReadAs, 'line' | 'day' | 'mapping'>,
): Promise<ImportFile> {
  const read = await readTable(file, line)
  const table = asMeant(read, mapping.columns, systemOf(read.titles, meanings.systems))
  return mapFile(file, table, mapping, meanings, day)
}

/** A table of another system whose cells say no more than what is meant. */
function asMeant(
  table: FileTable,
  targets: Readonly<Record<string, string>>,
  system: FormerSystem | undefined,
): FileTable {
  const reading = table.titles.map(title => own(system?.cells, own(targets, title) ?? ''))
  if (reading.every(read => read === undefined)) return table
  const { rows } = table
  const meant = {
    size: rows.size,
    *[Symbol.iterator](): Generator<FileRow> {
      for (const row of rows) yield { ...row, cells: row.cells.map((text, at) => reading[at]?.(text) ?? text) }
    },
  }
  return { ...table, rows: meant }
}

/** All columns in one order. */
const daysOf = (targets: Readonly<Record<string, string>>, order: DayOrder | ''): ImportMapping['days'] =>
  order === '' ? {} : Object.fromEntries(Object.values(targets).map(target => [target, order]))

/** Whether a file tells by itself how it is encoded. */
export const tellsEncoding = ({ encoding }: ImportFile): boolean => /^(utf-|xlsx$)/.test(encoding)

const mergedColumns = (
  { titles }: FileTable,
  guessed: Readonly<Record<string, GuessedColumn>>,
  before: Readonly<Record<string, string>> | undefined,
  said: Readonly<Record<string, string>> = {},
): Record<string, GuessedColumn> => {
  for (const title of Object.keys(said)) {
    if (!titles.includes(title))
      throw new ImportError(msg('The file has no column "{title}". It has {titles}.'), {
        title,
        titles: titles.map(one => `"${one}"`).join(', '),
      })
  }
  return Object.fromEntries(
    titles.map(title => {
      const target = own(said, title) ?? own(before, title)
      return [
        title,
        target === undefined ? (own(guessed, title) ?? { target: '', by: 'nothing' }) : { target, by: 'title' },
      ]
    }),
  )
}

/** What was decided for the last file of a kind with these columns. */
async function rememberedMapping(
  db: Db,
  { id: church }: Church,
  kind: string,
  titles: readonly string[],
): Promise<ImportMapping | undefined> {
  const row = await db.first<{ mapping: string }>(sql`select mapping::text from import_mappings
    where church_id = ${church} and kind = ${kind} and layout = ${layoutKey(titles)}`)
  return row && (JSON.parse(row.mapping) as ImportMapping)
}

/**
 * Reads a file. One that does not tell its encoding is read as somebody said of the last one with its columns.
 * @throws ImportError; EncodingUnknown where nobody has said
 */
export async function readAsBefore(
  db: Db,
  church: Church,
  name: string,
  bytes: Uint8Array,
  reading: FileReading = {},
): Promise<ImportFile> {
  const first = await readImportFile(name, bytes, reading).catch((error: unknown) => {
    if (error instanceof EncodingUnknown) return error
    throw error
  })
  const isOpen = first instanceof EncodingUnknown || first.assumed
  const said = isOpen ? await saidEncodings(db, church) : new Map<string, string[]>()
  for (const [encoding, layouts] of said) {
    const file = readIn(name, bytes, encoding)
    const isLikeIt = file && (await layoutsOf(file)).some(layout => layouts.includes(layout))
    if (isLikeIt) return file
  }
  if (first instanceof EncodingUnknown) throw first
  return first
}

/** @returns undefined for a file that is not in it */
function readIn(name: string, bytes: Uint8Array, encoding: string): ImportFile | undefined {
  try {
    return importFile(name, bytes, encoding)
  } catch (error) {
    if (error instanceof ImportError) return undefined
    throw error
  }
}

/** Encodings that somebody said of files, with the layouts of these; the last one first. */
async function saidEncodings(db: Db, { id: church }: Church): Promise<Map<string, string[]>> {
  const rows = await db.all<{ encoding: string; layouts: string[] }>(sql`
    select mapping ->> 'encoding' as encoding, array_agg(layout) as layouts from import_mappings
    where church_id = ${church} and mapping ->> 'encoding' is not null
    group by mapping ->> 'encoding' order by max(used_at) desc`)
  return new Map(rows.map(({ encoding, layouts }) => [encoding, layouts]))
}

/** Whether somebody said otherwise of a file than it was taken for. */
export const isCorrected = ({
  columns = {},
  values = {},
  ...more
}: SaidMapping & Pick<FileReading, 'encoding'>): boolean =>
  [more.names, more.order, more.decimal, more.encoding].some(one => one !== undefined) ||
  Object.keys(columns).length > 0 ||
  Object.values(values).some(one => Object.keys(one).length > 0)

/** Keeps how the columns of a file were read, with the import of it, or with a check where somebody corrected it. */
export async function rememberMapping(
  tx: Tx,
  { church, kind, file: { mapped } }: Pick<Importing, 'church' | 'kind' | 'file'>,
): Promise<void> {
  if (mapped === undefined) return
  await tx.run(sql`insert into import_mappings (church_id, kind, layout, mapping, used_at)
    values (${church.id}, ${kind}, ${mapped.layout}, ${JSON.stringify(mapped.mapping)}::jsonb, ${tx.now}::timestamptz)
    on conflict (church_id, kind, layout) do update set mapping = excluded.mapping, used_at = excluded.used_at`)
}
