/** What the rows and columns of a giving report are called. */
import type { GivingReport, GivingRow } from '../../../src/modules/contributions/giving-report.ts'
import { month } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

/** Whether its rows are of people. */
export const isOfGivers = (by: GivingReport['by']): boolean => by === 'giver' || by === 'range'

const standings = (): Record<string, string> => ({
  new: t('New givers'),
  back: t('Came back'),
  steady: t('Gave before, too'),
  unknown: t('No giver named'),
})

/** `₦1,000.00 to ₦4,999.99`. */
function rangeName({ from, to }: NonNullable<GivingRow['range']>, currency: string): string {
  if (to === null) return from === null ? t('Any amount') : t('{amount} and more', { amount: money(from, currency) })
  if (from === null) return t('Less than {amount}', { amount: money(to, currency) })
  return t('{from} to {to}', { from: money(from, currency), to: money(String(BigInt(to) - 1n), currency) })
}

/** What a group is called: funds and branches have names, methods and months are said. */
export function rowName(
  { by, currency }: Pick<GivingReport, 'by' | 'currency'>,
  { key, name, range }: GivingRow,
): string {
  if (by === 'month') return month(key)
  if (range !== undefined) return rangeName(range, currency)
  if (isOfGivers(by)) return standings()[key] ?? key
  return by === 'method' ? wordOf(key) : (name ?? key)
}
