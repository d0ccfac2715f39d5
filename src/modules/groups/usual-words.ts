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
  const weekday = RULE_DAYS.find(one => rule?.startsWith(one))
  if (rrule === null || weekday === undefined) return rrule === null ? null : say('At {time}', { time })
  const when = { weekday, time }
  if (often === 'WEEKLY' && nth === undefined) {
    if (interval === '1')
      return say(
        'Every {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} at {time}',
        when,
      )
    if (interval === '2')
      return say(
        'Every second {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} at {time}',
        when,
      )
  }
  if (often === 'MONTHLY' && interval === '1') {
    if (nth === '1')
      return say(
        'First {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
        when,
      )
    if (nth === '2')
      return say(
        'Second {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
        when,
      )
    if (nth === '3')
      return say(
        'Third {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
        when,
      )
    if (nth === '4')
      return say(
        'Fourth {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
        when,
      )
    if (nth === '-1')
      return say(
        'Last {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
        when,
      )
  }
  return say('{day} at {time}', { day: dayNames(language)[RULE_DAYS.indexOf(weekday)] ?? weekday, time })
}
