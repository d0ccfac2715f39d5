/**
 * Reads a CSV file by a declaration: every row is checked as the API would check it, and every wrong row is named with
 * its line and all that is wrong with it. What is done with the rows is the module's business.
 */
import { hash } from 'node:crypto'
import { parseDate } from '../lib/calendar.ts'
import { own } from '../lib/own.ts'
import { because } from '../texts/because.ts'
import { type Checked, checkBody } from './body.ts'
import type { FieldContext, Fields } from './field.ts'
import { type Cells, type ColumnRules, type Progress, readCells } from './import-cells.ts'
import type { ImportFile } from './import-file.ts'

/** A row, checked by the declaration. */
export interface CheckedRow<F extends Fields> extends Checked<F> {
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
  for await (const rows of readCells(file, columnRules(columns), progress))
    yield rows.map(row => checkRow(row, columns, context))
}

/** The same for the same texts under the same proper names, in whatever order the columns stand and however cells are quoted. */
const rowKey = (cells: ReadonlyMap<string, string>): string =>
  hash('sha256', JSON.stringify([...cells].sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 32)

/** What parts the values of a list within a cell. */
export const LIST_MARK = ';'

const noDay = (text: string): string =>
  because(
    'is "{text}", which is no clear date: write year, month and day, such as 2026-01-31 (in a spreadsheet, format the column so and save the file again)',
    { text },
  )

function checkRow<F extends Fields>(
  { line, cells, unfilled, problem }: Cells,
  { fields, more: others, customPrefix, filled }: ImportColumns<F>,
  context: FieldContext,
): CheckedRow<F> {
  const form = new Map<string, string[]>()
  const more = new Map<string, string>()
  for (const [name, text] of cells) {
    if (others.includes(name)) more.set(name, text)
    else if (customPrefix !== undefined && name.toLowerCase().startsWith(customPrefix)) {
      form.set(`custom[${name.slice(customPrefix.length)}]`, [text])
    } else form.set(name, fields[name]?.spec.list ? text.split(LIST_MARK) : [text])
  }
  const checked = checkBody(fields, { form }, true, context)
  for (const [name, text] of cells) {
    const isDay = fields[name]?.spec.output.format === 'date'
    if (isDay && parseDate(text) === null) checked.problems.errors[name] = noDay(text)
  }
  for (const name of unfilled) checked.problems.add(name, own(filled, name) ?? 'is required')
  if (problem !== undefined) checked.problems.add('row', problem)
  return { ...checked, line, key: rowKey(cells), cells, more }
}
