/**
 * When parts of a pledge are due (decision 0029). A promise with a frequency is divided evenly over its days: the first part is due
 * on its first day, the others a period apart, counted from that day and clamped to the end of a month, up to the campaign's last
 * day. One without a frequency is due as a whole on the campaign's last day.
 */
import { addDays } from '../../lib/calendar.ts'

export const FREQUENCIES = ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** Who is so many days late with a part of their pledge is behind. */
export const GRACE_DAYS = 7

const MONTHS: Partial<Record<Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 }
const DAYS: Partial<Record<Frequency, number>> = { weekly: 7, biweekly: 14 }
const DAY_MS = 86_400_000

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The same day so many months later; the month's last day where it has no such day: 31 January, 28 February, 31 March. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  const [onYear, onMonth] = [Math.floor(at / 12), at % 12]
  const last = new Date(Date.UTC(onYear, onMonth + 1, 0)).getUTCDate()
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${String(onYear).padStart(4, '0')}-${two(onMonth + 1)}-${two(Math.min(date, last))}`
}

/** The day of a part, counted from 0. */
export function instalmentDay(first: string, frequency: Frequency, part: number): string {
  const months = MONTHS[frequency]
  return months === undefined ? addDays(first, (DAYS[frequency] ?? 7) * part) : addMonths(first, months * part)
}

/** How many days of parts lie from the first day to another, both among them; none where that is earlier. */
export function instalmentsUntil(first: string, frequency: Frequency, last: string): number {
  if (last < first) return 0
  const step = DAYS[frequency]
  if (step !== undefined) return Math.floor(daysBetween(first, last) / step) + 1
  const months = MONTHS[frequency] ?? 1
  const [year = 0, month = 1] = first.split('-').map(Number)
  const [toYear = 0, toMonth = 1] = last.split('-').map(Number)
  const whole = Math.floor(((toYear - year) * 12 + toMonth - month) / months)
  return instalmentDay(first, frequency, whole) <= last ? whole + 1 : whole
}

/** As much of a pledge and its campaign as tells what is due. Amounts are minor units of the pledge's currency. */
export interface DuePledge {
  amount: number
  given: number
  frequency: Frequency | null
  pledged_on: string
  starts_on: string
  ends_on: string
}

/** How a pledge stands on a day. */
export interface Standing {
  /** What should have been given by then. */
  expected: number
  /** What of that is not given. */
  missing: number
  /** Days since the first part fell due that is not given; 0 where nothing is missing. */
  days_late: number
}

/** How a pledge stands on a day: what of it is due by then, and since when something is missing. */
export function standingOf(pledge: DuePledge, day: string): Standing {
  const { amount, given, frequency, pledged_on, starts_on, ends_on } = pledge
  const first = pledged_on > starts_on ? pledged_on : starts_on
  const parts = frequency === null ? 0 : instalmentsUntil(first, frequency, ends_on)
  // Without parts, as also where it was made after the end, it is due as a whole.
  if (frequency === null || parts === 0) {
    const due = first > ends_on ? first : ends_on
    const expected = day >= due ? amount : 0
    const missing = Math.max(expected - given, 0)
    return { expected, missing, days_late: missing > 0 ? daysBetween(due, day) : 0 }
  }
  const due = Math.min(instalmentsUntil(first, frequency, day), parts)
  const expected = shareOf(amount, due, parts)
  const missing = Math.max(expected - given, 0)
  if (missing === 0) return { expected, missing, days_late: 0 }
  // The first part that is not wholly given: its share, with those before it, is more than what was given.
  let covered = Math.min(Number((BigInt(given) * BigInt(parts)) / BigInt(amount)), parts)
  while (covered < parts && shareOf(amount, covered + 1, parts) <= given) covered += 1
  while (covered > 0 && shareOf(amount, covered, parts) > given) covered -= 1
  return { expected, missing, days_late: daysBetween(instalmentDay(first, frequency, covered), day) }
}

/** So many parts of an amount, rounded down: all of them are the whole. */
const shareOf = (amount: number, some: number, parts: number): number =>
  Number((BigInt(amount) * BigInt(some)) / BigInt(parts))
