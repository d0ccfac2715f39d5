/** Which column of a file means what, and which value: a file that somebody else made becomes one of the importer's columns. */
import { createHash } from 'node:crypto'
import type { DecimalMark } from '../lib/amount-number.ts'
import { unguarded } from '../lib/csv-guard.ts'
import { type DayOrder, latestDay, readDay } from '../lib/day-text.ts'
import { own } from '../lib/own.ts'
import { type Listed, PackedList } from '../lib/packed.ts'
import { fileRows } from './import-cells.ts'
import { emptyFile, type FileRow, type ImportFile, NOTHING, type OwnTitles } from './import-file.ts'
import { type Meanings, plain, type Target, type Together } from './import-meanings.ts'
import type { NameDecisions } from './import-names.ts'

/** What somebody decided, or what was guessed. */
export interface ImportMapping {
  /** By title: the target, or '' for a column that is left out. */
  columns: Record<string, string>
  /** By target and text: the value that is meant, or '' for none. */
  values: Record<string, Record<string, string>>
  /** By target of days: what stands first; none where only what is certain is read. */
  days: Record<string, DayOrder>
  /** Who is meant by names. */
  names?: NameDecisions | undefined
  /** What somebody said stands first in days; '' where only what is certain is read. */
  order?: DayOrder | '' | undefined
  /** What somebody said stands before the decimals of amounts; '' as above. */
  decimal?: DecimalMark | '' | undefined
  /** What somebody said the file is encoded in, where it does not tell. */
  encoding?: string | undefined
}

/** A file as a table: its titles, each there once, and its rows. */
export interface FileTable {
  /** Where the titles stand: lines before them are not read. */
  line: number
  titles: string[]
  rows: Listed<FileRow>
}

/** Rows in which the titles of the columns are looked for: many files begin with the name of the church. */
const MOST_BEFORE = 15

/**
 * Reads a whole file.
 * @param titles the line that they stand in; or whether a text is known as one, where that has to be found out
 * @throws ImportError for an empty one
 */
export async function readTable(file: ImportFile, titles: number | ((text: string) => boolean)): Promise<FileTable> {
  const rows = new PackedList<FileRow>()
  const beginning: FileRow[] = []
  let header: FileRow | undefined
  let width = 0
  const take = (row: FileRow): void => {
    rows.push(row)
    width = Math.max(width, lastCell(row))
  }
  const begin = (): void => {
    const at = headerIn(beginning, titles)
    header = beginning[at]
    for (const row of beginning.slice(at + 1)) take(row)
  }
  for await (const some of fileRows(file)) {
    for (const row of some) {
      if (header !== undefined) take(row)
      else if (beginning.push(row) === MOST_BEFORE) begin()
    }
  }
  if (header === undefined) begin()
  if (header === undefined) throw emptyFile(file.name)
  return { line: header.line, titles: titlesOf(header.cells, width), rows }
}

/** What a file's layout may be, by each of the rows that may have its titles. */
export async function layoutsOf(file: ImportFile): Promise<string[]> {
  for await (const rows of fileRows(file)) {
    if (rows.length > 0) return rows.slice(0, MOST_BEFORE).map(({ cells }) => layoutKey(titlesOf(cells, 0)))
  }
  return []
}

/** Which of the first rows has the titles. */
function headerIn(beginning: readonly FileRow[], titles: number | ((text: string) => boolean)): number {
  if (typeof titles === 'number') return beginning.findIndex(({ line }) => line === titles)
  const known = beginning.map(({ cells }) => cells.filter(titles).length)
  const most = Math.max(...known)
  // One word may stand in any row; what is known of none is taken as it is.
  return most > 1 ? known.indexOf(most) : 0
}

/** The titles; a column without one has its place, and one that is there again its turn: "Phone (2)". */
function titlesOf(cells: readonly string[], width: number): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: Math.max(width, cells.length) }, (_, at) => {
    const title = unguarded((cells[at] ?? '').normalize('NFC').trim().replace(/\s+/g, ' ')) || `Column ${at + 1}`
    const turn = (seen.get(title) ?? 0) + 1
    seen.set(title, turn)
    return turn === 1 ? title : `${title} (${turn})`
  })
}

const lastCell = ({ cells }: FileRow): number => cells.findLastIndex(text => text.trim() !== '') + 1

/** The texts of columns that say something, row by row. */
export function* textsOf({ rows }: FileTable, ...places: readonly number[]): Generator<string> {
  for (const { cells } of rows) {
    for (const at of places) {
      const text = cells[at]?.normalize('NFC').trim()
      if (text) yield text
    }
  }
}

/**
 * The file as the importer would have it.
 * @param today bounds years that are written with two digits
 */
export function mapFile(
  file: ImportFile,
  { line, titles, rows }: FileTable,
  mapping: ImportMapping,
  meanings: Meanings,
  today: string,
): ImportFile {
  const read = titles.flatMap((title, at) => {
    const target = own(mapping.columns, title) ?? ''
    return target === '' ? [] : [{ at, target, title }]
  })
  const called = new Map<string, Set<string>>()
  const columns = read.map(one => columnReader(one, mapping, meanings, today, called))
  const sayingsOf: SayingsOf = cells => sayingsIn(columns, cells)
  const together = meanings.together?.(
    today,
    read.map(({ target }) => target),
  )
  const once = mapRows(rows, sayingsOf, together, said => together?.note?.(said) ?? false)
  // Rows that tell of each other are settled when all of them are noted.
  const { places, mapped } = once.isOpen ? mapRows(rows, sayingsOf, together, () => false) : once
  const said = places.size > 0 ? [...places] : read.map(({ target }) => target)
  const names = [...new Set([...said, ...daysOf(read, meanings)])]
  const whole = {
    size: mapped.size + 1,
    *[Symbol.iterator](): Generator<FileRow> {
      yield { line, cells: names }
      yield* mapped
    },
  }
  const mappedAs = { layout: layoutKey(titles), mapping, titles: ownTitles(read, called) }
  return { ...file, bytes: NOTHING, mapped: mappedAs, rows: whole }
}

/** Rows as the importer would have them, and what its columns are; incomplete where a row was met that tells of others. */
interface MappedRows {
  places: ReadonlySet<string>
  mapped: PackedList<FileRow>
  isOpen: boolean
}

/** @param tells whether a row tells of others: after such a one the rest are only asked */
function mapRows(
  rows: Iterable<FileRow>,
  sayingsOf: SayingsOf,
  together: Together | undefined,
  tells: (said: ReadonlyMap<string, string>) => boolean,
): MappedRows {
  const places = new Set<string>()
  let mapped = new PackedList<FileRow>()
  let isOpen = false
  for (const { cells, ...row } of rows) {
    const said = sayingsOf(cells)
    if (tells(said) && !isOpen) {
      isOpen = true
      // What is made anew need not be there twice.
      mapped = new PackedList()
    }
    if (isOpen) continue
    together?.settle(said)
    for (const name of said.keys()) places.add(name)
    mapped.push({ ...row, cells: Array.from(places, name => said.get(name) ?? '') })
  }
  return { places, mapped, isOpen }
}

type SayingsOf = (cells: readonly string[]) => Map<string, string>

/** A column that is read. */
interface ReadColumn {
  at: number
  target: string
  title: string
}

/** @param called further names by title, of columns that hold several */
function ownTitles(read: readonly ReadColumn[], called: ReadonlyMap<string, ReadonlySet<string>>): OwnTitles {
  const titles = new Map([...called].map(([name, some]) => [name, new Set(some)]))
  for (const { target, title } of read) titles.set(target, (titles.get(target) ?? new Set()).add(title))
  return Object.fromEntries([...titles].map(([name, some]) => [name, [...some]]))
}

/** The columns of days, which the file has although no row may say one. */
function daysOf(read: readonly { target: string }[], { targets, parted = {} }: Meanings): string[] {
  const days = targets.filter(({ name, kind }) => kind === 'date' && own(parted, name) === undefined)
  return days.flatMap(({ name }) => (read.some(({ target }) => target === name) ? [name] : []))
}

/** How the cells of a column are read: all that can be known before the first of them is. */
interface ColumnReader {
  at: number
  /** The target; texts of several columns are joined where they are free. */
  name: string
  isFree: boolean
  /** What a text means. */
  meant(text: string): string
  /** Of a column of several targets: what a text says of them. */
  parted: ((text: string) => readonly Part[]) | undefined
}

interface Part {
  name: string
  text: string
  isFree: boolean
}

/** @param called gets the names that a column of several holds, each with its titles */
function columnReader(
  { at, target: name, title }: ReadColumn,
  mapping: ImportMapping,
  { targets, parted, several }: Meanings,
  today: string,
  called: Map<string, Set<string>>,
): ColumnReader {
  const byName = new Map(targets.map(target => [target.name, target]))
  const isFree = (target: string): boolean => byName.get(target)?.kind === 'text'
  const [split, names] = [own(parted, name), own(several, name)]
  const meant = meaningOf(name, byName.get(name), mapping, today)
  return {
    at,
    name,
    isFree: isFree(name),
    meant: names === undefined ? meant : text => (names(text) ? text : meant(text)),
    parted:
      split &&
      (cell =>
        Object.entries(split(cell)).map(([part, text]) => {
          const titles = called.get(part) ?? new Set()
          if (!titles.has(title)) called.set(part, titles.add(title))
          return { name: part, text, isFree: isFree(part) }
        })),
  }
}

/** What a row says, by target. */
function sayingsIn(columns: readonly ColumnReader[], cells: readonly string[]): Map<string, string> {
  const said = new Map<string, string>()
  const parts = new Map<string, Part>()
  for (const { at, name, isFree, parted, meant } of columns) {
    const text = cells[at]?.normalize('NFC').trim() ?? ''
    if (text === '' || NOTHING_SAID.test(text)) continue
    if (parted === undefined) say(said, name, meant(text), isFree)
    else for (const part of parted(text)) parts.set(part.name, part)
  }
  for (const { name, text, isFree } of parts.values()) if (!said.has(name)) say(said, name, text, isFree)
  return said
}

/** Tells files with the same columns, in whatever order. */
export const layoutKey = (titles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...titles].sort()))
    .digest('hex')
    .slice(0, 32)

/** What people, and programs that have no day, write where they have nothing to say. */
const NOTHING_SAID = /^(n\/?a|nil|none|null|-+|–|—|\?+|#n\/a|0000-00-00( 00:00:00)?)$/i

/** Two columns of one text are joined, as the lines of an address are; of anything else the first one counts. */
function say(said: Map<string, string>, name: string, text: string, isFree: boolean): void {
  const before = said.get(name)
  if (text === '') return
  if (before === undefined) said.set(name, text)
  else if (isFree) said.set(name, `${before}, ${text}`)
}

/** Different texts of a column whose meaning is remembered: those of a choice are few. */
const MOST_REMEMBERED = 500

/** What texts of a column mean. */
function meaningOf(
  name: string,
  target: Target | undefined,
  { values, days }: ImportMapping,
  today: string,
): (text: string) => string {
  if (target?.kind === 'date') {
    const [order, latest] = [own(days, name), latestDay(today, target.reach ?? 'near')]
    return text => readDay(text, order, latest) ?? text
  }
  const known = own(values, name)
  if (known === undefined || Object.keys(known).length === 0) return text => text
  const remembered = new Map<string, string>()
  return text => {
    const before = remembered.get(text)
    if (before !== undefined) return before
    const value = own(known, plain(text)) ?? text
    if (remembered.size < MOST_REMEMBERED) remembered.set(text, value)
    return value
  }
}
