/** What other systems are told of recurring gifts. Each paid period is told of like any gift, with `recurring_id`. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { specified } from '../../events/specified.ts'
import type { Church } from '../../resource/caller.ts'
import { recurringPrinter } from './fields.ts'

/** The first payment is settled and may be repeated; or the address for reminders is confirmed. Never by the form alone. */
export const recurringCreated = specified('giving.recurring_created', 'RecurringGift')

/** It was cancelled, by whomever; one that came to its last day, and one that is paused, were not. */
export const recurringCancelled = specified('giving.recurring_cancelled', 'RecurringGift')

/** A recurring gift as it is now, as its events tell of it. @throws Error for none */
export async function told(tx: Tx, { id: church }: Church, id: number): Promise<string> {
  const [row] = await tx.text(sql`select ${recurringPrinter.columnsIn(church)} from recurring_gifts as t
    where t.church_id = ${church} and t.id = ${id}`)
  if (row === undefined) throw new Error(`Recurring gift ${id} is gone.`)
  return recurringPrinter.print(row)
}
