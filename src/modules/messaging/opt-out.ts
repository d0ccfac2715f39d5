/** Opting out and in again: by answering STOP or START, or by a link (spec, Messages, rule 4). */

import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { type AddressedChannel, addresseesOf, ownersOf } from '../people/addressees.ts'
import { setOptIn } from '../people/opt-in.ts'
import { forgetOptOuts, keepOptOut } from '../people/opt-outs.ts'
import { unsubscribed } from './events.ts'
import { writeIn } from './outcomes.ts'

/** Words that mean "no more", as carriers and their customers know them (CTIA, Messaging Principles, 5.1.4). */
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START_WORDS = ['START', 'UNSTOP', 'OPTIN']

/** Source of the message that confirms an opt-out: the last that is sent there. */
export const CONFIRMATION = 'opt_out'

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
  /** Who was written to, where that is known: they mean themselves, whatever address they have by now. */
  person_id?: number | null
}

/**
 * Clears the opt-in of everyone who has the address and keeps the address, so that it is respected for whoever comes to
 * have it; what waits to be sent there is skipped. Records `messaging.unsubscribed` for each of them, or once where nobody
 * on record has it.
 * @returns false when all of that was so already
 */
export async function optOut(tx: Tx, church: Church, { person_id = null, ...said }: OptOut): Promise<boolean> {
  const { channel, address } = said
  const fresh = await keepOptOut(tx, church.id, channel, address)
  await skipWaiting(tx, church, channel, address)
  const owners = await ownersOf(tx, church.id, channel, address)
  const asked = person_id === null ? [] : await addresseesOf(tx, church.id, sql`p.id = ${person_id}`)
  const people = new Map([...owners, ...asked].map(person => [person.id, person]))
  const leaving = [...people.values()].filter(person => person[`${channel}_opt_in`])
  for (const { id } of leaving) await setOptIn(tx, church, id, channel, false)
  const who = leaving.length > 0 ? leaving.map(({ id }) => id) : fresh && people.size === 0 ? [null] : []
  for (const id of who) {
    const data = { channel, address, person_id: id, by: said.by, keyword: said.keyword }
    const unsubscribed_at = printTimestamp(tx.now)
    await record(tx, church, unsubscribed, JSON.stringify({ ...data, unsubscribed_at }))
  }
  return who.length > 0
}

/** What was queued and not handed over yet is not to go out any more. */
async function skipWaiting(tx: Tx, church: Church, channel: AddressedChannel, address: string): Promise<void> {
  const waiting = await tx.all<{ id: number }>(sql`select id from messages
    where church_id = ${church.id} and status = 'waiting' and channel = ${channel} and lower("to") = lower(${address})
      and source <> ${CONFIRMATION}`)
  const skipped = { status: 'skipped', provider: null, provider_id: null, error: 'opted_out' } as const
  const outcomes = waiting.map(({ id }) => ({ message_id: id, ...skipped }))
  if (outcomes.length > 0) await writeIn(tx, church, outcomes)
}

/** Takes an opt-out back, for everyone who has the address. */
export async function optIn(tx: Tx, church: Church, channel: AddressedChannel, address: string): Promise<void> {
  await forgetOptOuts(tx, church.id, channel, [address])
  for (const { id } of await ownersOf(tx, church.id, channel, address)) await setOptIn(tx, church, id, channel, true)
}
