/**
 * Reads an amount that one person types, on the pages of givers as in the console.
 *
 * The rule, which never guesses an amount a hundred or a thousand times off:
 * - Points and commas are read as in the church's country and in the language of the page. `1500,50` is 1,500.50 in Germany, `1500.50`
 *   in Nigeria; on an English page of a German church both are.
 * - An amount with both marks, or with one of them twice, tells by itself, wherever it is typed: `1.500,50`, `1,000,000`. So does
 *   one whose thousands are parted by spaces or apostrophes: `1 500,50`.
 * - A mark that stands before decimals in neither place, and before three digits, parts thousands: `1.500` in Germany, `1,500` in
 *   Nigeria. In currencies of three decimals it may be either: there only a mark that is before decimals in both places is read,
 *   `12.500` dinars in Kuwait on an English page.
 * - In currencies without decimals a mark before three digits parts thousands where it does so in one of the places: `1,500` francs
 *   on an English page in Ivory Coast.
 * - All else may mean two amounts (`1.500` or `25,00` in Nigeria, `1,500` in Germany), and whoever typed it is asked which.
 *
 * Spaces and apostrophes part thousands, digits may be of any script (`٢٬٥٠٠٫٥٠`), and a mark of the amount's own currency may stand
 * beside it. Files are read by `amount-column.ts`, where the other amounts of the column tell.
 */

import { currencyExponent } from '../texts/exponents.ts'
import type { Say } from '../texts/language.ts'
import {
  bareAmount,
  type DecimalMark,
  isSure,
  markIn,
  markOf,
  markOfLocale,
  readWith,
  writesBoth,
} from './amount-number.ts'
import { localeOf } from './currency-marks.ts'
import { MAX_AMOUNT } from './money.ts'

/** Where an amount is typed. */
export interface TypedWhere {
  /** Of the church, ISO 3166-1 alpha-2. */
  country: string
  /** Of the page, BCP 47. */
  locale: string
}

/** Minor units; or the two amounts that it may mean, each as it is typed to mean that; or nothing, of what is no amount. */
export interface TypedAmount {
  minor?: number
  ways?: readonly [string, string]
}

const NONE: TypedAmount = {}

/** @returns nothing, too, for an amount that is not above zero, has more decimals than its currency or is larger than a record holds */
export function readAmount(text: string, currency: string, where: TypedWhere): TypedAmount {
  const bare = bareAmount(text.trim(), currency, where.country)
  if ('not' in bare) return NONE
  const { number } = bare
  const mark = markIn(number)
  const open = openMark(number, mark, currency)
  const usual: readonly DecimalMark[] = [markOf(where.country), markOfLocale(where.locale)]
  const known =
    open === undefined ? knownMark(number, mark, usual, currency, where) : markOfOpen(open, mark, usual, currency)
  return known === undefined ? asked(number, currency, where) : bounded(readWith(known, number, currency))
}

/** What stands before decimals in an amount that has no open mark; undefined where its only mark is usual in neither place. */
function knownMark(
  number: string,
  told: DecimalMark | undefined,
  usual: readonly DecimalMark[],
  currency: string,
  { country }: TypedWhere,
): DecimalMark | undefined {
  const isKnown = told === undefined || isSure(number, currency) || usual.includes(told) || writesBoth(country)
  return isKnown ? (told ?? '.') : undefined
}

/** The same of an amount with an open mark: where that parts thousands, the other one. Undefined where nobody can tell. */
function markOfOpen(
  open: DecimalMark,
  told: DecimalMark | undefined,
  usual: readonly DecimalMark[],
  currency: string,
): DecimalMark | undefined {
  const other = open === '.' ? ',' : '.'
  const exponent = currencyExponent(currency)
  if (exponent === 0 && usual.some(one => one !== open)) return other
  if (exponent === 3) return usual.every(one => one === open) ? open : undefined
  return told !== undefined || usual.includes(open) ? undefined : other
}

/** The one mark that stands before three digits, where these may be thousands as well as decimals. */
function openMark(number: string, told: DecimalMark | undefined, currency: string): DecimalMark | undefined {
  const [, mark] = /^[1-9]\d*([.,])\d{3}$/.exec(number) ?? []
  // Nobody parts thousands in 1500.500; and nobody writes three decimals, but where a currency has them.
  return told !== undefined && currencyExponent(currency) === 3 ? undefined : (mark as DecimalMark | undefined)
}

function bounded(reading: { minor: bigint } | undefined): TypedAmount {
  const isAmount = reading !== undefined && reading.minor >= 1n && reading.minor <= BigInt(MAX_AMOUNT)
  return isAmount ? { minor: Number(reading.minor) } : NONE
}

/** Without its mark, and with the country's before decimals. */
function asked(number: string, currency: string, { country }: TypedWhere): TypedAmount {
  const [whole = '', decimals = ''] = number.split(/[.,]/)
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > currencyExponent(currency)) return NONE
  // A fourth decimal tells that three are no thousands.
  const written = fraction.length === 3 ? `${fraction}0` : fraction
  return { ways: [`${whole}${decimals}`, written === '' ? whole : `${whole}${markOf(country)}${written}`] }
}

/** What is said to whoever typed what is not read. @param currency that it was to be in */
export function amountMistake(
  say: Say,
  typed: string,
  { ways }: TypedAmount,
  currency: string,
  country: string,
): string {
  if (ways === undefined) {
    return say('Enter an amount in {currency}, such as {example}.', {
      currency,
      example: exampleAmount(currency, country),
    })
  }
  const [one, other] = ways
  return say('The amount {typed} may mean {one} or {other}. Please type the one that you mean.', {
    typed: typed.trim(),
    one,
    other,
  })
}

/** An amount as people of a country type it, to show how: `1,500.50`, `1.500,50`, `1,500` of yen. */
export function exampleAmount(currency: string, country: string): string {
  const digits = currencyExponent(currency)
  const format = new Intl.NumberFormat([localeOf(country), `en-${country}`], {
    numberingSystem: 'latn',
    useGrouping: 'always',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(digits === 0 ? 1500 : 1500.5)
}
