/**
 * Numbers, amounts, days, moments and lists as people read them, by `Intl`: in their language, as the church's country writes it
 * (docs/decisions/0036-how-a-country-writes.md). Nothing else prints them for people.
 */
import { currencyExponent } from './exponents.ts'

/** How what somebody reads is written: a `Language` is. */
export interface Writing {
  /** BCP 47, a language as a country writes it: `en-NG`. */
  written: string
}

/**
 * A language as a country writes it, where `Intl` knows that; English of others is not that of the United States.
 * @param locale BCP 47
 * @param country ISO 3166-1 alpha-2; null where none is known
 */
export function writtenIn(locale: string, country: string | null): string {
  const { language, script } = new Intl.Locale(locale)
  const own = country ?? new Intl.Locale(locale).region
  const wanted = [language, script, own].filter(part => part !== undefined).join('-')
  const { locale: found } = new Intl.DateTimeFormat(wanted).resolvedOptions()
  const isKnown = own === undefined || new Intl.Locale(found).region === own
  if (isKnown && found !== 'en') return found
  return language === 'en' ? 'en-GB' : [language, script].filter(part => part !== undefined).join('-')
}

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** Formats are dear to make, and the same all over. */
function kept<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  make: new (locale: string, options: object) => Format,
  locale: string,
  options: object,
): Format {
  const key = `${make.name} ${locale} ${JSON.stringify(options)}`
  const format = (made.get(key) as Format | undefined) ?? new make(locale, options)
  made.set(key, format)
  return format
}

/** Also in countries that have a calendar of their own: days are typed and stored by this one. */
const GREGORIAN = { calendar: 'gregory' }

const days = ({ written }: Writing, day: string, options: Intl.DateTimeFormatOptions): string =>
  kept(Intl.DateTimeFormat, written, { ...GREGORIAN, ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A day of any year, `2026-11-04`, in words: `4 November 2026`. */
export const dateIn = (how: Writing, day: string): string =>
  days(how, day, { day: 'numeric', month: 'long', year: 'numeric' })

/** `4 Nov 2026`, as a country shortens it. */
export const shortDateIn = (how: Writing, day: string): string => days(how, day, { dateStyle: 'medium' })

/** A day, `2026-11-04`, in words: `Wednesday 4 November`. */
export const dayIn = (how: Writing, day: string): string =>
  days(how, day, { weekday: 'long', day: 'numeric', month: 'long' })

/** The same with its year: `Wednesday 4 November 2026`. */
export const fullDateIn = (how: Writing, day: string): string => days(how, day, { dateStyle: 'full' })

/** `4 Nov`, beside an axis or over a column. */
export const dayOfYearIn = (how: Writing, day: string, month: 'long' | 'short' = 'short'): string =>
  days(how, day, { day: 'numeric', month })

/** `2026-11` is `November 2026`; short, `Nov 2026`. */
export const monthIn = (how: Writing, month: string, width: 'long' | 'short' = 'long'): string =>
  days(how, `${month}-01`, { month: width, year: 'numeric' })

/** `2026-11` is `Nov`, beside an axis. */
export const monthOfYearIn = (how: Writing, month: string): string => days(how, `${month}-01`, { month: 'short' })

/** The name of the day of the week that a date is. */
export const weekdayIn = (how: Writing, day: string, weekday: 'long' | 'short' = 'long'): string =>
  days(how, day, { weekday })

/** `HH:MM` by the clock on the wall, as people write it: 18:30 is 6:30 pm, where that is usual. */
export const timeIn = ({ written }: Writing, time: string): string =>
  kept(Intl.DateTimeFormat, written, { ...GREGORIAN, timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`1970-01-01T${time}:00Z`),
  )

/** A moment, as the clocks of a place show it. */
export interface Moment {
  /** ISO 8601. */
  at: string
  timezone: string
}

/** How much of a moment is said. */
type Style = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>

/** A moment in words: `4 November 2026 at 18:30`. */
export const momentIn = (
  { written }: Writing,
  { at, timezone }: Moment,
  { dateStyle = 'long', timeStyle = 'short' }: Style = {},
): string =>
  kept(Intl.DateTimeFormat, written, { ...GREGORIAN, dateStyle, timeStyle, timeZone: timezone }).format(new Date(at))

/** The hour or the day of a moment, beside an axis. */
export const partOfMomentIn = (
  { written }: Writing,
  { at, timezone }: Moment,
  options: Pick<Intl.DateTimeFormatOptions, 'hour' | 'minute' | 'weekday' | 'day' | 'month'>,
): string => kept(Intl.DateTimeFormat, written, { ...GREGORIAN, ...options, timeZone: timezone }).format(new Date(at))

/** A number: 12345.5 is 12,345.5. Digits of any count as text. @param decimals that it has at most @param least that it has at least */
export const numberIn = (
  { written }: Writing,
  number: number | bigint | `${number}`,
  decimals = 0,
  least = 0,
): string =>
  kept(Intl.NumberFormat, written, { minimumFractionDigits: least, maximumFractionDigits: decimals }).format(
    number as number,
  )

/** A part of a whole: 0.125 is 13%. */
export const shareIn = ({ written }: Writing, share: number): string =>
  kept(Intl.NumberFormat, written, { style: 'percent' }).format(share)

/** Minor units as a decimal in major ones, exactly: a sum may have more digits than a number holds. @throws of parts of a minor unit */
function decimalOf(minor: number | bigint | string, exponent: number): `${number}` {
  if (!/^-?\d+$/.test(String(minor))) throw new Error(`${minor} is no whole number of minor units.`)
  const digits = String(minor)
    .replace('-', '')
    .padStart(exponent + 1, '0')
  const end = digits.length - exponent
  const sign = String(minor).startsWith('-') ? '-' : ''
  return `${sign}${digits.slice(0, end)}.${digits.slice(end) || '0'}` as `${number}`
}

/** An amount, with just the decimals of its currency: `₦1,500.50`, `1 500 F CFA`. @param minor whole minor units */
export function amountIn({ written }: Writing, minor: number | bigint | string, currency: string): string {
  const digits = currencyExponent(currency)
  const format = kept(Intl.NumberFormat, written, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // The narrow space of some countries is in few fonts of paper.
  return format.format(decimalOf(minor, digits) as `${number}` & number).replaceAll('\u202f', '\u00a0')
}

/** An amount in few characters, for the axis of a chart: 150050000 NGN is ₦1.5M. */
export const roundAmountIn = ({ written }: Writing, minor: number, currency: string): string =>
  kept(Intl.NumberFormat, written, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(minor / 10 ** currencyExponent(currency))

/** Several words in one: all of them, any of them, or one beside the other. */
export const listIn = (
  { written }: Writing,
  words: Iterable<string>,
  type: Intl.ListFormatType = 'conjunction',
): string => new Intl.ListFormat(written, { type, ...(type === 'unit' && { style: 'short' }) }).format(words)

/** Where weeks do not begin on Monday (CLDR 48), for where `Intl` does not tell. */
const [SUNDAY, SATURDAY, FRIDAY] = [
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY',
  'MV',
].map(codes => new Set(codes.split(' ')))

type WeekTelling = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } }

/** The day that weeks begin with in a country: 1 is Monday, 7 is Sunday. @param country ISO 3166-1 alpha-2; null where none is known */
export function weekBegins(country: string | null): number {
  if (country === null) return 1
  const telling = new Intl.Locale(`und-${country}`) as WeekTelling
  const told = telling.getWeekInfo?.() ?? telling.weekInfo
  if (told !== undefined) return told.firstDay
  if (FRIDAY?.has(country)) return 5
  return SUNDAY?.has(country) ? 7 : SATURDAY?.has(country) ? 6 : 1
}

/** Days of the week, which are given from Monday on, as a country's weeks have them. */
export function asWeeksBegin<Day>(days: readonly Day[], country: string | null): Day[] {
  const first = weekBegins(country) - 1
  return [...days.slice(first), ...days.slice(0, first)]
}
