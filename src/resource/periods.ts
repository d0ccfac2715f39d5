/** The months and weeks of charts, and which records the reader of a chart may see. */
import { idArray } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { addDays, addMonths, mondayOf } from '../lib/calendar.ts'
import type { Caller } from './caller.ts'

/** Days from the first to before the next, `YYYY-MM-DD`. */
export interface Period {
  first: string
  next: string
}

/** The first day of the month that is `n` months after that of a day. */
const monthStart = (day: string, n: number): string => addMonths(`${day.slice(0, 7)}-01`, n)

/** The calendar months up to that of a day, oldest first. */
export const lastMonths = (day: string, count: number): Period[] =>
  Array.from({ length: count }, (_, index) => {
    const back = index + 1 - count
    return { first: monthStart(day, back), next: monthStart(day, back + 1) }
  })

/** The calendar months from a day to before another, oldest first; the first and the last are cut to these days. */
export function monthsWithin(first: string, next: string): Period[] {
  const months: Period[] = []
  for (let start = first; start < next; ) {
    // The calendar ends with the year 9999.
    const isLast = start.slice(0, 7) === next.slice(0, 7)
    const end = isLast ? next : monthStart(start, 1)
    months.push({ first: start, next: end })
    start = end
  }
  return months
}

/** The weeks, from Monday to Sunday, up to that of a day, oldest first. */
export function lastWeeks(day: string, count: number): Period[] {
  const monday = mondayOf(day)
  return Array.from({ length: count }, (_, index) => {
    const first = addDays(monday, 7 * (index + 1 - count))
    return { first, next: addDays(first, 7) }
  })
}

/** The days up to and with a day. */
export const lastDays = (day: string, count: number): Period => ({
  first: addDays(day, 1 - count),
  next: addDays(day, 1),
})

/** Periods as rows `period (first, next)`, for a `from` clause. */
export const periodRows = (periods: readonly Period[]): Sql =>
  sql`unnest(${periods.map(({ first }) => first)}::date[], ${periods.map(({ next }) => next)}::date[])
    as period (first, next)`

/** The condition that a record's `branch_id` is one that the caller may see. */
export const inSight = ({ visible }: Caller): Sql =>
  visible === null ? sql`true` : sql`branch_id = any(${idArray(visible)})`
