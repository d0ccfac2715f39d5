/** What a payment's outcome means to the recurring gift that it is of; what becomes of that is in `recurring-gifts`. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { msg } from '../../texts/language.ts'

/** On the agenda: each recurring gift that goes on has a hint of this kind. */
export const RECURRING = 'recurring_gifts'

/** A gift ended: the recurring gift that it is of, where it is of one, is looked at. */
export async function hintRecurring(tx: Tx, church: { id: number }, recurring: string | null): Promise<void> {
  if (recurring !== null) await putOnAgenda(tx, church.id, RECURRING, Number(recurring), new Date(Date.parse(tx.now)))
}

type Column = (
  row: TextRow,
  name: 'id' | 'recurring_id' | 'due_on' | 'amount' | 'currency' | 'reference' | 'donor_name',
) => string | null

/**
 * Whether a gift that is paid now is of a period that another gift has paid: an attempt of which the provider said that nothing
 * would come of it, and something did. Somebody is told, since the giver may want it back.
 */
export async function isPaidTwice(tx: Tx, church: Church, gift: TextRow, column: Column): Promise<boolean> {
  const [recurring, due_on] = [column(gift, 'recurring_id'), column(gift, 'due_on')]
  if (recurring === null || due_on === null) return false
  // Two attempts of one period that are paid at the same time are settled one after the other.
  await tx.run(
    sql`select 1 from recurring_gifts where church_id = ${church.id} and id = ${recurring} for no key update`,
  )
  const other = await tx.first<{ id: number }>(sql`select id from gifts where church_id = ${church.id}
    and recurring_id = ${recurring} and due_on = ${due_on}::date and status = 'succeeded'`)
  if (other === undefined) return false
  await postNotice(tx, church.id, {
    kind: 'recurring_paid_twice',
    title: msg('A recurring gift was charged twice'),
    body: msg(
      'Of the recurring gift {recurring} of {name} the period of {day} was paid by gift {first} and then once more by gift {second} ({amount}, {reference}). Both are recorded. Ask the giver whether they want one of them back, and refund it.',
    ),
    values: {
      recurring,
      name: column(gift, 'donor_name') ?? '',
      day: { date: due_on },
      first: String(other.id),
      second: column(gift, 'id') ?? '',
      amount: { amount: Number(column(gift, 'amount')), currency: column(gift, 'currency') ?? '' },
      reference: column(gift, 'reference') ?? '',
    },
  })
  return true
}
