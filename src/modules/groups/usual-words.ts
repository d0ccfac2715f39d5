/** When a group usually meets, as a sentence in the language of who looks. */
import type { Language } from '../../texts/language.ts'

/** As the schedule of a group says it. */
export interface UsualTime {
  /** RFC 5545. */
  rrule: string | null
  local_time: string
}

/** Days of the week, as rules name them; a Monday is the first. */
export const RULE_DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** The first Monday of 2024. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** Names of the days, from Monday on. */
export function dayNames({ locale }: Language): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return RULE_DAYS.map((_, at) => format.format(MONDAY + at * DAY_MS))
}

/** Rules of one day of the week, as `groups.set_time` makes them and most people mean them. */
const ONE_DAY = /^FREQ=(WEEKLY|MONTHLY)(?:;INTERVAL=(\d+))?;BYDAY=(-?\d)?([A-Z]{2})$/

/** `Every Wednesday at 19:00`; the hour alone where the rule says more than one day. Null where there is none. */
export function usualWords(language: Language, { rrule, local_time: time }: UsualTime): string | null {
  const { say } = language
  const [, often, interval = '1', nth, rule] = ONE_DAY.exec(rrule ?? '') ?? []
  const day = dayNames(language)[RULE_DAYS.findIndex(one => rule?.startsWith(one))]
  if (rrule === null || day === undefined) return rrule === null ? null : say('At {time}', { time })
  if (often === 'WEEKLY' && nth === undefined) {
    if (interval === '1') return say('Every {day} at {time}', { day, time })
    if (interval === '2') return say('Every second {day} at {time}', { day, time })
  }
  if (often === 'MONTHLY' && interval === '1') {
    if (nth === '1') return say('First {day} of the month at {time}', { day, time })
    if (nth === '2') return say('Second {day} of the month at {time}', { day, time })
    if (nth === '3') return say('Third {day} of the month at {time}', { day, time })
    if (nth === '4') return say('Fourth {day} of the month at {time}', { day, time })
    if (nth === '-1') return say('Last {day} of the month at {time}', { day, time })
  }
  return say('{day} at {time}', { day, time })
}
