/** Days and moments, in the church's time zone (spec, General conventions, 3 and 4). */
import { locale } from '../texts/t.ts'

/** A calendar date: 2026-11-21 is 21 Nov 2026, wherever the reader is. */
export function day(date: string): string {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(`${date}T00:00:00Z`))
}

const part = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** 2026-11 is November 2026. */
export const month = (text: string): string => part(`${text}-01`, { month: 'long', year: 'numeric' })

/** 2026-11 is Nov, beside an axis. */
export const shortMonth = (text: string): string => part(`${text}-01`, { month: 'short' })

/** 2026-11 is Nov 2026, over a column. */
export const shortMonthOfYear = (text: string): string => part(`${text}-01`, { month: 'short', year: 'numeric' })

/** 2026-11-21 is 21 Nov, beside an axis. */
export const shortDay = (date: string): string => part(date, { day: 'numeric', month: 'short' })

/** 2026-11-22 is Sunday, 22 November 2026. */
export const dayOfWeek = (date: string): string => part(date, { dateStyle: 'full' })

/** `HH:MM` by the clock on the wall, as people write it: 18:30 is 6:30 pm, where that is usual. */
export const timeOfDay = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`))

/** So many days after a calendar date; before it where they are negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const at = (timestamp: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', ...options }).format(new Date(timestamp))

/** A moment, as the clocks of the church show it. */
export const moment = (timestamp: string, timeZone: string): string => at(timestamp, { timeStyle: 'short', timeZone })

/** The same to the second, to be compared with other logs. */
export const exactMoment = (timestamp: string, timeZone: string): string =>
  at(timestamp, { timeStyle: 'medium', timeZone })

/** The date it is at the church. */
export function today(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(now)
}
