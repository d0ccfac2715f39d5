/** The moment from which a recurring gift goes on by itself. */
import type { Tx } from '../../db/database.ts'
import { record } from '../../events/record.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { RECURRING } from '../online-giving/periods.ts'
import { recurringCreated, told } from './events.ts'
import { nextOf } from './recurring-due.ts'
import { type Recurring, setRecurring } from './recurring-row.ts'
import { tellGiver } from './tell-giver.ts'

/** Begins one that is pending and locked: its first payment may be repeated, or the address for its reminders is good. */
export async function activate(tx: Tx, church: Church, now: Date, one: Recurring): Promise<void> {
  const day = today(now, church.timezone)
  // What was never paid counts from the day on which the giver said that it may begin; their first reminder comes at once.
  const isUnpaid = one.first_gift_id === null
  if (isUnpaid) await setRecurring(tx, church.id, one, { anchor_on: day })
  const next_on = isUnpaid ? nextOf(one, addDays(day, -1)) : nextOf(one, one.anchor_on)
  await setRecurring(tx, church.id, one, { status: 'active', next_on })
  await record(tx, church, recurringCreated, await told(tx, church, one.id))
  if (!isUnpaid) await tellGiver(tx, church, now, one)
  await putOnAgenda(tx, church.id, RECURRING, one.id, now)
}
