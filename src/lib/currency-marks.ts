/** What people write beside an amount to say of which currency it is: `₦`, `N`, `NGN`, `naira`. */
import { SAID_IN } from './languages-as-said.ts'

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
 * The marks of a currency, as `plainMark` makes them: its code, symbols and names in the language of the country and in those
 * that pages are shown in, and what people write there.
 */
export function marksOf(currency: string, country: string): ReadonlySet<string> {
  const key = `${currency} ${country}`
  const before = known.get(key)
  if (before !== undefined) return before
  const marks = new Set([plainMark(currency), ...(HABITS[currency]?.split(' ') ?? [])])
  for (const locale of [localeOf(country), ...SAID_IN]) {
    for (const mark of [...symbolsIn(locale, currency), ...shownIn(locale, currency, 'name', PLURALS)]) marks.add(mark)
  }
  // A region writes some symbols its own way: US$ is $ on a French page of Canada.
  for (const language of SAID_IN) {
    for (const mark of symbolsIn(`${language}-${country}`, currency)) marks.add(mark)
  }
  known.set(key, marks)
  return marks
}

const symbolsIn = (locale: string, currency: string): string[] => [
  ...shownIn(locale, currency, 'symbol', [1]),
  ...shownIn(locale, currency, 'narrowSymbol', [1]),
]

/** What stands for a currency beside amounts of it. */
function shownIn(
  locale: string,
  currency: string,
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'name',
  amounts: readonly number[],
): string[] {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
  const parts = amounts.flatMap(amount => format.formatToParts(amount))
  return parts.flatMap(({ type, value }) => (type === 'currency' ? [plainMark(value)] : []))
}
