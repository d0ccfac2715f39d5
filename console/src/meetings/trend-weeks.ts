/** What charts and tables of attendance have in common: which weeks are over, what services are called. */
import type { TrendService } from '../../../src/modules/meetings/trends-view.ts'
import { addDays, today } from '../formats/dates.ts'
import { t } from '../texts/t.ts'

/** From a Monday to its Sunday. */
const TO_SUNDAY = 6

/** The Sunday that a week of attendance is called by. */
export const sundayOf = (monday: string): string => addDays(monday, TO_SUNDAY)

/** The Sundays of the weeks that are over: one that is under way would look like a fall. */
export const sundaysOver = (weeks: readonly string[], timezone: string): string[] =>
  weeks.map(sundayOf).filter(sunday => sunday <= today(timezone))

/** What services are called: with their branch, where they are of several. */
export function serviceNames(services: readonly TrendService[]): string[] {
  const several = new Set(services.map(({ branch_id }) => branch_id)).size > 1
  return services.map(({ name, branch }) => {
    const service = name ?? t('Other meetings')
    return several ? t('{service}, {branch}', { service, branch }) : service
  })
}
