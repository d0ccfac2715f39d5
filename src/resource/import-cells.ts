/** Reads the cells of a CSV file by the names of its columns. */
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { CsvError, Info } from 'csv-parse'
import { unguarded } from '../lib/csv-guard.ts'
import { beginningOf, textPieces } from '../lib/file-text.ts'
import { lazily } from '../lib/lazily.ts'
import { own } from '../lib/own.ts'
import { nearest } from '../lib/text.ts'
import { because } from '../texts/because.ts'
import { msg } from '../texts/language.ts'
import { emptyFile, type FileRow, ImportError, type ImportFile } from './import-file.ts'

export interface ColumnRules {
  /** Names of columns that are understood. */
  known: readonly string[]
  /** Natural names of columns → the column that is meant. */
  aliases: Readonly<Record<string, string>>
  /** Columns of fields that nobody sets: an export has them, and they are left out. */
  readOnly?: readonly string[]
  /** Told which of them the file has, where it has some. */
  leftOut?(columns: readonly string[]): void
  /** A column that begins with this holds a custom field. */
  customPrefix?: string
  /** The column that is meant by a title which no list can have. @throws ImportError */
  meant?(title: string): string | undefined
  /** A column of numbers that may have commas, and columns of numbers that may stand behind it. */
  grouped?: { column: string; beside: readonly string[] }
  /** Columns that each row fills where the file has them, with what is said of a row that does not. */
  filled?: Readonly<Record<string, string>>
  ignoreUnknown: boolean
}

/** A row: what it says, by column. */
export interface Cells {
  /** Line of the file at which the row begins; the header is line 1. */
  line: number
  /** Trimmed text in Unicode's composed form, never empty. */
  cells: ReadonlyMap<string, string>
  /** Columns that it had to fill, and did not. */
  unfilled: readonly string[]
  /** What is wrong with the row as such. */
  problem: string | undefined
}

/** Told how far the file is read, from 0 to 1. */
export type Progress = (share: number) => void

/** Characters that are parsed at a time: some dozen rows. */
const CHUNK = 4 * 1024
const ROWS_AT_ONCE = 500

const csv = lazily<typeof import('csv-parse')>('csv-parse')

/**
 * Reads a file, some rows at a time.
 * @throws ImportError naming the line, or the columns that are not known
 */
export async function* readCells(
  file: ImportFile,
  rules: ColumnRules,
  progress: Progress = () => undefined,
): AsyncGenerator<Cells[]> {
  const delimiter = file.rows === undefined ? layoutOf(file).delimiter : undefined
  let columns: string[] | undefined
  for await (const rows of fileRows(file, progress)) {
    if (columns === undefined) {
      const [header] = rows.splice(0, 1)
      if (header === undefined) continue
      columns = readHeader(header.cells, rules)
    }
    const names = columns
    const filled = Object.keys(rules.filled ?? {}).filter(name => names.includes(name))
    yield rows.map(({ line, cells, problem }) => {
      const wrong = delimiter && (surplus(cells, names, delimiter) ?? apart(cells, names, delimiter, rules))
      const said = cellsOf(cells, names)
      const unfilled = filled.filter(name => !said.has(name))
      return { line, cells: said, unfilled, problem: problem ?? (wrong || undefined) }
    })
  }
  if (columns === undefined) throw emptyFile(file.name)
}

/**
 * The rows of a file as they stand there, the titles of the columns first, some at a time; others have their turn between them.
 * @throws ImportError for what is no CSV
 */
export async function* fileRows(file: ImportFile, progress: Progress = () => undefined): AsyncGenerator<FileRow[]> {
  if (file.rows === undefined) {
    yield* csvRows(file, progress)
    return
  }
  let rows: FileRow[] = []
  let done = 0
  for (const row of file.rows) {
    rows.push(row)
    done += 1
    if (rows.length < ROWS_AT_ONCE && done < file.rows.size) continue
    await setImmediate()
    yield rows
    rows = []
    progress(done / file.rows.size)
  }
}

async function* csvRows(file: ImportFile, progress: Progress): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = []
  const parser = csv().parse({
    ...layoutOf(file),
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    // Taken here, and never handed through the stream: its way for each row costs more than to parse it.
    on_record(record: string[], info: Info) {
      rows.push({ line: lineOf(record, info), cells: record })
      return null
    },
  })
  try {
    const ended = finished(parser.resume())
    // Told by what waits for it.
    ended.catch(() => undefined)
    for (const { chunk, share } of chunksOf(file)) {
      parser.write(chunk)
      await setImmediate()
      if (parser.errored) await ended
      yield rows
      rows = []
      progress(share)
    }
    parser.end()
    await ended
    yield rows
    progress(1)
  } catch (error) {
    throw (error as CsvError).code?.startsWith('CSV_') ? notCsv(file.name, error as CsvError) : error
  } finally {
    parser.destroy()
  }
}

/** The text of a file in chunks, and how far each leads. */
function* chunksOf(file: ImportFile): Generator<{ chunk: string; share: number }> {
  const { length } = file.bytes
  let begun = 0
  for (const { text, end: read } of textPieces(file)) {
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = endOfChunk(text, at)
      yield { chunk: text.slice(at, end), share: (begun + ((read - begun) * end) / text.length) / length }
    }
    begun = read
  }
}

/** Where a chunk ends that begins at `at`: never within a character that takes two places, which would be lost. */
function endOfChunk(text: string, at: number): number {
  const end = Math.min(text.length, at + CHUNK)
  const isCut = (text.codePointAt(end - 1) ?? 0) > 0xffff
  return isCut ? end + 1 : end
}

function notCsv(file: string, { code, lines = 0, message }: CsvError & { lines?: number }): ImportError {
  const isQuoted =
    code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE' || code === 'CSV_QUOTE_NOT_CLOSED'
  if (!isQuoted) return new ImportError(msg('{file} is not CSV: {message}'), { file, message })
  const text =
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? msg(
          '{file} is not CSV: in or before line {lines, number} a quotation mark (") begins and does not end. Take it out, or open the file in a spreadsheet and save it as "CSV UTF-8".',
        )
      : msg(
          '{file} is not CSV: in or before line {lines, number} a quotation mark (") stands within a cell. Take it out, or open the file in a spreadsheet and save it as "CSV UTF-8".',
        )
  return new ImportError(text, { file, lines })
}

/** The line of a row's end is known, and how many lines its cells have. */
function lineOf(record: readonly string[], { lines }: Info): number {
  let within = 0
  for (const cell of record) if (cell.includes('\n')) within += cell.split('\n').length - 1
  return lines - within
}

const DELIMITERS = [',', ';', '\t', '|']

/** Lines by which is judged what parts the cells: what stands over a table is hardly longer. */
const LINES_JUDGED = 15

/** What parts the cells: Excel may say so in a first line of its own (`sep=;`); else the first lines tell. */
function layoutOf(file: ImportFile): { delimiter: string; from_line: number } {
  const text = beginningOf(file)
  const said = /^sep=(.)\n/i.exec(text)?.[1]
  if (said !== undefined) return { delimiter: said, from_line: 2 }
  const bare = text.trimStart().replace(/"[^"]*"/g, '')
  const lines = bare.split('\n', LINES_JUDGED).filter(line => line.trim() !== '')
  return { delimiter: delimiterOf(lines), from_line: 1 }
}

/** What stands in most of the lines; of several, what makes as many cells of most of them, then what the first line has most of. */
function delimiterOf(lines: readonly string[]): string {
  let best: { delimiter: string; marks: readonly number[] } = { delimiter: ',', marks: [0, 0, 1] }
  for (const delimiter of DELIMITERS) {
    const counts = lines.map(line => line.split(delimiter).length)
    if (!isTable(counts)) continue
    const parted = counts.filter(count => count > 1)
    const alike = Math.max(0, ...parted.map(count => parted.filter(other => other === count).length))
    const marks = [parted.length, alike, counts[0] ?? 0]
    const differing = marks.findIndex((mark, at) => mark !== best.marks[at])
    if (differing >= 0 && (marks[differing] ?? 0) > (best.marks[differing] ?? 0)) best = { delimiter, marks }
  }
  return best.delimiter
}

/** Whether what a first line does not have may part the cells below it: then they are a table, and no sentences with such a mark. */
function isTable(counts: readonly number[]): boolean {
  const from = counts.findIndex(count => count > 1)
  if (from <= 0) return from === 0
  const below = counts.slice(from)
  const alike = below.filter(count => count === below[0]).length
  return alike > 1 && alike >= 0.75 * below.length
}

/** The columns by their proper names; '' for those that are ignored. */
function readHeader(header: readonly string[], rules: ColumnRules): string[] {
  const { known, aliases, readOnly = [], customPrefix, ignoreUnknown } = rules
  const problems: string[] = []
  const left: string[] = []
  const columns = header.map(title => {
    const plain = title
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    const name = own(aliases, plain) ?? rules.meant?.(title) ?? plain
    if (customPrefix !== undefined && plain.startsWith(customPrefix)) return title.normalize('NFC').trim()
    if (known.includes(name)) return name
    if (readOnly.includes(name)) left.push(name)
    else if (!ignoreUnknown) problems.push(`"${title}"${suggestion(name, known)}`)
    return ''
  })
  const repeated = columns.filter((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (repeated.length > 0)
    throw new ImportError(msg('The column {column} is there twice.'), { column: repeated[0] ?? '' })
  if (left.length > 0) rules.leftOut?.(left)
  if (problems.length === 0) return columns
  throw new ImportError(
    `Not known: ${problems.join(', ')}. Columns may be ${known.join(', ')}; others can be ignored on request.`,
  )
}

/** Names that the title begins with come first: "Amount (naira)" is an amount before it is `amount_minor`. */
function suggestion(name: string, known: readonly string[]): string {
  const begun = known.filter(one => new RegExp(`^${one}(_|\\W|$)`, 'u').test(name))
  const close = [...new Set([...begun, ...nearest(name, known)])]
  return close.length === 0 ? '' : ` (did you mean ${close.join(' or ')}?)`
}

function cellsOf(record: readonly string[], columns: readonly string[]): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [index, name] of columns.entries()) {
    if (name === '') continue
    const text = unguarded(record[index]?.normalize('NFC').trim() ?? '')
    if (text !== '') cells.set(name, text)
  }
  return cells
}

function surplus(record: readonly string[], columns: readonly string[], delimiter: string): string | undefined {
  if (record.length <= columns.length) return undefined
  return because(`has {cells} cells, and the first line names {columns} columns: {problem}`, {
    cells: record.length,
    columns: columns.length,
    problem:
      QUOTING[delimiter] ?? because('put quotation marks around a cell that has a "{text}" in it', { text: delimiter }),
  })
}

/** What to do about a cell that has what divides cells in it. */
const QUOTING: Readonly<Record<string, string>> = {
  ',': because('put quotation marks around a cell that has a comma in it, such as "1,500"'),
  ';': because('put quotation marks around a cell that has a semicolon in it'),
  '\t': because('put quotation marks around a cell that has a tab in it'),
}

/** 1,500 without quotation marks is two cells. */
function apart(
  record: readonly string[],
  columns: readonly string[],
  delimiter: string,
  { grouped }: ColumnRules,
): string | undefined {
  const at = columns.indexOf(grouped?.column ?? '')
  const [first = '', next = ''] = record.slice(at, at + 2).map(cell => cell.trim())
  const isNumber = grouped?.beside.includes(columns[at + 1] ?? '')
  if (at < 0 || delimiter !== ',' || isNumber || !/^\D{0,4}[1-9]\d{0,2}$/.test(first) || !/^\d{3}$/.test(next))
    return undefined
  return because(
    'has {first} as {column} and {next} in the cell behind it: if {first},{next} is meant, put quotation marks around it ("{first},{next}"); if not, write {first} with its decimals',
    { first, column: columns[at] ?? '', next },
  )
}
