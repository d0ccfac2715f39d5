/** When a group usually meets, as a sentence in the language of who looks. */
import { type Language, msg } from '../../texts/language.ts'

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

/** What rules of one day of the week say, by how often and which of its days: whole, since other languages turn them round. */
const SENTENCES: Readonly<Record<string, string>> = {
  'WEEKLY/1': msg(
    'Every {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} at {time}',
  ),
  'WEEKLY/2': msg(
    'Every second {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} at {time}',
  ),
  'MONTHLY/1/1': msg(
    'First {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'MONTHLY/1/2': msg(
    'Second {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'MONTHLY/1/3': msg(
    'Third {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'MONTHLY/1/4': msg(
    'Fourth {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'MONTHLY/1/-1': msg(
    'Last {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
}

/** `Every Wednesday at 19:00`; the hour alone where the rule says more than one day. Null where there is none. */
export function usualWords(language: Language, { rrule, local_time: time }: UsualTime): string | null {
  const { say } = language
  const [, often = '', interval = '1', nth, rule] = ONE_DAY.exec(rrule ?? '') ?? []
  const weekday = RULE_DAYS.find(one => rule?.startsWith(one))
  if (rrule === null || weekday === undefined) return rrule === null ? null : say('At {time}', { time })
  const sentence = SENTENCES[[often, interval, ...(nth === undefined ? [] : [nth])].join('/')]
  if (sentence !== undefined) return say(sentence, { weekday, time })
  return say('{day} at {time}', { day: dayNames(language)[RULE_DAYS.indexOf(weekday)] ?? weekday, time })
}
