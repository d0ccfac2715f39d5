/** A file that is to be imported: its text, however it is encoded. */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type FileText, fileText, NotText } from '../lib/file-text.ts'

/** A file that cannot be imported as a whole: not there, not CSV, no header, a column nobody knows, rows imported before. */
export class ImportError extends Error {}

/** Its lines end with `\n`, whatever they did. */
export interface ImportFile extends FileText {
  /** Without its folder. */
  name: string
}

const MOST_BYTES = 256 * 1024 * 1024

const tooLarge = (name: string): ImportError =>
  new ImportError(`${name} is larger than 256 MB. Split it, with the first line in each part.`)

/**
 * A file from its bytes.
 * @param encoding what somebody said it is; undefined: found out
 * @throws ImportError for what is no text
 */
export function importFile(name: string, bytes: Uint8Array, encoding?: string): ImportFile {
  if (bytes.length > MOST_BYTES) throw tooLarge(name)
  try {
    const read = fileText(bytes, encoding)
    return { ...read, text: read.text.replace(/\r\n?/g, '\n'), name }
  } catch (error) {
    throw error instanceof NotText ? new ImportError(`${name} ${error.message}.`) : error
  }
}

/** Reads a file of this machine. @throws ImportError */
export function openImportFile(file: string, encoding?: string): ImportFile {
  try {
    if (statSync(file).size > MOST_BYTES) throw tooLarge(file)
    return importFile(path.basename(file), readFileSync(file), encoding)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new ImportError(`There is no file ${file}.`)
    if (code === 'EISDIR' || code === 'EACCES') throw new ImportError(`The file ${file} cannot be read (${code}).`)
    throw error
  }
}
