/**
 * Addresses that opted out of messages (spec, Messages, rule 4). They are kept, so that they are respected for whoever
 * comes to have them, until somebody says in so many words that messages are wanted again.
 */
import type { Db, Tx } from '../../db/database.ts'
import { raw, type Sql, sql } from '../../db/sql.ts'
import type { AddressedChannel } from './addressees.ts'
import type { PersonInput } from './fields.ts'

/** Where a person's addresses of a channel are. */
const ADDRESSES: Record<AddressedChannel, readonly ('phone' | 'phone2' | 'whatsapp' | 'email')[]> = {
  sms: ['phone', 'phone2'],
  whatsapp: ['whatsapp', 'phone'],
  email: ['email'],
}

const CHANNELS = Object.keys(ADDRESSES) as AddressedChannel[]

/** How an address is kept: e-mail addresses are compared without case. */
const keyOf = (address: string): string => address.toLowerCase()

/** Keeps that an address opted out. @returns false when that was known */
export async function keepOptOut(tx: Tx, church: number, channel: AddressedChannel, address: string): Promise<boolean> {
  const kept = await tx.run(sql`insert into message_opt_outs (church_id, channel, address, created_at)
    values (${church}, ${channel}, ${keyOf(address)}, ${tx.now}::timestamptz) on conflict do nothing`)
  return kept === 1
}

/** Takes back that addresses opted out. */
export async function forgetOptOuts(
  tx: Tx,
  church: number,
  channel: AddressedChannel,
  addresses: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from message_opt_outs where church_id = ${church} and channel = ${channel}
    and address = any(${addresses.map(keyOf)}::text[])`)
}

/** Tells of addresses whether they opted out. */
export async function optedOut(
  db: Db,
  church: number,
  channel: AddressedChannel,
  addresses: readonly string[],
): Promise<(address: string) => boolean> {
  const rows = await db.all<{ address: string }>(sql`select address from message_opt_outs where church_id = ${church}
    and channel = ${channel} and address = any(${addresses.map(keyOf)}::text[])`)
  const out = new Set(rows.map(({ address }) => address))
  return address => out.has(keyOf(address))
}

/**
 * The opt-ins of a new person that their body does not say, as SQL by field: true, but not where an address of theirs
 * opted out.
 */
export function defaultOptIns(church: number, input: PersonInput): Record<string, Sql> {
  const silent = CHANNELS.filter(channel => input[`${channel}_opt_in`] === undefined)
  return Object.fromEntries(
    silent.flatMap((channel): [string, Sql][] => {
      const addresses = addressesOf(input, channel)
      if (addresses.length === 0) return []
      const out = sql`not exists (select 1 from message_opt_outs o where o.church_id = ${church}
        and o.channel = ${raw(`'${channel}'`)} and o.address = any(${addresses.map(keyOf)}::text[]))`
      return [[`${channel}_opt_in`, out]]
    }),
  )
}

const addressesOf = (input: PersonInput, channel: AddressedChannel): string[] =>
  ADDRESSES[channel].flatMap(column => input[column] ?? [])

/** Who says in so many words that they want messages takes back what their addresses said before. */
export async function obeyOptIns(tx: Tx, church: number, said: PersonInput, person: PersonInput): Promise<void> {
  for (const channel of CHANNELS) {
    const addresses = said[`${channel}_opt_in`] === true ? addressesOf(person, channel) : []
    if (addresses.length > 0) await forgetOptOuts(tx, church, channel, addresses)
  }
}
