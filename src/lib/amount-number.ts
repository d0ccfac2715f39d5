/**
 * The number in an amount that somebody wrote, such as `₦2,000`, `1 234,56 €` or `1,00,000`: without the marks of its currency, in
 * our digits, and what its points and commas tell. What they leave open is for whoever reads it: a column (`amount-column.ts`)
 * or what one person typed (`amount-text.ts`).
 */

import { currencyExponent } from '../texts/exponents.ts'
import { localeOf, marksOf, plainMark } from './currency-marks.ts'
import { latinDigits } from './digits.ts'

/** What stands before the decimals. */
export type DecimalMark = '.' | ','

const OTHER: Record<DecimalMark, DecimalMark> = { '.': ',', ',': '.' }

/** Practice and locale data differ: South Africans write R1,500.00 whatever the standard says. */
const PRACTICE: Readonly<Record<string, DecimalMark>> = { ZA: '.' }

/** The mark before decimals in a country. @param country ISO 3166-1 alpha-2 */
export const markOf = (country: string): DecimalMark => PRACTICE[country] ?? markOfLocale(localeOf(country))

const marks = new Map<string, DecimalMark>()

/** The mark before decimals in a language. @param locale BCP 47 */
export function markOfLocale(locale: string): DecimalMark {
  const known = marks.get(locale)
  if (known !== undefined) return known
  const mark = findMark(locale)
  marks.set(locale, mark)
  return mark
}

function findMark(locale: string): DecimalMark {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
  // The Arabic mark tells by itself; beside it people write a point with Latin digits.
  return decimal?.value === ',' ? ',' : '.'
}

/** Whether people of a country write both marks before decimals. */
export const writesBoth = (country: string): boolean => PRACTICE[country] !== undefined

/** As most files have it: nothing is to be taken off. */
const BARE = /^\d(?:[\d.,]*\d)?$/

const DASHES = '[-−‐-―]'
/** In the place of decimals: 1500.- 1500,– 1,500/= 1,500/- 1500= */
const NO_DECIMALS = new RegExp(`(?<=\\d)\\s*(?:[.,]\\s*${DASHES}{1,2}|/\\s*(?:=|${DASHES})|=)(?=\\D*$)`, 'u')
/** What cheques and credits have around an amount: +5, N 2,000.00 only. */
const AROUND = /^\s*\+\s*(?=[^\s+])|(?<=[\d\s])\s*only\.?\s*$/gi
const NEGATIVE = new RegExp(`\\([^)]*\\d[^)]*\\)|^\\D*${DASHES}|\\d\\s*${DASHES}$`, 'u')
/** A point belongs to what stands before the digits only as the end of an abbreviation: Rs.50, but not ₦.50. */
const NUMBER = /^(|\D*[^\d.,٫]|[^\d.]*[^\d.]{2}\.)(\d[\d\s.,'’٫٬$]*\d|\d)(\D*)$/u

/** What an amount is not, and which of its marks is another currency's. */
export type NoNumber = { not: 'amount' } | { not: 'positive' } | { not: 'currency'; mark: string }

/** What is left of a text without the currency's mark. */
export function bareAmount(text: string, currency: string, country: string): { number: string } | NoNumber {
  if (BARE.test(text)) return { number: text }
  const latin = latinDigits(text).trim().replace(AROUND, '').replace(NO_DECIMALS, '').trim()
  if (/\p{No}/u.test(latin)) return { not: 'amount' }
  if (NEGATIVE.test(latin)) return { not: 'positive' }
  const [, before = '', number, after = ''] = NUMBER.exec(latin) ?? []
  const isEscudo = currency === 'CVE' || currency === 'PTE'
  if (number === undefined || (number.includes('$') && !isEscudo)) return { not: 'amount' }
  const marks = [before, after].map(plainMark).filter(mark => mark !== '')
  const strange = marks.find(mark => !marksOf(currency, country).has(mark))
  return strange === undefined ? { number } : { not: 'currency', mark: strange }
}

/** The mark before decimals that an amount tells of itself; undefined where it has none, or one that may stand for thousands. */
export function markIn(number: string): DecimalMark | undefined {
  const marks = number.match(/[.,]/g) as DecimalMark[] | null
  const [first, ...more] = marks ?? []
  if (first === undefined) return undefined
  if (more.some(mark => mark !== first)) return more.at(-1)
  if (more.length > 0) return OTHER[first]
  // One of them: before three digits it may stand for thousands, unless nobody would group so.
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? undefined : first
}

/** Thousands that neither a point nor a comma parts, so that the one behind them stands before decimals: 1 500,50. */
const SPACED = /^\d{1,3}(?:[ '’٬]\d{2,3})+[.,](\d+)$/

/** Whether an amount has one meaning only: with two different marks, or one mark twice. */
export function isSure(number: string, currency: string): boolean {
  if ((number.match(/[.,]/g)?.length ?? 0) > 1) return true
  const [, decimals] = SPACED.exec(number) ?? []
  // Three digits are more decimals than most currencies have: they may be thousands of somebody who parts them in two ways.
  return decimals !== undefined && (decimals.length !== 3 || currencyExponent(currency) === 3)
}

/** What people put between thousands where this mark stands before decimals. */
export const groupsOf = (mark: DecimalMark): string[] => [OTHER[mark], ' ', "'", '’', '٬']

/** A number in minor units; regular where no more decimals are written than the currency has. */
export function readWith(
  mark: DecimalMark,
  text: string,
  currency: string,
): { minor: bigint; regular: boolean } | undefined {
  // Two marks tell by themselves what they are: the Arabic one, and that of the escudo.
  const number = text.replace(/٫(?=\d+$)|\$(?=\d\d$)/, mark)
  const [whole = '', decimals = '', ...more] = number.split(mark)
  const exponent = currencyExponent(currency)
  const fraction = decimals.replace(/0+$/, '')
  const integer = ungrouped(whole, groupsOf(mark))
  if (more.length > 0 || !/^\d*$/.test(decimals) || integer === undefined || fraction.length > exponent)
    return undefined
  return { minor: BigInt(`${integer}${fraction.padEnd(exponent, '0')}`), regular: decimals.length <= exponent }
}

/** Thousands, or the groups of India: 1,234,567 or 12,34,567. One separator throughout. */
export function ungrouped(whole: string, separators: readonly string[]): string | undefined {
  if (/^\d{1,18}$/.test(whole)) return whole
  const parts = whole.split(separators.find(one => whole.includes(one)) ?? ',')
  const [first = '', ...rest] = parts
  const isThousands = /^[1-9]\d{0,2}$/.test(first) && rest.every(part => /^\d{3}$/.test(part))
  const isIndian = /^[1-9]\d?$/.test(first) && /^(\d\d,)*\d{3}$/.test(rest.join(','))
  return isThousands || isIndian ? parts.join('') : undefined
}
