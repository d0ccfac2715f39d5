/** A file that is to be imported: its text, however it is encoded. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type FileText, fileText, NotText, OddEncoding } from '../lib/file-text.ts'
import { type Listed, PackedList } from '../lib/packed.ts'
import { isPacked, NotWorkbook, readWorkbook } from '../lib/workbook.ts'
import { because } from '../texts/because.ts'
import { ENGLISH, msg } from '../texts/language.ts'
import { type Said, saidIn } from '../texts/said.ts'

/** A file that cannot be imported as a whole: not there, not CSV, no header, a column nobody knows, rows imported before. */
export class ImportError extends Error {
  /** Undefined for what only commands meet, which is English. */
  readonly said: Said | undefined

  /** @param values of a text of the catalogues (`msg`); without them the message is said as it stands */
  constructor(message: string, values?: Said['values']) {
    const said = values && { message, values }
    super(saidIn(ENGLISH, said ?? message))
    this.said = said
  }
}

/** A file whose encoding has to be said. */
export class EncodingUnknown extends ImportError {}

/** A file without a row. */
export const emptyFile = (file: string): ImportError =>
  new ImportError(msg('{file} is empty. Its first line must name the columns.'), { file })

/**
 * What was right when a row was read is wrong by now.
 * @param errors what is wrong, by field; @param labels of the fields, in English, as far as they are declared
 */
export function changedMeanwhile(
  line: number,
  errors: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>> = {},
): ImportError {
  return new ImportError(
    msg(
      'While this was imported, others changed what line {line, number} names: {reasons}. Nothing was imported; try again.',
    ),
    { line, reasons: { refused: { ...errors }, labels } },
  )
}

/** A row of cells. */
export interface FileRow {
  /** Where it begins in the file; the first line is 1. */
  line: number
  cells: readonly string[]
  /** What is wrong with it as such, where its cells were counted before. */
  problem?: string
}

/** What somebody brings, to be gone through a piece at a time. */
export interface ImportFile extends FileText {
  /** Without its folder. */
  name: string
  /** Of a workbook: the names of its sheets, and the one that was read. */
  sheets?: readonly string[]
  sheet?: string
  /** Its rows, the titles of the columns first, where they are no CSV to be parsed; `bytes` are empty then. */
  rows?: Listed<FileRow>
  /** How its columns were read, where they are not the importer's own: proposed for the next file of this layout. */
  mapped?: { layout: string; mapping: object; titles: OwnTitles }
}

/** By our names of columns, what a file calls them itself: several where they are joined, none where it has nothing of it. */
export type OwnTitles = Readonly<Record<string, readonly string[]>>

/** How a file is read, where somebody said so. */
export interface FileReading {
  encoding?: string | undefined
  sheet?: string | undefined
}

/** In the place of a text, where the rows are known already. */
export const NOTHING = new Uint8Array()

const MOST_BYTES = 256 * 1024 * 1024

const tooLarge = (name: string): ImportError =>
  new ImportError(because('{name} is larger than 256 MB. Split it, with the first line in each part.', { name }))

function asRefusal(error: unknown, file: string): unknown {
  if (error instanceof OddEncoding) return new EncodingUnknown(error.message, { file, ...error.values })
  const isTold = error instanceof NotText || error instanceof NotWorkbook
  return isTold ? new ImportError(error.message, { file, ...error.values }) : error
}

/**
 * A file from its bytes.
 * @param encoding what somebody said it is; undefined: found out
 * @throws ImportError for what is no text
 */
export function importFile(name: string, bytes: Uint8Array, encoding?: string): ImportFile {
  if (bytes.length > MOST_BYTES) throw tooLarge(name)
  try {
    return { ...fileText(bytes, encoding), name }
  } catch (error) {
    throw asRefusal(error, name)
  }
}

/** The same, of a workbook, too. @throws ImportError */
export async function readImportFile(
  name: string,
  bytes: Uint8Array,
  { encoding, sheet }: FileReading = {},
): Promise<ImportFile> {
  if (!isPacked(bytes)) return importFile(name, bytes, encoding)
  if (bytes.length > MOST_BYTES) throw tooLarge(name)
  try {
    const { rows, ...workbook } = await readWorkbook(bytes, sheet)
    return { bytes: NOTHING, encoding: 'xlsx', assumed: false, name, ...workbook, rows: PackedList.of(rows) }
  } catch (error) {
    throw asRefusal(error, name)
  }
}

/** Reads a file of this machine. @param read how its bytes are read @throws ImportError */
export async function openImportFile(
  file: string,
  reading: FileReading = {},
  read: typeof readImportFile = readImportFile,
): Promise<ImportFile> {
  try {
    if (statSync(file).size > MOST_BYTES) throw tooLarge(file)
    return await read(path.basename(file), readFileSync(file), reading)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new ImportError(`There is no file ${file}.`)
    if (code === 'EISDIR' || code === 'EACCES') throw new ImportError(`The file ${file} cannot be read (${code}).`)
    throw error
  }
}
