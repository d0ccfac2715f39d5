/** Which column of a file means what, and which value: a file that somebody else made becomes one of the importer's columns. */
import { createHash } from 'node:crypto'
import { type DayOrder, readDay } from '../lib/day-text.ts'
import { own } from '../lib/own.ts'
import { fileRows } from './import-cells.ts'
import type { FileRow, ImportFile } from './import-file.ts'
import { ImportError } from './import-file.ts'
import { type Meanings, plain, type Target } from './import-meanings.ts'
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
}

/** A file as a table: its titles, each there once, and its rows. */
export interface FileTable {
  /** Where the titles stand: lines before them are not read. */
  line: number
  titles: string[]
  rows: FileRow[]
}

/** Rows in which the titles of the columns are looked for: many files begin with the name of the church. */
const MOST_BEFORE = 15

/**
 * Reads a whole file.
 * @param isTitle whether a text is known as a title
 * @throws ImportError for an empty one
 */
export async function readTable(file: ImportFile, isTitle: (text: string) => boolean): Promise<FileTable> {
  const rows: FileRow[] = []
  for await (const some of fileRows(file)) rows.push(...some)
  const beginning = rows.slice(0, MOST_BEFORE)
  const known = beginning.map(({ cells }) => cells.filter(isTitle).length)
  const most = Math.max(...known)
  // One word may stand in any row; what is known of none is taken as it is.
  const at = most > 1 ? known.indexOf(most) : 0
  const [header] = rows.splice(0, at + 1).slice(-1)
  if (header === undefined) throw new ImportError(`${file.name} is empty. Its first line must name the columns.`)
  return { line: header.line, titles: titlesOf(header.cells, rows), rows }
}

/** The titles; a column without one has its place, and one that is there again its turn: "Phone (2)". */
function titlesOf(cells: readonly string[], rows: readonly FileRow[]): string[] {
  const width = rows.reduce((most, row) => Math.max(most, lastCell(row)), cells.length)
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, at) => {
    const title = (cells[at] ?? '').normalize('NFC').trim().replace(/\s+/g, ' ') || `Column ${at + 1}`
    const turn = (seen.get(title) ?? 0) + 1
    seen.set(title, turn)
    return turn === 1 ? title : `${title} (${turn})`
  })
}

const lastCell = ({ cells }: FileRow): number => cells.findLastIndex(text => text.trim() !== '') + 1

/** The texts of a column that say something. */
export const textsOf = ({ rows }: FileTable, at: number): string[] =>
  rows.flatMap(({ cells }) => cells[at]?.normalize('NFC').trim() || [])

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
  const targets = new Map(meanings.targets.map(target => [target.name, target]))
  const read = titles.flatMap((title, at) => {
    const target = own(mapping.columns, title) ?? ''
    return target === '' ? [] : [{ at, target }]
  })
  const mapped = rows.map(({ cells, ...row }): { row: Omit<FileRow, 'cells'>; said: Map<string, string> } => {
    const said = new Map<string, string>()
    const parts = new Map<string, string>()
    for (const { at, target } of read) {
      const text = cells[at]?.normalize('NFC').trim() ?? ''
      if (text === '' || NOTHING.test(text)) continue
      const parted = own(meanings.parted, target)?.(text)
      if (parted !== undefined) for (const [name, part] of Object.entries(parted)) parts.set(name, part)
      else if (own(meanings.several, target)?.(text)) say(said, target, text, targets.get(target))
      else say(said, target, meantBy(text, target, targets.get(target), mapping, today), targets.get(target))
    }
    for (const [name, part] of parts) if (!said.has(name)) say(said, name, part, targets.get(name))
    return { row, said }
  })
  meanings.together?.(
    mapped.map(({ said }) => said),
    today,
  )
  const columns = [...new Set(mapped.flatMap(({ said }) => [...said.keys()]))]
  const header = columns.length > 0 ? columns : read.map(({ target }) => target)
  return {
    ...file,
    text: '',
    mapped: { layout: layoutKey(titles), mapping },
    rows: [
      { line, cells: header },
      ...mapped.map(({ row, said }) => ({ ...row, cells: header.map(name => said.get(name) ?? '') })),
    ],
  }
}

/** Tells files with the same columns, in whatever order. */
export const layoutKey = (titles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...titles].sort()))
    .digest('hex')
    .slice(0, 32)

/** What people, and programs that have no day, write where they have nothing to say. */
const NOTHING = /^(n\/?a|nil|none|null|-+|–|—|\?+|#n\/a|0000-00-00( 00:00:00)?)$/i

/** Two columns of one text are joined, as the lines of an address are; of anything else the first one counts. */
function say(said: Map<string, string>, name: string, text: string, target: Target | undefined): void {
  const before = said.get(name)
  if (text === '') return
  if (before === undefined) said.set(name, text)
  else if (target?.kind === 'text') said.set(name, `${before}, ${text}`)
}

function meantBy(
  text: string,
  name: string,
  target: Target | undefined,
  { values, days }: ImportMapping,
  today: string,
): string {
  if (target?.kind === 'date') return readDay(text, own(days, name), today) ?? text
  return own(own(values, name), plain(text)) ?? text
}
