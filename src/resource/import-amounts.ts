/** The amounts of an import: of a column of major units, or in minor units (decisions, Money: Amounts in imported files). */
import type { Problems } from '../errors.ts'
import { AmountColumn } from '../lib/amount-column.ts'
import type { DecimalMark } from '../lib/amount-number.ts'
import { marksOf, plainMark } from '../lib/currency-marks.ts'
import { isCurrency } from '../lib/money.ts'
import { because } from '../texts/because.ts'
import { msg } from '../texts/language.ts'
import type { Church } from './caller.ts'
import type { Fields } from './field.ts'
import { columnRules, type ImportColumns } from './import.ts'
import { readCells } from './import-cells.ts'
import { ImportError, type ImportFile } from './import-file.ts'
import { MINOR } from './import-meanings.ts'

/** The column that takes minor units in the place of one of amounts as people write them. */
export const minorColumn = (column: string): string => `${column}${MINOR}`

/**
 * Reads the amounts of a column once, for what they tell of how they are written.
 * @param decimal what somebody said stands before decimals
 */
export async function noteAmounts<F extends Fields>(
  file: ImportFile,
  column: string,
  columns: ImportColumns<F>,
  church: Church,
  decimal: DecimalMark | undefined,
): Promise<AmountColumn> {
  const amounts = new AmountColumn(church.country, decimal)
  for await (const rows of readCells(file, columnRules(columns))) {
    for (const { cells } of rows) {
      const [text, currency] = [cells.get(column), cells.get('currency')?.toUpperCase()]
      if (text !== undefined) amounts.note(text, currency && isCurrency(currency) ? currency : church.currency)
    }
  }
  return amounts
}

/**
 * The column, for a title that says it with the church's currency: "Amount (NGN)", "Amount ₦", "Amount in naira".
 * @throws ImportError for one that says another currency
 */
export function amountColumn(column: string, title: string, { currency, country }: Church): string | undefined {
  const named = column.replaceAll('_', '[\\s_-]+')
  const [, rest] = new RegExp(`^\\s*${named}[\\s_]*(?:in[\\s_]+)?[([]?(.+?)[)\\]]?\\s*$`, 'iu').exec(title) ?? []
  if (rest === undefined) return undefined
  const mark = plainMark(rest)
  if (marksOf(currency, country).has(mark)) return column
  if (!isCurrency(mark.toUpperCase())) return undefined
  throw new ImportError(
    msg(
      'The column "{title}" is not in {currency}. Call it {column}, and write {other} into each row of a column currency.',
    ),
    { title, currency, column, other: mark.toUpperCase() },
  )
}

/** The amount of a row in minor units; undefined where it has none, with a problem added where it cannot be read. */
export function amountOf(
  column: string,
  minor: number | undefined,
  text: string | undefined,
  currency: string,
  amounts: AmountColumn,
  problems: Problems,
): number | undefined {
  if (minor !== undefined && text !== undefined)
    problems.add(
      column,
      because('says the same as {column}: keep one of the two columns', { column: minorColumn(column) }),
    )
  if (minor !== undefined || text === undefined) return minor
  const read = amounts.read(text, currency)
  if ('minor' in read) return read.minor
  problems.add(column, read.problem)
  return undefined
}
