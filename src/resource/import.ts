/**
 * Reads a CSV file by a declaration: every row is checked as the API would check it, and every wrong row is named with
 * its line and all that is wrong with it. What is done with the rows is the module's business.
 */
import { createReadStream } from 'node:fs'
import { type CsvError, parse } from 'csv-parse'
import { nearest } from '../lib/text.ts'
import { type Checked, checkBody } from './body.ts'
import type { FieldContext, Fields } from './field.ts'

/** A file that cannot be read as a whole: not CSV, no header, a column nobody knows. */
export class ImportError extends Error {}

/** A row that was not accepted. */
export interface Refusal {
  /** Line of the file at which the row begins; the header is line 1. */
  line: number
  /** Field or column → what is wrong. */
  errors: Record<string, string>
}

/** A row, checked by the declaration. */
export interface CheckedRow<F extends Fields> extends Checked<F> {
  line: number
  /** Columns beside the declaration's fields, such as `fund`: trimmed text, never empty. */
  more: ReadonlyMap<string, string>
}

export interface ColumnRules {
  /** Columns that the module understands beside the settable fields. */
  more: readonly string[]
  /** Natural names of columns → the field or further column that is meant. */
  aliases: Readonly<Record<string, string>>
  /** A column that begins with this holds a custom field. */
  customPrefix?: string
  ignoreUnknown: boolean
}

interface CsvRow {
  record: string[]
  info: { lines: number }
}

/** Reports how far the file was read, in bytes. */
export type Progress = (bytes: number) => void

/**
 * Reads a file row by row.
 * @throws ImportError naming the line, or the columns that are not known
 */
export async function* readRows<F extends Fields>(
  file: string,
  fields: F,
  rules: ColumnRules,
  context: FieldContext,
  progress: Progress = () => undefined,
): AsyncGenerator<CheckedRow<F>> {
  const input = createReadStream(file)
  const options = {
    bom: true,
    delimiter: [',', ';', '\t'],
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
  }
  const parser = input.pipe(parse(options))
  input.once('error', error => parser.destroy(error))
  let columns: string[] | undefined
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
      if (columns === undefined) columns = readHeader(record, fields, rules)
      else yield checkRow(record, columns, fields, rules, context, line)
      line = info.lines + 1
      progress(input.bytesRead)
    }
  } catch (error) {
    throw asImportError(error, file)
  } finally {
    input.destroy()
  }
  if (columns === undefined) throw new ImportError(`${file} is empty. Its first line must name the columns.`)
}

function asImportError(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new ImportError(`There is no file ${file}.`)
  if (code === 'EISDIR' || code === 'EACCES') return new ImportError(`The file ${file} cannot be read (${code}).`)
  if (code?.startsWith('CSV_')) return new ImportError(`${file} is not CSV: ${(error as CsvError).message}`)
  return error
}

const settable = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => (spec.settable && name !== 'custom' ? [name] : []))

/** The columns by the names of the declaration; '' for those that are ignored. */
function readHeader(header: readonly string[], fields: Fields, rules: ColumnRules): string[] {
  const known = [...settable(fields), ...rules.more]
  const problems: string[] = []
  const columns = header.map(title => {
    const plain = title
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    const name = rules.aliases[plain] ?? plain
    const isCustom = rules.customPrefix !== undefined && plain.startsWith(rules.customPrefix)
    if (isCustom) return title.trim()
    if (known.includes(name)) return name
    if (!rules.ignoreUnknown) problems.push(`"${title}"${suggestion(name, known)}`)
    return ''
  })
  const repeated = columns.filter((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (repeated.length > 0) throw new ImportError(`The column ${repeated[0]} is there twice.`)
  if (problems.length === 0) return columns
  throw new ImportError(
    `Not known: ${problems.join(', ')}. Columns may be ${known.join(', ')}; others can be ignored on request.`,
  )
}

function suggestion(name: string, known: readonly string[]): string {
  const close = nearest(name, known)
  return close.length === 0 ? '' : ` (did you mean ${close.join(' or ')}?)`
}

function checkRow<F extends Fields>(
  record: readonly string[],
  columns: readonly string[],
  fields: F,
  rules: ColumnRules,
  context: FieldContext,
  line: number,
): CheckedRow<F> {
  const form = new Map<string, string[]>()
  const more = new Map<string, string>()
  for (const [index, name] of columns.entries()) {
    const text = record[index]?.trim() ?? ''
    if (name === '' || text === '') continue
    if (rules.more.includes(name)) more.set(name, text)
    else if (rules.customPrefix !== undefined && name.toLowerCase().startsWith(rules.customPrefix)) {
      form.set(`custom[${name.slice(rules.customPrefix.length)}]`, [text])
    } else form.set(name, [text])
  }
  const checked = checkBody(fields, { form }, true, context)
  if (record.length > columns.length)
    checked.problems.add('row', `has ${record.length} cells, the header ${columns.length}`)
  return { ...checked, line, more }
}
