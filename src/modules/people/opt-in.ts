/** Opt-ins that people change themselves, by answering STOP or following a link (spec, Messages, rule 4). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import type { AddressedChannel } from './addressees.ts'
import { personPrinter } from './fields.ts'
import { THEMSELVES } from './history.ts'
import { changePerson } from './update.ts'

/** Sets the opt-in of a channel for a person who is not removed; records `person.updated` where that changes something. */
export async function setOptIn(
  tx: Tx,
  church: Church,
  person: number,
  channel: AddressedChannel,
  optIn: boolean,
): Promise<void> {
  const [before] = await tx.text(sql`select ${personPrinter.columns} from people as t
    where church_id = ${church.id} and id = ${person} and not removed for no key update`)
  const change = { [`${channel}_opt_in`]: optIn }
  if (before !== undefined) await changePerson(tx, church, before, { change, by: THEMSELVES })
}
