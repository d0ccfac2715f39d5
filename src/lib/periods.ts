/** Days that come again and again, counted from one day, so that no period drifts by what happened in another. */
import { addDays, addMonths } from './calendar.ts'

export const FREQUENCIES = ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

const DAYS: Partial<Record<Frequency, number>> = { weekly: 7, biweekly: 14 }
const MONTHS: Partial<Record<Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 }
const DAY_MS = 86_400_000

/** Whole days from one to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/**
 * The day of the period `n`, of which the first, `anchor` itself, is 0: 31 January, 28 February, 31 March.
 * @param anchor `YYYY-MM-DD`
 * @throws RangeError beyond the year 9999
 */
export function periodDay(anchor: string, frequency: Frequency, n: number): string {
  const days = DAYS[frequency]
  return days === undefined ? addMonths(anchor, (MONTHS[frequency] ?? 1) * n) : addDays(anchor, days * n)
}

/** How many periods begin from the anchor to a day, both among them; none where that is earlier. */
export function periodsUntil(anchor: string, frequency: Frequency, day: string): number {
  if (day < anchor) return 0
  const days = DAYS[frequency]
  if (days !== undefined) return Math.floor(daysBetween(anchor, day) / days) + 1
  const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  const whole = Math.floor((monthOf(day) - monthOf(anchor)) / (MONTHS[frequency] ?? 1))
  return periodDay(anchor, frequency, whole) <= day ? whole + 1 : whole
}

/** The first day of a period that comes after a day; of days before the anchor the anchor. */
export const periodAfter = (anchor: string, frequency: Frequency, day: string): string =>
  periodDay(anchor, frequency, periodsUntil(anchor, frequency, day))
