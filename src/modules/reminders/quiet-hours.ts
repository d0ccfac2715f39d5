/** By night nobody is reminded: whoever has their telephone beside the bed is not woken for a report. */
import { addDays, today } from '../../lib/calendar.ts'
import { momentOf } from '../../lib/recurrence.ts'

/** From and to, by the clock on the church's wall. */
const [EVENING, MORNING] = ['21:00', '07:00']

/** The same moment by day; by night that at which it ends, where the church is. @param ms since 1970 */
export function byDay(ms: number, timezone: string): number {
  const day = today(new Date(ms), timezone)
  const morning = momentOf(day, MORNING, timezone).getTime()
  if (ms < morning) return morning
  return ms < momentOf(day, EVENING, timezone).getTime() ? ms : momentOf(addDays(day, 1), MORNING, timezone).getTime()
}
