/** Periods that another installation may have charged, before this one was confirmed as the one that charges. */
import type { Tx } from '../../db/database.ts'
import { type Period, type Recurring, setPeriod } from './recurring-row.ts'

/** Why a period was passed over. */
export const MOVED = 'moved'

/** Whether a period began before the first day that is charged here. */
export const isBefore = ({ charged_here_from }: Pick<Recurring, 'charged_here_from'>, due_on: string): boolean =>
  charged_here_from !== null && due_on < charged_here_from

/**
 * Passes over what was unpaid of them when the records were copied: it may be paid by now, and nobody is charged twice. A charge
 * that was under way is looked for first (`charge-worker.ts`).
 * @returns the periods that are still to be worked on
 */
export async function passMoved(tx: Tx, church: number, one: Recurring, periods: Period[]): Promise<Period[]> {
  const left: Period[] = []
  for (const period of periods) {
    const isTheirs = isBefore(one, period.due_on) && period.status !== 'charging'
    if (isTheirs) await setPeriod(tx, church, one.id, period, { status: 'skipped', try_at: null, error: MOVED })
    else left.push(period)
  }
  return left
}
