/** Days and amounts as a church's country writes them, on paper; words are of the language that they stand in. */
import { localeOf } from './currency-marks.ts'
import { currencyExponent, exactAmount } from './money.ts'

/** How a country writes them. */
export interface LocalForms {
  /** `22 November 2026`. @param day `YYYY-MM-DD` */
  long(day: string): string
  /** `22 Nov 2026`. */
  medium(day: string): string
  /** Minor units with just the decimals of their currency, exactly: `₦1,284,500.00`, `₹12,84,500.00`, `€1.284.500,00`. */
  amount(minor: number | bigint, currency: string): string
}

const known = new Map<string, LocalForms>()

/** @param locale of the words, BCP 47 @param country ISO 3166-1 */
export function localForms(locale: string, country: string): LocalForms {
  const key = `${locale} ${country}`
  const forms = known.get(key) ?? formsOf(locale, country)
  known.set(key, forms)
  return forms
}

/** English of a country that has none of its own is that of the world, not that of the United States. */
function wordsIn(locale: string, country: string): string {
  const { language } = new Intl.Locale(locale)
  const wanted = `${language}-${country}`
  const found = new Intl.DateTimeFormat(wanted).resolvedOptions().locale
  return language === 'en' && found === 'en' ? 'en-001' : wanted
}

function formsOf(locale: string, country: string): LocalForms {
  const words = wordsIn(locale, country)
  const form = (dateStyle: 'long' | 'medium') => {
    const format = new Intl.DateTimeFormat(words, { dateStyle, timeZone: 'UTC' })
    return (day: string): string => format.format(new Date(`${day}T00:00:00Z`))
  }
  const numbers = new Map<number, Intl.NumberFormat>()
  const numbersOf = (exponent: number): Intl.NumberFormat => {
    const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
    const format =
      numbers.get(exponent) ??
      new Intl.NumberFormat([localeOf(country), `en-${country}`], { numberingSystem: 'latn', ...digits })
    numbers.set(exponent, format)
    return format
  }
  return {
    long: form('long'),
    medium: form('medium'),
    amount(minor, currency) {
      const exponent = currencyExponent(currency)
      const [, sign = '', symbol = '', digits = ''] = PARTS.exec(exactAmount(minor, currency)) ?? []
      const plain = digits.replaceAll(',', '') as `${number}`
      // The narrow space of some countries is in few fonts.
      return `${sign}${symbol}${numbersOf(exponent).format(plain).replaceAll('\u202f', '\u00a0')}`
    },
  }
}

const PARTS = /^(-?)(\D*)([\d,.]+)$/
