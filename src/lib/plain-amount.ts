/** Amounts for files: in major units, as the spreadsheets of a country and `AmountColumn` read them. */

import { currencyExponent } from '../texts/exponents.ts'
import { type DecimalMark, markOf } from './amount-number.ts'

/** What parts the cells of a file where this mark stands before decimals: spreadsheets of such countries expect it. */
export const delimiterOf = (mark: DecimalMark): ',' | ';' => (mark === ',' ? ';' : ',')

/**
 * An amount without a symbol and without groups: `1500.50`, `1500,50`, `1500` for yen. Three decimals, which may be taken for
 * thousands, get a fourth.
 * @param minor whole minor units
 */
export function plainAmount(minor: number | bigint, currency: string, country: string): string {
  const exponent = currencyExponent(currency)
  if (exponent === 0) return String(minor)
  const sign = minor < 0 ? '-' : ''
  const digits = String(minor)
    .replace('-', '')
    .padStart(exponent + 1, '0')
  return `${sign}${digits.slice(0, -exponent)}${markOf(country)}${digits.slice(-exponent)}${exponent === 3 ? '0' : ''}`
}
