/** Opting out and in again: by answering STOP or START, or by a link (spec, Messages, rule 4). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { type AddressedChannel, ownersOf } from '../people/addressees.ts'
import { setOptIn } from '../people/opt-in.ts'
import { optOutKey } from './recipients.ts'

/** Words that mean "no more", as carriers and their customers know them (CTIA, Messaging Principles, 5.1.4). */
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START_WORDS = ['START', 'UNSTOP', 'OPTIN']

/** What an incoming text asks for, if it is nothing but the word. */
export function keywordOf(body: string): { wants: 'out' | 'in'; keyword: string } | undefined {
  const keyword = body.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (STOP_WORDS.includes(keyword)) return { wants: 'out', keyword }
  if (START_WORDS.includes(keyword)) return { wants: 'in', keyword }
  return undefined
}

export interface OptOut {
  channel: AddressedChannel
  address: string
  by: 'reply' | 'link'
  keyword: string | null
}

/**
 * Clears the opt-in of everyone who has the address and keeps the address, so that it is respected for whoever comes to
 * have it; records `messaging.unsubscribed` for each of them, or once where nobody on record has it.
 * @returns false when all of that was so already
 */
export async function optOut(tx: Tx, church: Church, { channel, address, by, keyword }: OptOut): Promise<boolean> {
  const kept = await tx.run(sql`insert into message_opt_outs (church_id, channel, address, created_at)
    values (${church.id}, ${channel}, ${optOutKey(address)}, ${tx.now}::timestamptz) on conflict do nothing`)
  const owners = await ownersOf(tx, church.id, channel, address)
  const leaving = owners.filter(owner => owner[`${channel}_opt_in`])
  for (const { id } of leaving) await setOptIn(tx, church, id, channel, false)
  const who = leaving.length > 0 ? leaving.map(({ id }) => id) : kept === 1 && owners.length === 0 ? [null] : []
  for (const person_id of who) {
    const data = { channel, address, person_id, by, keyword, unsubscribed_at: printTimestamp(tx.now) }
    await record(tx, church, 'messaging.unsubscribed', JSON.stringify(data))
  }
  return who.length > 0
}

/** Takes an opt-out back, for everyone who has the address. */
export async function optIn(tx: Tx, church: Church, channel: AddressedChannel, address: string): Promise<void> {
  await tx.run(sql`delete from message_opt_outs
    where church_id = ${church.id} and channel = ${channel} and address = ${optOutKey(address)}`)
  for (const { id } of await ownersOf(tx, church.id, channel, address)) await setOptIn(tx, church, id, channel, true)
}
