/** Days and moments, in the church's time zone (spec, General conventions, 3 and 4). */
import {
  dayOfYearIn,
  fullDateIn,
  momentIn,
  monthIn,
  monthOfYearIn,
  shortDateIn,
  timeIn,
} from '../../../src/texts/forms.ts'
import { writing } from '../texts/t.ts'

/** A calendar date: 2026-11-21 is 21 Nov 2026, wherever the reader is. */
export const day = (date: string): string => shortDateIn(writing(), date)

/** 2026-11 is November 2026. */
export const month = (text: string): string => monthIn(writing(), text)

/** 2026-11 is Nov, beside an axis. */
export const shortMonth = (text: string): string => monthOfYearIn(writing(), text)

/** 2026-11 is Nov 2026, over a column. */
export const shortMonthOfYear = (text: string): string => monthIn(writing(), text, 'short')

/** 2026-11-21 is 21 Nov, beside an axis. */
export const shortDay = (date: string): string => dayOfYearIn(writing(), date)

/** 2026-11-22 is Sunday, 22 November 2026. */
export const dayOfWeek = (date: string): string => fullDateIn(writing(), date)

/** `HH:MM` by the clock on the wall, as people write it: 18:30 is 6:30 pm, where that is usual. */
export const timeOfDay = (time: string): string => timeIn(writing(), time)

/** So many days after a calendar date; before it where they are negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** A moment, as the clocks of the church show it. */
export const moment = (timestamp: string, timezone: string): string =>
  momentIn(writing(), { at: timestamp, timezone }, { dateStyle: 'medium' })

/** The same to the second, to be compared with other logs. */
export const exactMoment = (timestamp: string, timezone: string): string =>
  momentIn(writing(), { at: timestamp, timezone }, { dateStyle: 'medium', timeStyle: 'medium' })

/** The date it is at the church. */
export function today(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(now)
}
