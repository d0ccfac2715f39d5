/** Days that come again and again, counted from one day, so that no period drifts by what happened in another. */
import { addDays, parseDate } from './calendar.ts'

export const FREQUENCIES = ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

const DAYS: Partial<Record<Frequency, number>> = { weekly: 7, biweekly: 14 }
const MONTHS: Partial<Record<Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

/** The last day of a month, `YYYY-MM-DD`. @param month from 1 */
export const lastDay = (year: number, month: number): string => {
  const end = new Date(Date.UTC(2000, month, 0))
  end.setUTCFullYear(year, month, 0)
  return end.toISOString().slice(0, 10)
}

/**
 * The day of the period `n`, of which the first, `anchor` itself, is 0: 31 January, 28 February, 31 March.
 * @param anchor `YYYY-MM-DD`
 * @throws RangeError beyond the year 9999
 */
export function periodDay(anchor: string, frequency: Frequency, n: number): string {
  const days = DAYS[frequency]
  if (days !== undefined) return addDays(anchor, days * n)
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number)
  const months = year * 12 + (month - 1) + (MONTHS[frequency] ?? 0) * n
  const end = lastDay(Math.floor(months / 12), (months % 12) + 1)
  const clamped = `${end.slice(0, 8)}${String(Math.min(day, Number(end.slice(8)))).padStart(2, '0')}`
  if (parseDate(clamped) === null) throw new RangeError(`Period ${n} of ${anchor} is outside the calendar.`)
  return clamped
}

/** The first day of a period that comes after a day; of days before the anchor the anchor. */
export function periodAfter(anchor: string, frequency: Frequency, day: string): string {
  if (day < anchor) return anchor
  const passed = (Date.parse(day) - Date.parse(anchor)) / 86_400_000
  // Never too many: what a month, a quarter or a year has at most.
  const longest = DAYS[frequency] ?? 31 * (MONTHS[frequency] ?? 1)
  let n = Math.max(0, Math.floor(passed / longest))
  while (periodDay(anchor, frequency, n) <= day) n += 1
  return periodDay(anchor, frequency, n)
}
