/**
 * Reads a CSV file by a declaration: every row is checked as the API would check it, and every wrong row is named with
 * its line and all that is wrong with it. What is done with the rows is the module's business.
 */
import { hash } from 'node:crypto'
import { Problems } from '../errors.ts'
import { parseDate } from '../lib/calendar.ts'
import { quote } from '../lib/json.ts'
import { own } from '../lib/own.ts'
import { because } from '../texts/because.ts'
import { checkSent } from './body.ts'
import type { FieldContext, FieldSpec, Fields, Sent } from './field.ts'
import { type Cells, type ColumnRules, type Progress, readCells } from './import-cells.ts'
import type { ImportFile } from './import-file.ts'

/** A row, checked by the declaration. */
export interface CheckedRow<F extends Fields> {
  /** Without a problem, an `Input<F>`. */
  input: Sent<F>
  problems: Problems
  line: number
  /** Tells what the row says from what others say. */
  key: string
  /** All that the row says, by column. */
  cells: ReadonlyMap<string, string>
  /** Columns beside the declaration's fields, such as `fund`: trimmed text, never empty. */
  more: ReadonlyMap<string, string>
}

/** What a file may hold. */
export interface ImportColumns<F extends Fields> extends Omit<ColumnRules, 'known'> {
  fields: F
  /** Columns that the module understands beside the settable fields. */
  more: readonly string[]
}

/** The rules for the names of the columns. */
export const columnRules = <F extends Fields>({ fields, more, ...rules }: ImportColumns<F>): ColumnRules => ({
  ...rules,
  known: [...settable(fields), ...more],
})

const settable = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => (spec.settable && name !== 'custom' ? [name] : []))

/**
 * Reads a file, some rows at a time.
 * @throws ImportError naming the line, or the columns that are not known
 */
export async function* readRows<F extends Fields>(
  file: ImportFile,
  columns: ImportColumns<F>,
  context: FieldContext,
  progress?: Progress,
): AsyncGenerator<CheckedRow<F>[]> {
  const reading = readingOf(columns, context)
  for await (const rows of readCells(file, columnRules(columns), progress))
    yield rows.map(row => checkRow(row, reading))
}

/** What all rows of a file are read by. */
interface Reading<F extends Fields> {
  fields: F
  context: FieldContext
  /** Columns beside the fields. */
  others: ReadonlySet<string>
  /** Fields of days. */
  days: readonly string[]
  customPrefix: string | undefined
  filled: ImportColumns<F>['filled']
  keys: RowKeys
}

const readingOf = <F extends Fields>(columns: ImportColumns<F>, context: FieldContext): Reading<F> => ({
  fields: columns.fields,
  context,
  others: new Set(columns.more),
  days: Object.entries(columns.fields).flatMap(([name, { spec }]) => (spec.output.format === 'date' ? [name] : [])),
  customPrefix: columns.customPrefix,
  filled: columns.filled,
  keys: new RowKeys(),
})

/** The same for the same texts under the same proper names, in whatever order the columns stand and however cells are quoted. */
class RowKeys {
  readonly #known = new Set<string>()
  /** Names that were met, in their order, each with how it begins its pair. */
  #names: (readonly [name: string, begun: string])[] = []

  /** A hash of the row's pairs of name and text as JSON, by name. */
  of(cells: ReadonlyMap<string, string>): string {
    for (const name of cells.keys()) if (!this.#known.has(name)) this.#add(name)
    let pairs = ''
    for (const [name, begun] of this.#names) {
      const text = cells.get(name)
      if (text !== undefined) pairs += `${pairs === '' ? '' : ','}${begun}${quote(text)}]`
    }
    return hash('sha256', `[${pairs}]`).slice(0, 32)
  }

  #add(name: string): void {
    this.#known.add(name)
    this.#names = [...this.#known].sort().map(one => [one, `[${JSON.stringify(one)},`])
  }
}

/** What parts the values of a list within a cell. */
export const LIST_MARK = ';'

const noDay = (text: string): string =>
  because(
    'is "{text}", which is no clear date: write year, month and day, such as 2026-01-31 (in a spreadsheet, format the column so and save the file again)',
    { text },
  )

function checkRow<F extends Fields>(
  { line, cells, unfilled, problem }: Cells,
  { fields, context, others, days, customPrefix, filled, keys }: Reading<F>,
): CheckedRow<F> {
  const more = new Map<string, string>()
  let custom: Record<string, string> | undefined
  for (const [name, text] of cells) {
    if (others.has(name)) more.set(name, text)
    else if (customPrefix !== undefined && name.toLowerCase().startsWith(customPrefix)) {
      const key = name.slice(customPrefix.length)
      // A name that no form could send is nobody's.
      if (/[[\]]/.test(key)) continue
      custom ??= Object.create(null) as Record<string, string>
      custom[key] = text
    }
  }
  const problems = new Problems()
  // Not a function with a name: to name one costs more than to read a cell.
  const input = checkSent(
    fields,
    (name, spec) => {
      if (name === 'custom' && custom !== undefined) return custom
      const text = others.has(name) ? undefined : cells.get(name)
      if (text === undefined) return undefined
      return spec.list ? text.split(LIST_MARK).map(one => read(one, spec)) : read(text, spec)
    },
    true,
    context,
    problems,
  )
  for (const name of days) {
    const text = cells.get(name)
    if (text !== undefined && parseDate(text) === null) problems.errors[name] = noDay(text)
  }
  for (const name of unfilled) problems.add(name, own(filled, name) ?? 'is required')
  if (problem !== undefined) problems.add('row', problem)
  return { input, problems, line, key: keys.of(cells), cells, more }
}

/** What a text of a cell means; nothing where it is empty. */
const read = (text: string, spec: FieldSpec): unknown => (text === '' ? null : spec.fromForm(text))
