/** What people write beside an amount to say of which currency it is: `₦`, `N`, `NGN`, `naira`. */

/** Marks that people use and Intl does not know, or knows in other languages only. */
const HABITS: Readonly<Record<string, string>> = {
  AED: 'dh dhs',
  CHF: 'fr sfr',
  ETB: 'birr',
  EUR: 'eur euro euros',
  GBP: 'pound pounds',
  GHS: '₵ gh₵ gh¢ ghc ghs cedi cedis',
  GMD: 'd dalasi dalasis',
  INR: 'rs re',
  JPY: 'yen',
  KES: 'ksh kshs sh shs',
  LKR: 'rs',
  LRD: 'l$ ld$ $',
  MWK: 'k mk kwacha',
  NAD: 'n$ $',
  NGN: 'n # =n= naira nairas',
  PEN: 's/',
  PHP: 'p php',
  PKR: 'rs',
  RWF: 'rf frw',
  SLE: 'le',
  TZS: 'tsh tshs sh shs',
  UGX: 'ush ushs sh shs',
  USD: 'us$ $ dollar dollars',
  XAF: 'f fr cfa fcfa francs',
  XOF: 'f fr cfa fcfa francs',
  ZAR: 'r rand rands',
  ZMW: 'k kwacha',
}

/** Names have forms for one, two, few and many, and for parts. */
const PLURALS = [0, 0.01, 1, 1.5, 2, 3, 5, 11, 100, 1_000_000]

const DISPLAYS = ['symbol', 'narrowSymbol', 'code', 'name'] as const

const known = new Map<string, ReadonlySet<string>>()

/** How marks are compared: without case, spaces, points and characters that only direct the text. */
export const plainMark = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.\p{Cf}]/gu, '')

/** The language of most people in a country, as a locale. @param country ISO 3166-1 alpha-2 */
export function localeOf(country: string): string {
  const { language, region } = new Intl.Locale(`und-${country}`).maximize()
  return `${language}-${region}`
}

/**
 * The marks of a currency, as `plainMark` makes them: its code, symbols and names in English and in the language of the
 * country, and what people write there.
 */
export function marksOf(currency: string, country: string): ReadonlySet<string> {
  const key = `${currency} ${country}`
  const before = known.get(key)
  if (before !== undefined) return before
  const marks = new Set([plainMark(currency), ...(HABITS[currency]?.split(' ') ?? [])])
  for (const locale of ['en', localeOf(country)]) {
    for (const currencyDisplay of DISPLAYS) {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      for (const amount of PLURALS) {
        const parts = format.formatToParts(amount).filter(({ type }) => type === 'currency')
        for (const { value } of parts) marks.add(plainMark(value))
      }
    }
  }
  known.set(key, marks)
  return marks
}
