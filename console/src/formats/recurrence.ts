/** Rules by which something recurs (RFC 5545), as people say and choose them. */
import { asWeeksBegin, weekdayIn } from '../../../src/texts/forms.ts'
import { t, writing } from '../texts/t.ts'
import { listOfAll } from './lists.ts'

/** Days of the week as rules name them, from Monday on. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
/** A day of the week. */
export type Weekday = (typeof WEEKDAYS)[number]

/** Which of its weekdays in a month; -1 is the last. */
export const ORDINALS = [1, 2, 3, 4, -1] as const
/** One of them. */
export type Ordinal = (typeof ORDINALS)[number]

/** What a rule says, as far as a form asks for it. */
export type Recurrence =
  | { every: 'week' | 'second_week'; days: readonly Weekday[] }
  | { every: 'month'; ordinal: Ordinal; day: Weekday }

const isWeekday = (text: string): text is Weekday => (WEEKDAYS as readonly string[]).includes(text)

/** The parts of a rule by name; null where one is unreadable. */
function partsOf(rule: string): Map<string, string> | null {
  const pairs = rule.split(';').map(part => part.split('='))
  return pairs.every(pair => pair.length === 2) ? new Map(pairs as [string, string][]) : null
}

/** Reads a rule. @returns null for one that says more, or something else, than a form asks for */
export function readRule(rule: string): Recurrence | null {
  const parts = partsOf(rule)
  if (parts === null || [...parts.keys()].some(name => !['FREQ', 'INTERVAL', 'BYDAY'].includes(name))) return null
  const [frequency, interval, byday] = [parts.get('FREQ'), parts.get('INTERVAL') ?? '1', parts.get('BYDAY') ?? '']
  if (frequency === 'WEEKLY' && (interval === '1' || interval === '2')) {
    const days = byday === '' ? [] : byday.split(',')
    if (!days.every(isWeekday)) return null
    return { every: interval === '1' ? 'week' : 'second_week', days: WEEKDAYS.filter(day => days.includes(day)) }
  }
  const [, ordinal = '', day = ''] = /^(-?\d)([A-Z]{2})$/.exec(byday) ?? []
  const which = ORDINALS.find(one => one === Number(ordinal))
  if (frequency !== 'MONTHLY' || interval !== '1' || which === undefined || !isWeekday(day)) return null
  return { every: 'month', ordinal: which, day }
}

/** The rule that says this. */
export function ruleOf(recurrence: Recurrence): string {
  if (recurrence.every === 'month') return `FREQ=MONTHLY;BYDAY=${recurrence.ordinal}${recurrence.day}`
  const interval = recurrence.every === 'week' ? '' : ';INTERVAL=2'
  return `FREQ=WEEKLY${interval}${recurrence.days.length === 0 ? '' : `;BYDAY=${recurrence.days.join()}`}`
}

/** As weeks have them in a country, to choose from. @param country ISO 3166-1 alpha-2 */
export const weekdaysIn = (country: string): Weekday[] => asWeeksBegin(WEEKDAYS, country)

/** The name of a day of the week: Sunday, or Sun. */
export const weekday = (day: Weekday, width: 'long' | 'short' = 'long'): string =>
  // The first of January of that year was a Monday.
  weekdayIn(writing(), `2024-01-0${WEEKDAYS.indexOf(day) + 1}`, width)

/** A rule as a sentence without its full stop: every Sunday, the last Friday of each month; others as they are written. */
export function recurrence(rule: string): string {
  const read = readRule(rule)
  if (read === null) return rule === 'FREQ=DAILY' ? t('Every day') : t('By the rule {rule}', { rule })
  if (read.every === 'month') return monthly(read.ordinal, read.day)
  const days = listOfAll(read.days.map(day => weekday(day)))
  if (read.every === 'week') return days === '' ? t('Every week') : t('Every {days}', { days })
  return days === '' ? t('Every second week') : t('Every second week: {days}', { days })
}

/** The last Friday of each month. */
function monthly(ordinal: Ordinal, day: Weekday): string {
  const said = {
    1: () =>
      t(
        'The first {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of each month',
        { weekday: day },
      ),
    2: () =>
      t(
        'The second {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of each month',
        { weekday: day },
      ),
    3: () =>
      t(
        'The third {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of each month',
        { weekday: day },
      ),
    4: () =>
      t(
        'The fourth {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of each month',
        { weekday: day },
      ),
    [-1]: () =>
      t(
        'The last {weekday, select, MO {Monday} TU {Tuesday} WE {Wednesday} TH {Thursday} FR {Friday} SA {Saturday} other {Sunday}} of each month',
        { weekday: day },
      ),
  }
  return said[ordinal]()
}

/** What one chooses of a month's weekdays: First, Last. */
export const ordinalWord = (ordinal: Ordinal): string =>
  ({
    1: t('weekday of a month|First'),
    2: t('weekday of a month|Second'),
    3: t('weekday of a month|Third'),
    4: t('weekday of a month|Fourth'),
    [-1]: t('weekday of a month|Last'),
  })[ordinal]
