/** Days as people and spreadsheets write them: 28/02/1990, 2-28-90, 28 Feb 1990, 1990-02-28. */
import { addYears, parseDate } from './calendar.ts'
import { localeOf } from './currency-marks.ts'

/** What stands first where a day is written in numbers, its year at the end. */
export type DayOrder = 'day_first' | 'month_first'

/** How late a day may be: birthdays are over, a gift may be dated some time ahead, what is planned ends in years to come. */
export type DayReach = 'past' | 'near' | 'ahead'

const YEARS_AHEAD: Readonly<Record<DayReach, number>> = { past: 0, near: 1, ahead: 20 }

/** The latest day that a year of two digits stands for. */
export const latestDay = (today: string, reach: DayReach): string => addYears(today, YEARS_AHEAD[reach])

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const IN_NUMBERS = /^(\d{1,2})\s?[/.\-\s]\s?(\d{1,2})\s?[/.\-\s]\s?(\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/
const DAY_AND_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[\s\-/.]*(?:of\s+)?([a-z]{3,9})\.?[\s\-/.,]*(\d{4}|\d{2})$/
const NAME_AND_DAY = /^([a-z]{3,9})\.?[\s\-/.]*(\d{1,2})(?:st|nd|rd|th)?[\s\-/.,]+(\d{4}|\d{2})$/
/** Excel counts days from the end of 1899; these are from 1927 to 2064. */
const SERIAL = /^[1-5]\d{4}$/
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** How days are written in a country; what its locale has at the beginning. */
export function orderOf(country: string): DayOrder {
  const parts = new Intl.DateTimeFormat(localeOf(country)).formatToParts(0)
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month' && !isYearFirst(parts)
    ? 'month_first'
    : 'day_first'
}

const isYearFirst = (parts: Intl.DateTimeFormatPart[]): boolean =>
  parts.find(({ type }) => type !== 'literal')?.type === 'year'

/** How the days of a column are written, by those that can be read in one way only. */
export class ToldOrder {
  readonly #told = new Set<DayOrder>()
  #isSaid = false

  note(text: string): void {
    this.#isSaid = true
    if (YEAR_FIRST.test(text)) return
    const [, first, second] = IN_NUMBERS.exec(bare(text)) ?? []
    // What is no day in either way tells nothing.
    if (Number(first) > 12 && Number(second) <= 12) this.#told.add('day_first')
    if (Number(second) > 12 && Number(first) <= 12) this.#told.add('month_first')
  }

  /**
   * Where no day tells: as somebody said of such a column before, or as in the country.
   * @param before '' where only what is certain is to be read
   * @returns undefined where the column has both, or nothing
   */
  in(country: string, before?: DayOrder | ''): DayOrder | undefined {
    if (!this.#isSaid || this.#told.size === 2) return undefined
    return [...this.#told][0] ?? ((before ?? orderOf(country)) || undefined)
  }
}

/** The date at the end of it may have a clock behind it. */
const bare = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\sT]+\d{1,2}:\d\d(:\d\d(\.\d+)?)?\s*([ap]\.?m\.?|z|[+-]\d\d:?\d\d)?$/i, '')
    .replace(/^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?[,\s]+/, '')

/**
 * Reads a day.
 * @param order where it is written in numbers; undefined: only what can be read in one way is read
 * @param latest a year of two digits is the last one that makes no later day than this (`latestDay`)
 * @returns YYYY-MM-DD; undefined for what is none, or may be two
 */
export function readDay(text: string, order: DayOrder | undefined, latest: string): string | undefined {
  // Most days of files need nothing taken off them.
  const day = YEAR_FIRST.test(text) ? text : bare(text)
  const [, y, mo, d] = YEAR_FIRST.exec(day) ?? []
  if (y !== undefined) return dateOf(y, Number(mo), Number(d), latest)
  const numbers = IN_NUMBERS.exec(day)
  if (numbers !== null) return inNumbers(numbers, order, latest)
  const [, dayFirst, nameBehind, yearOne] = DAY_AND_NAME.exec(day) ?? []
  if (yearOne !== undefined) return dateOf(yearOne, monthOf(nameBehind ?? ''), Number(dayFirst), latest)
  const [, name, dayBehind, yearTwo] = NAME_AND_DAY.exec(day) ?? []
  if (yearTwo !== undefined) return dateOf(yearTwo, monthOf(name ?? ''), Number(dayBehind), latest)
  if (SERIAL.test(day)) return new Date(EXCEL_EPOCH + Number(day) * DAY_MS).toISOString().slice(0, 10)
  return undefined
}

function inNumbers(match: RegExpExecArray, order: DayOrder | undefined, latest: string): string | undefined {
  const [first, second, year = ''] = [Number(match[1]), Number(match[2]), match[3]]
  if (first > 12) return dateOf(year, second, first, latest)
  if (second > 12) return dateOf(year, first, second, latest)
  if (order === undefined && first !== second) return undefined
  return order === 'month_first' ? dateOf(year, first, second, latest) : dateOf(year, second, first, latest)
}

const monthOf = (name: string): number => {
  const at = MONTHS.indexOf(name.slice(0, 3))
  const full = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
  const whole = at < 0 ? '' : full.format(Date.UTC(2000, at, 1)).toLowerCase()
  return whole.startsWith(name) || name === 'sept' ? at + 1 : 0
}

function dateOf(year: string, month: number, day: number, latest: string): string | undefined {
  const behind = `-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (year.length === 4) return parseDate(`${year}${behind}`) ?? undefined
  const century = Number(latest.slice(0, 2))
  const days = [century, century - 1].map(one => parseDate(`${one}${year}${behind}`))
  return days.find(one => one !== null && one <= latest) ?? undefined
}
