/** Amounts: minor units to text that people read, and what they type to minor units (spec, General conventions, 5). */
import { currencyExponent, MAX_AMOUNT } from '../../../src/lib/money.ts'
import { locale } from '../texts/t.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const digits = currencyExponent(currency)
  const format = new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(currency, format)
  return format
}

/** An amount as people read it: 150050 NGN is ₦1,500.50. */
export const money = (minor: number, currency: string): string =>
  formatOf(currency).format(minor / 10 ** currencyExponent(currency))

/** The same of minor units as text: a sum may have more digits than a number holds exactly. */
export function moneyOf(minor: string, currency: string): string {
  const exponent = currencyExponent(currency)
  const digits = minor.replace('-', '').padStart(exponent + 1, '0')
  const end = digits.length - exponent
  const decimal = `${minor.startsWith('-') ? '-' : ''}${digits.slice(0, end)}.${digits.slice(end) || '0'}`
  return formatOf(currency).format(decimal as `${number}`)
}

const shortFormats = new Map<string, Intl.NumberFormat>()

/** An amount in few characters, for the axis of a chart: 150050000 NGN is ₦1.5M. */
export function shortMoney(minor: number, currency: string): string {
  let format = shortFormats.get(currency)
  if (format === undefined) {
    const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
    format = new Intl.NumberFormat(locale(), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...compact,
    })
    shortFormats.set(currency, format)
  }
  return format.format(minor / 10 ** currencyExponent(currency))
}

/** An amount as a person would type it, without symbol and grouping: 150050 NGN is 1500.50. */
export const typedAmount = (minor: number, currency: string): string =>
  (minor / 10 ** currencyExponent(currency)).toFixed(currencyExponent(currency))

/** 1500.50, 1,500.50, 1 500 or 1'500. */
const POINT = /^(\d{1,3}(?:([, '])\d{3})(?:\2\d{3})*|\d+)(?:\.(\d+))?$/

/** 1500,50, 1.500,50 or 1 500,50. */
const COMMA = /^(\d{1,3}(?:([. '])\d{3})(?:\2\d{3})*|\d+),(\d{1,2})$/

/**
 * Reads a typed amount, with point or comma before the decimals. What could mean two amounts, such as 1.500, is refused.
 * @returns minor units; undefined when it is no amount above zero or has more decimals than the currency
 */
export function minorUnits(text: string, currency: string): number | undefined {
  const plain = text.trim().replace(/[\u00a0\u202f]/g, ' ')
  const [, whole = '', , decimals = ''] = POINT.exec(plain) ?? COMMA.exec(plain) ?? []
  const exponent = currencyExponent(currency)
  if (whole === '' || decimals.length > exponent) return undefined
  const minor = Number(whole.replace(/\D/g, '') + decimals.padEnd(exponent, '0'))
  return minor > 0 && minor <= MAX_AMOUNT ? minor : undefined
}
