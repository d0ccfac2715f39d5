/** When a group usually meets, as a sentence in the language of who looks. */
import { dayIn, dayOfYearIn, listIn, timeIn, weekdayIn } from '../../texts/forms.ts'
import { type Language, msg } from '../../texts/language.ts'
import { type Rhythm, RULE_DAYS, type RuleDay, rhythmOf } from './usual-rule.ts'

/** As the schedule of a group says it. */
export interface UsualTime {
  /** RFC 5545; null for what is held once. */
  rrule: string | null
  starts_on: string
  local_time: string
  /** The day of its next meeting in the calendar; null where there is none. */
  next: string | null
}

/** The name of a day of the week. */
export const dayName = (language: Language, day: RuleDay): string =>
  // The first of January of that year was a Monday.
  weekdayIn(language, `2024-01-0${RULE_DAYS.indexOf(day) + 1}`)

/** What rhythms of one day of the week say, by how often and which of its days: whole, since other languages turn them round. */
const SENTENCES: Readonly<Record<string, string>> = {
  'week/1': msg(
    'Every {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} at {time}',
  ),
  'week/2': msg(
    'Every second {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} at {time}',
  ),
  'month/1/first': msg(
    'First {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'month/1/second': msg(
    'Second {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'month/1/third': msg(
    'Third {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'month/1/fourth': msg(
    'Fourth {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
  'month/1/last': msg(
    'Last {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of the month at {time}',
  ),
}

/** `Every Wednesday at 19:00`; by the next day in the calendar where the rule has no words. Null for what is held once and over. */
export function usualWords(language: Language, { rrule, starts_on, local_time, next }: UsualTime): string | null {
  const { say } = language
  const time = timeIn(language, local_time)
  const rhythm = rrule === null ? null : rhythmOf(rrule, starts_on)
  if (rhythm !== null) return rhythmWords(language, rhythm, time)
  if (next !== null) return say('Next on {day} at {time}', { day: dayIn(language, next), time })
  return rrule === null ? null : say('At {time}', { time })
}

function rhythmWords(language: Language, rhythm: Rhythm, time: string): string {
  const { say } = language
  const { count } = rhythm
  switch (rhythm.every) {
    case 'day':
      return say('{count, plural, =1 {Every day} =2 {Every second day} other {Every # days}} at {time}', {
        count,
        time,
      })
    case 'week':
      return (
        oneDay(language, `week/${count}`, rhythm.days, time) ??
        say('{count, plural, =1 {Every week} =2 {Every second week} other {Every # weeks}}: {days} at {time}', {
          count,
          days: listIn(language, namesOf(language, rhythm.days)),
          time,
        })
      )
    case 'month': {
      const [first] = 'days' in rhythm ? rhythm.days : []
      const days = 'days' in rhythm ? rhythm.days.map(({ day }) => day) : []
      return (
        oneDay(language, `month/${count}/${first?.nth}`, days, time) ??
        say('{count, plural, =1 {Every month} =2 {Every second month} other {Every # months}}: {days} at {time}', {
          count,
          days: listIn(language, daysOfMonth(language, rhythm)),
          time,
        })
      )
    }
    default:
      return say('{count, plural, =1 {Every year} =2 {Every second year} other {Every # years}} on {date} at {time}', {
        count,
        date: dateOfYear(language, rhythm.date),
        time,
      })
  }
}

/** The sentence of a rhythm that has one day of the week, where there is a whole one. */
function oneDay({ say }: Language, key: string, [weekday, ...more]: readonly RuleDay[], time: string): string | null {
  const sentence = SENTENCES[key]
  return sentence === undefined || weekday === undefined || more.length > 0 ? null : say(sentence, { weekday, time })
}

const namesOf = (language: Language, days: readonly RuleDay[]): string[] => days.map(day => dayName(language, day))

function daysOfMonth({ say }: Language, rhythm: Rhythm & { every: 'month' }): string[] {
  if ('days' in rhythm) {
    return rhythm.days.map(({ nth, day: weekday }) =>
      say(
        'day of a month|the {nth, select, first {first} second {second} third {third} fourth {fourth} fifth {fifth} other {last}} {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}}',
        { nth, weekday },
      ),
    )
  }
  return rhythm.dates.map(day =>
    day < 0
      ? say('day of a month|the last day')
      : say('day of a month|the {day, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { day }),
  )
}

/** `December 25`; of a leap year, so that February has all its days. */
const dateOfYear = (language: Language, date: string): string => dayOfYearIn(language, `2024-${date}`, 'long')
