/**
 * Days that recur by a rule (RFC 5545), and the moments of a clock on the wall. The wall clock is the truth: a service at
 * nine stays at nine when the clocks change.
 */
import type { RRuleTemporal } from 'rrule-temporal'
import type { Temporal as TemporalNamespace } from 'temporal-polyfill'
import { because } from '../texts/because.ts'
import { lazily } from './lazily.ts'

const rrule = lazily<{ RRuleTemporal: typeof RRuleTemporal }>('rrule-temporal')
const temporal = lazily<{ Temporal: typeof TemporalNamespace }>('temporal-polyfill')

/** What a rule may say. When in the day, and until when, is said beside it: at most one occurrence a day. */
const PARTS = new Set(
  'FREQ INTERVAL COUNT BYDAY BYMONTHDAY BYYEARDAY BYWEEKNO BYMONTH BYSETPOS WKST'.split(' ') as readonly string[],
)
const PART = /^([A-Z]+)=([A-Z0-9,+-]+)$/

/** Bounds of what is computed for a rule that matches seldom, or never. */
const MOST_STEPS = 20_000
/** So many days, weeks, months or years apart at most: the library counts through them one by one. */
const MOST_APART = 1_000
/** Where occurrences are counted, all from the first on are computed each time. */
const MOST_COUNTED = 1_000

/** A rule as it is kept: upper case, without `RRULE:` in front. */
export const plainRule = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')

/** What is wrong with a rule, as `plainRule` returns it; undefined for one that can be used. */
export function ruleProblem(rule: string): string | undefined {
  const unreadable = because('must be a rule such as FREQ=WEEKLY;BYDAY=SU (RFC 5545)')
  const names: string[] = []
  for (const part of rule.split(';')) {
    const [, name = '', value] = PART.exec(part) ?? []
    if (name === '') return unreadable
    if (name === 'UNTIL') return because('must not hold UNTIL: send the last day as until')
    if (!PARTS.has(name)) return because('must not hold {name}', { name })
    if (names.includes(name)) return because('must have {name} once', { name })
    if (name === 'INTERVAL' && !(Number(value) >= 1 && Number(value) <= MOST_APART)) {
      return because('must have INTERVAL from 1 to {most}', { most: String(MOST_APART) })
    }
    if (name === 'COUNT' && !(Number(value) <= MOST_COUNTED))
      return because('must have COUNT up to {most}', { most: String(MOST_COUNTED) })
    names.push(name)
  }
  if (!/(^|;)FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;|$)/.test(rule)) {
    return because('must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY')
  }
  try {
    ruled({ rule, starts_on: '2026-01-01' })
    return undefined
  } catch {
    return unreadable
  }
}

/** What recurs. */
export interface Recurring {
  /** As `plainRule` returns it; null for what happens once, on its first day. */
  rule: string | null
  /** The first day, `YYYY-MM-DD`; it is an occurrence only if the rule says so. */
  starts_on: string
}

function ruled({ rule, starts_on }: Recurring & { rule: string }): RRuleTemporal {
  const { Temporal } = temporal()
  return new (rrule().RRuleTemporal)({
    rruleString: rule,
    // Days alone are computed; a zone without changes of the clock has each of them once.
    dtstart: Temporal.ZonedDateTime.from(`${starts_on}T12:00[UTC]`),
    maxIterations: MOST_STEPS,
    strict: true,
    cache: false,
  })
}

/**
 * The days on which it occurs, from one to another, both included.
 * @throws Error for days that are none, and for a rule that is met too seldom, or began too long ago, to be computed
 */
export function daysBetween({ rule, starts_on }: Recurring, from: string, to: string): string[] {
  const first = from > starts_on ? from : starts_on
  if (first > to) return []
  if (rule === null) return first === starts_on ? [starts_on] : []
  const { Temporal } = temporal()
  const noon = (day: string) => Temporal.ZonedDateTime.from(`${day}T12:00[UTC]`)
  const found = ruled({ rule, starts_on }).between(noon(first), noon(to), true)
  return found.map(one => one.toString().slice(0, 10))
}

/**
 * The moment at which a clock on the wall shows this day and time. Of an hour that comes twice it is the first; in one that
 * is left out, the clock has gone on by then.
 * @param time `HH:MM`
 * @throws RangeError for what is no day, time or time zone
 */
export function momentOf(day: string, time: string, timezone: string): Date {
  const { Temporal } = temporal()
  const local = Temporal.PlainDateTime.from(`${day}T${time}`)
  return new Date(local.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds)
}
