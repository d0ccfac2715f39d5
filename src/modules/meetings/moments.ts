/** When meetings begin, end, open and close. */
import type { Db } from '../../db/database.ts'
import type { Problems } from '../../errors.ts'
import { isTimezone } from '../../lib/calendar.ts'
import { momentOf } from '../../lib/recurrence.ts'
import { because } from '../../texts/because.ts'
import { timezoneOf } from '../church/days.ts'

/** Meetings are made so many days ahead. */
export const AHEAD_DAYS = 60
/** Of a new schedule the meetings of the last days are made too, to be counted late. */
export const BACK_DAYS = 7
/** The clock closes a meeting so long after its end, or after it was opened again. */
export const CLOSES_AFTER_MS = 2 * 3_600_000
/** It opens so long before its beginning. */
export const OPENS_BEFORE_MS = 3_600_000

const MINUTE_MS = 60_000
export const DEFAULT_MINUTES = 90

/** A meeting by the clock on the wall. */
export interface OnTheWall {
  /** The day, `YYYY-MM-DD`. */
  held_on: string
  /** `HH:MM`. */
  local_time: string
  minutes?: number | undefined
  timezone: string
}

/** Its moments. */
interface Moments {
  starts_at: Date
  ends_at: Date
}

export function momentsOf({ held_on, local_time, minutes = DEFAULT_MINUTES, timezone }: OnTheWall): Moments {
  const starts_at = momentOf(held_on, local_time, timezone)
  return { starts_at, ends_at: new Date(starts_at.getTime() + minutes * MINUTE_MS) }
}

/** What a meeting is when it is made: one that is over is open for as long as one that is opened again. */
export function stateOf(
  { starts_at, ends_at }: Moments,
  now: Date,
): { status: 'planned' | 'open'; reopened_at: Date | null } {
  if (now.getTime() < starts_at.getTime() - OPENS_BEFORE_MS) return { status: 'planned', reopened_at: null }
  const isOver = now.getTime() >= ends_at.getTime() + CLOSES_AFTER_MS
  return { status: 'open', reopened_at: isOver ? now : null }
}

/**
 * The time zone of a schedule that moves to another branch: that of the branch, unless it had another than that of the branch
 * where it was, which somebody chose by hand.
 */
export async function zoneOfBranch(
  db: Db,
  church: number,
  { branch_id, timezone }: { branch_id: number; timezone: string },
  to: number,
): Promise<string> {
  return timezone === (await timezoneOf(db, church, branch_id)) ? await timezoneOf(db, church, to) : timezone
}

/** Days beyond these are slips of the finger; their moments might have no year of four digits. */
const [EARLIEST, LATEST] = ['1900-01-01', '2199-12-31']

/** What of a body says when something is. */
interface SaidWhen {
  timezone?: string
  held_on?: string
  starts_on?: string
}

/** Names a time zone that there is not, and days that cannot be meant. */
export function checkWhen({ timezone, ...days }: SaidWhen, problems: Problems): void {
  for (const name of ['held_on', 'starts_on'] as const) {
    const day = days[name]
    if (day !== undefined && (day < EARLIEST || day > LATEST)) {
      problems.add(name, because('must be from {earliest} to {latest}', { earliest: EARLIEST, latest: LATEST }))
    }
  }
  if (timezone !== undefined && !isTimezone(timezone)) {
    problems.add('timezone', because('must be a time-zone name, such as Africa/Lagos'))
  }
}
