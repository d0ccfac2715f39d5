/**
 * When parts of a pledge are due (decision 0029). A promise with a frequency is divided evenly over its days: the first part is due
 * on its first day, the others a period apart, counted from that day and clamped to the end of a month, up to the campaign's last
 * day. One without a frequency is due as a whole on the campaign's last day.
 */
import { daysBetween, type Frequency, periodDay, periodsUntil } from '../../lib/periods.ts'

/** Who is so many days late with a part of their pledge is behind. */
export const GRACE_DAYS = 7

/** As much of a pledge and its campaign as tells what is due. Amounts are minor units of the pledge's currency. */
export interface DuePledge {
  amount: number
  given: number
  frequency: Frequency | null
  pledged_on: string
  starts_on: string
  ends_on: string
}

/** How a pledge stands on a day. */
export interface Standing {
  /** What should have been given by then. */
  expected: number
  /** What of that is not given. */
  missing: number
  /** Days since the first part fell due that is not given; 0 where nothing is missing. */
  days_late: number
}

/** How many parts pledges of one first day have, all in all and by a day: counted once where many are asked about. */
export type CountedParts = Map<string, { all: number; due: number }>

/**
 * How a pledge stands on a day: what of it is due by then, and since when something is missing.
 * @param counted the same for all pledges that are asked about at once
 */
export function standingOf(pledge: DuePledge, day: string, counted: CountedParts = new Map()): Standing {
  const { amount, given, frequency, pledged_on, starts_on, ends_on } = pledge
  const first = pledged_on > starts_on ? pledged_on : starts_on
  const { all: parts, due: begun } = partsOf({ first, frequency, ends_on }, day, counted)
  // Without parts, as also where it was made after the end, it is due as a whole.
  if (frequency === null || parts === 0) {
    const due = first > ends_on ? first : ends_on
    const expected = day >= due ? amount : 0
    const missing = Math.max(expected - given, 0)
    return { expected, missing, days_late: missing > 0 ? daysBetween(due, day) : 0 }
  }
  const due = Math.min(begun, parts)
  const expected = shareOf(amount, due, parts)
  const missing = Math.max(expected - given, 0)
  if (missing === 0) return { expected, missing, days_late: 0 }
  // The first part that is not wholly given: its share, with those before it, is more than what was given.
  let covered = Math.min(Number((BigInt(given) * BigInt(parts)) / BigInt(amount)), parts)
  while (covered < parts && shareOf(amount, covered + 1, parts) <= given) covered += 1
  while (covered > 0 && shareOf(amount, covered, parts) > given) covered -= 1
  return { expected, missing, days_late: daysBetween(periodDay(first, frequency, covered), day) }
}

function partsOf(
  { first, frequency, ends_on }: { first: string; frequency: Frequency | null; ends_on: string },
  day: string,
  counted: CountedParts,
): { all: number; due: number } {
  if (frequency === null) return { all: 0, due: 0 }
  const key = `${first} ${frequency} ${ends_on} ${day}`
  const known = counted.get(key)
  if (known !== undefined) return known
  const parts = { all: periodsUntil(first, frequency, ends_on), due: periodsUntil(first, frequency, day) }
  counted.set(key, parts)
  return parts
}

/** So many parts of an amount, rounded down: all of them are the whole. */
const shareOf = (amount: number, some: number, parts: number): number =>
  Number((BigInt(amount) * BigInt(some)) / BigInt(parts))
