/** Digits of currencies behind the point, by ISO 4217. */

// A table and not Intl: Intl's digits follow CLDR, and differ from ISO 4217 (IQD and LBP have 0 there).
const EXPONENTS = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(code => [code, 3] as const),
])

/**
 * How many decimal places the minor unit of a currency stands for, by ISO 4217: JPY 0, NGN 2, BHD 3.
 * 2 for a code that is not in the table, so that a record in a currency since withdrawn still prints.
 */
export function currencyExponent(code: string): number {
  return EXPONENTS.get(code) ?? 2
}
