/** What the rows and columns of a giving report are called. */
import type { GivingReport, GivingRow } from '../../../src/modules/contributions/giving-report.ts'
import { month } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'

/** What a group is called: funds and branches have names, methods and months are said. */
export function rowName(by: GivingReport['by'], { key, name }: GivingRow): string {
  if (by === 'month') return month(key)
  return by === 'method' ? wordOf(key) : (name ?? key)
}
