/** Currencies, and amounts in minor units (spec, General conventions, 5). */
import { currencyExponent } from '../texts/exponents.ts'

/** The largest amount that a record holds, in minor units. */
export const MAX_AMOUNT = 999_999_999_999

// ISO 4217 list one as of 2026, without funds (CLF, USN …), metals, accounting units and test codes. A table and not
// Intl: Intl's list follows CLDR and the Node version.
const CODES = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR
ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF
XPF YER ZAR ZMW ZWG`

const CURRENCIES = new Set(CODES.trim().split(/\s+/))

/** Whether `code` (upper case) is a currency of ISO 4217 that is in use and that people hold money in. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code)
}

/** An exchange rate as an exact fraction: units of one currency for one unit of another, both major units. */
export interface Rate {
  numerator: bigint
  denominator: bigint
}

/** Reads a positive decimal such as `1650.25`: 1 to 12 digits, and at most 10 after the point. Null for anything else. */
export function parseRate(text: string): Rate | null {
  const match = /^(\d{1,12})(?:\.(\d{1,10}))?$/.exec(text)
  if (!match) return null
  const fraction = match[2] ?? ''
  const numerator = BigInt(`${match[1]}${fraction}`)
  return numerator > 0n ? { numerator, denominator: 10n ** BigInt(fraction.length) } : null
}

/** Divides, and rounds half to even. `denominator` must be positive. */
function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const quotient = magnitude / denominator
  const twice = (magnitude % denominator) * 2n
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return numerator < 0n ? -rounded : rounded
}

/**
 * What a part of an amount is worth, by what the whole is worth: exactly, and rounded once, half to even.
 * @param part of `whole`, in the same minor units; the whole is worth `worth`
 */
export const worthOfPart = (part: bigint, whole: bigint, worth: bigint): bigint => divideHalfEven(worth * part, whole)

/**
 * Converts minor units of `from` into minor units of `to`, exactly, and rounds once, half to even.
 * @param rate units of `to` for one unit of `from`, both major units: 1650.25 for USD to NGN.
 * @throws RangeError when `amount` is a number that is no integer.
 */
export function convert(amount: number | bigint, rate: Rate, from: string, to: string): bigint {
  const numerator = BigInt(amount) * rate.numerator * 10n ** BigInt(currencyExponent(to))
  return divideHalfEven(numerator, rate.denominator * 10n ** BigInt(currencyExponent(from)))
}

const symbols = new Map<string, string>()

function symbolOf(currency: string): string {
  const known = symbols.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(part => part.type === 'currency')?.value ?? currency
  symbols.set(currency, symbol)
  return symbol
}

function group(digits: string): string {
  let end = digits.length
  let grouped = ''
  for (; end > 3; end -= 3) grouped = `,${digits.slice(end - 3, end)}${grouped}`
  return digits.slice(0, end) + grouped
}

/** The digits of an amount in hundredths of the major unit, without sign. */
function hundredths(amount: number | bigint, exponent: number): string {
  const exact = typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : BigInt(amount)
  const digits = String(exact).replace('-', '')
  if (exponent === 2) return digits
  return exponent < 2 ? `${digits}00` : divideHalfEven(BigInt(digits), 10n).toString()
}

/**
 * Prints minor units for people: narrow symbol, grouped by commas, always two decimals (spec, `amount_display`):
 * `₦1,500.50`. Nothing stands between symbol and amount; a currency without a symbol shows its code (`CHF1,500.50`).
 * Yen print as `¥1,500.00`; thousandths are rounded half to even.
 * @throws RangeError when `amount` is a number that is no integer, or `currency` is not three letters.
 */
export function displayAmount(amount: number | bigint, currency: string): string {
  const digits = hundredths(amount, currencyExponent(currency)).padStart(3, '0')
  const sign = amount < 0 ? '-' : ''
  return `${sign}${symbolOf(currency)}${group(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/**
 * Prints minor units with just the decimals of their currency, where `displayAmount` always has two: `¥1,500`, `₦1,500.50`,
 * `KWD1,500.250`.
 * @throws RangeError as `displayAmount` does
 */
export function exactAmount(amount: number | bigint, currency: string): string {
  const exponent = currencyExponent(currency)
  const digits = BigInt(amount)
    .toString()
    .replace('-', '')
    .padStart(exponent + 1, '0')
  const whole = group(digits.slice(0, digits.length - exponent))
  const decimals = exponent === 0 ? '' : `.${digits.slice(-exponent)}`
  return `${amount < 0 ? '-' : ''}${symbolOf(currency)}${whole}${decimals}`
}

/**
 * As `exactAmount`, with the code of the currency: `NGN 1,500.50`. In refusals, which pages say again in their own way of writing
 * (`texts/refused.ts`): a symbol would not tell which of several currencies is meant.
 */
export const codedAmount = (amount: number | bigint, currency: string): string => {
  const exact = exactAmount(amount, currency)
  return `${amount < 0 ? '-' : ''}${currency} ${exact.replace(/^\D*/, '')}`
}
