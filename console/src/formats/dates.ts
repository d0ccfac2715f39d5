/** Days and moments, in the church's time zone (spec, General conventions, 3 and 4). */

/** A calendar date: 2026-11-21 is 21 Nov 2026, wherever the reader is. */
export function day(date: string): string {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(`${date}T00:00:00Z`))
}

/** A moment, as the clocks of the church show it. */
export function moment(timestamp: string, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(timestamp),
  )
}

/** The date it is at the church. */
export function today(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(now)
}
