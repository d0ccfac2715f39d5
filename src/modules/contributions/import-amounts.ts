/** The amounts of an import: of a column of major units, or in minor units (decisions, Money: Amounts in imported files). */
import type { Problems } from '../../errors.ts'
import { AmountColumn, type DecimalMark } from '../../lib/amount-column.ts'
import { marksOf, plainMark } from '../../lib/currency-marks.ts'
import { isCurrency } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'
import type { Fields } from '../../resource/field.ts'
import { columnRules, type ImportColumns } from '../../resource/import.ts'
import { readCells } from '../../resource/import-cells.ts'
import { ImportError, type ImportFile } from '../../resource/import-file.ts'

/**
 * Reads the amounts of the whole file once, for what they tell of how they are written.
 * @param decimal what somebody said stands before decimals
 */
export async function noteAmounts<F extends Fields>(
  file: ImportFile,
  columns: ImportColumns<F>,
  church: Church,
  decimal: DecimalMark | undefined,
): Promise<AmountColumn> {
  const amounts = new AmountColumn(church.country, decimal)
  for await (const { cells } of readCells(file, columnRules(columns))) {
    const [text, currency] = [cells.get('amount'), cells.get('currency')?.toUpperCase()]
    if (text !== undefined) amounts.note(text, currency && isCurrency(currency) ? currency : church.currency)
  }
  return amounts
}

/**
 * `amount` for a column whose title says it with the church's currency: "Amount (NGN)", "Amount ₦", "Amount in naira".
 * @throws ImportError for one that says another currency
 */
export function amountColumn(title: string, { currency, country }: Church): 'amount' | undefined {
  const [, rest] = /^\s*amount[\s_]*(?:in[\s_]+)?[([]?(.+?)[)\]]?\s*$/iu.exec(title) ?? []
  if (rest === undefined) return undefined
  const mark = plainMark(rest)
  if (marksOf(currency, country).has(mark)) return 'amount'
  if (!isCurrency(mark.toUpperCase())) return undefined
  throw new ImportError(
    `The column "${title}" is not in ${currency}. Call it amount, and write ${mark.toUpperCase()} into each row of a column currency.`,
  )
}

/** The amount of a row in minor units; 0, with a problem added, where it has none. */
export function amountOf(
  minor: number | undefined,
  text: string | undefined,
  currency: string,
  amounts: AmountColumn,
  problems: Problems,
): number {
  if (minor !== undefined && text !== undefined) problems.add('amount', 'stands beside amount_minor: use one of them')
  if (minor !== undefined) return minor
  if (text === undefined) {
    problems.add('amount', 'is required')
    return 0
  }
  const read = amounts.read(text, currency)
  if ('minor' in read) return read.minor
  problems.add('amount', read.problem)
  return 0
}
