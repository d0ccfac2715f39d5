/** When something of a recurring gift is done: in the morning, by the clock on the church's wall. */
import { createHash } from 'node:crypto'
import { addDays, today } from '../../lib/calendar.ts'
import { momentOf } from '../../lib/recurrence.ts'

/** Charges lie between these hours, so that not all of a church come at once. */
const [FIRST_HOUR, LAST_HOUR] = [6, 10]
const SPREAD_MINUTES = (LAST_HOUR - FIRST_HOUR) * 60
/** What was held up is still done before this hour; after it, on the next morning. */
const LATEST_HOUR = 21

/** The days, from that of the period on, on which a soft decline is tried again, and on which its giver is written to. */
export const RETRY_DAYS = [1, 3, 5, 7] as const
export const TOLD_DAYS = [0, 3, 7] as const

interface Placed {
  timezone: string
  id: number
}

/** The minute of a morning that is a recurring gift's own: the same each time. */
export function minuteOf(church: number, id: number): number {
  return createHash('sha256').update(`${church}/${id}`).digest().readUInt32BE(0) % SPREAD_MINUTES
}

/** The moment of a day at which a recurring gift has its turn. */
export function turnOn(day: string, { timezone, id: church }: Placed, id: number): Date {
  const minute = FIRST_HOUR * 60 + minuteOf(church, id)
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return momentOf(day, time, timezone)
}

/** When it may be charged whose turn was at `at`: then, or where that passed now by day, and in the morning by night. */
export function chargeableAt(at: Date, now: Date, church: Placed, id: number): Date {
  if (now.getTime() <= at.getTime()) return at
  const day = today(now, church.timezone)
  const mine = turnOn(day, church, id)
  if (now.getTime() < mine.getTime()) return mine
  const evening = momentOf(day, `${LATEST_HOUR}:00`, church.timezone)
  return now.getTime() < evening.getTime() ? now : turnOn(addDays(day, 1), church, id)
}
