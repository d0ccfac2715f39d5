/** What the rule of a schedule says (RFC 5545), as far as people have words for it. */

/** Days of the week, as rules name them; a Monday is the first. */
export const RULE_DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
/** One of them. */
export type RuleDay = (typeof RULE_DAYS)[number]

/** Which of its weekdays in a month. */
const NTH = { '1': 'first', '2': 'second', '3': 'third', '4': 'fourth', '5': 'fifth', '-1': 'last' } as const
/** One of them. */
export type Nth = (typeof NTH)[keyof typeof NTH]

/** How often, and on which days of it. */
export type Rhythm =
  | { every: 'day'; count: number }
  | { every: 'week'; count: number; days: readonly RuleDay[] }
  | { every: 'month'; count: number; days: readonly { nth: Nth; day: RuleDay }[] }
  /** By dates; -1 is the last day. */
  | { every: 'month'; count: number; dates: readonly number[] }
  /** On one date: `12-25`. */
  | { every: 'year'; count: number; date: string }

/** Parts that change nothing of what days a rhythm has: where it ends, and where its weeks begin. */
const UNSAID = new Set(['COUNT', 'WKST'])

/**
 * Reads a rule.
 * @param starts_on the first day of its schedule: what the rule leaves open, follows from it
 * @returns null for what has no words
 */
export function rhythmOf(rule: string, starts_on: string): Rhythm | null {
  const parts = new Map(rule.split(';').map(part => part.split('=') as [string, string]))
  const said = [...parts.keys()].filter(name => !UNSAID.has(name) && name !== 'FREQ' && name !== 'INTERVAL')
  const says = (...names: string[]): boolean => said.every(name => names.includes(name))
  const count = Number(parts.get('INTERVAL') ?? 1)
  const byDay = parts.get('BYDAY')?.split(',') ?? []
  const days = RULE_DAYS.filter(day => byDay.includes(day))
  const isPlain = days.length === byDay.length
  switch (parts.get('FREQ')) {
    case 'DAILY':
      if (says()) return { every: 'day', count }
      return says('BYDAY') && isPlain && count === 1 ? { every: 'week', count, days } : null
    case 'WEEKLY':
      if (!says('BYDAY') || !isPlain) return null
      return { every: 'week', count, days: days.length === 0 ? [weekdayOf(starts_on)] : days }
    case 'MONTHLY':
      if (says('BYMONTHDAY')) return byDates(count, parts.get('BYMONTHDAY') ?? starts_on.slice(8))
      if (says('BYDAY') && isPlain && count === 1) return { every: 'week', count, days }
      return says('BYDAY', 'BYSETPOS') ? byWeekdays(count, byDay, parts.get('BYSETPOS')) : null
    case 'YEARLY':
      return says('BYMONTH', 'BYMONTHDAY') ? byYear(count, parts, starts_on) : null
    default:
      return null
  }
}

const weekdayOf = (day: string): RuleDay => RULE_DAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO'

function byDates(count: number, text: string): Rhythm | null {
  const dates = text.split(',').map(Number)
  return dates.every(date => date >= -1) ? { every: 'month', count, dates: dates.toSorted(lastBehind) } : null
}

const lastBehind = (one: number, other: number): number => (one < 0 ? 1 : other < 0 ? -1 : one - other)

/** @param position which of the days that are named, where they are named without a number (`BYSETPOS`) */
function byWeekdays(count: number, byDay: readonly string[], position: string | undefined): Rhythm | null {
  if (position !== undefined && byDay.length !== 1) return null
  const days = byDay.map(one => {
    const [, number = '', name] = /^(-?\d*)([A-Z]{2})$/.exec(`${position ?? ''}${one}`) ?? []
    const nth = Object.entries(NTH).find(([key]) => key === number)?.[1]
    const day = RULE_DAYS.find(known => known === name)
    return nth === undefined || day === undefined ? null : { nth, day }
  })
  const known = days.filter(day => day !== null)
  return known.length === days.length ? { every: 'month', count, days: known } : null
}

function byYear(count: number, parts: ReadonlyMap<string, string>, starts_on: string): Rhythm | null {
  const [month, date] = [parts.get('BYMONTH') ?? starts_on.slice(5, 7), parts.get('BYMONTHDAY') ?? starts_on.slice(8)]
  // A date without a month is one of each month.
  const isOne = /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(date) && (parts.has('BYMONTH') || !parts.has('BYMONTHDAY'))
  return isOne ? { every: 'year', count, date: `${month.padStart(2, '0')}-${date.padStart(2, '0')}` } : null
}
