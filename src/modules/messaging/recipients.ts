/** Who a message goes to: their address on the channel, and whether they want it (spec, Messages, rules 2 and 4). */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { isEmailAddress } from '../../lib/email.ts'
import { toInternational } from '../../lib/phone.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { type AddressedChannel, type Addressee, findAddressees, ownersOf } from '../people/addressees.ts'
import { optedOut } from '../people/opt-outs.ts'
import { NO_SUCH_PERSON } from '../people/visible-person.ts'
import type { SendChannel } from './provider.ts'

/** Someone to be written to. */
export interface Recipient {
  /** Null for an address that nobody on record has. */
  person: Addressee | null
  /** Empty where they have none on the channel. */
  to: string
  /** Why they are skipped. */
  skip?: 'deceased' | 'opted_out' | 'no_address'
}

/** The most people of one request (spec, Limits). */
export const MOST_RECIPIENTS = 100

/**
 * The people of `person_id` or `person_ids`, each once, in the order given.
 * @param problems gets one of `field` when some cannot be used
 */
export async function peopleAsked(
  db: Db,
  caller: Caller,
  { channel, field, ids }: { channel: SendChannel; field: 'person_id' | 'person_ids'; ids: readonly number[] },
  problems: Problems,
): Promise<Recipient[]> {
  const found = await findAddressees(db, caller, ids)
  const strangers = ids.flatMap((id, index) => (found.has(id) ? [] : [index + 1]))
  if (strangers.length > 0) {
    const where = because('names people that you cannot use, at place {strangers} of the list', {
      strangers: strangers.join(', '),
    })
    problems.add(field, field === 'person_id' ? NO_SUCH_PERSON : where)
  }
  const people = new Map([...ids.flatMap(id => found.get(id) ?? [])].map(person => [person.id, person]))
  return await recipientsOf(db, caller.church.id, channel, [...people.values()])
}

/** People as recipients on a channel: their address, and whether they are skipped. */
export async function recipientsOf(
  db: Db,
  church: number,
  channel: SendChannel,
  people: readonly Addressee[],
): Promise<Recipient[]> {
  const recipients = await onChannel(db, church, channel, people)
  return recipients.map(one => (one.person?.deceased ? { ...one, skip: 'deceased' } : one))
}

async function onChannel(
  db: Db,
  church: number,
  channel: SendChannel,
  people: readonly Addressee[],
): Promise<Recipient[]> {
  if (channel === 'push') {
    const ids = people.map(({ id }) => id)
    const devices = await devicesOf(db, church, ids)
    return people.map(person => onDevices(person, devices.get(person.id)))
  }
  const reached = people.map(person => ({ person, to: addressOf(person, channel) }))
  const isOut = await optedOut(
    db,
    church,
    channel,
    reached.flatMap(({ to }) => to ?? []),
  )
  return reached.map(({ person, to }): Recipient => {
    if (!wants(person, channel) || (to !== null && isOut(to))) return { person, to: to ?? '', skip: 'opted_out' }
    return to === null ? { person, to: '', skip: 'no_address' } : { person, to }
  })
}

function onDevices(person: Addressee, devices: readonly number[] = []): Recipient {
  if (devices.length === 0) return { person, to: '', skip: 'no_address' }
  return { person, to: `device${devices.length > 1 ? 's' : ''} ${devices.join(', ')}` }
}

const wants = (person: Addressee, channel: AddressedChannel): boolean => person[`${channel}_opt_in`]

function addressOf(person: Addressee, channel: AddressedChannel): string | null {
  if (channel === 'email') return person.email
  return channel === 'sms' ? (person.phone ?? person.phone2) : (person.whatsapp ?? person.phone)
}

async function devicesOf(db: Db, church: number, people: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db.all<{ person_id: number; ids: number[] }>(sql`select person_id, array_agg(id order by id) as ids
    from devices where church_id = ${church} and person_id = any(${idArray(people)}) group by person_id`)
  return new Map(rows.map(({ person_id, ids }) => [person_id, ids]))
}

/**
 * The recipient of a raw address. One that belongs to somebody on record is theirs. Who opted out is skipped, also where
 * the caller may not see them: the answer is the same as for an address that nobody on record has.
 */
export async function addressAsked(
  db: Db,
  caller: Caller,
  { channel, to }: { channel: SendChannel; to: string },
  problems: Problems,
): Promise<Recipient | undefined> {
  const address = channel === 'push' ? undefined : readAddress(channel, to, caller)
  if (address === undefined || channel === 'push') {
    problems.add('to', addressProblem(channel, caller))
    return undefined
  }
  const owners = await ownersOf(db, caller.church.id, channel, address)
  const person = owners.find(owner => canSee(caller, owner.branch_id)) ?? null
  const isOut = await optedOut(db, caller.church.id, channel, [address])
  const out = isOut(address) || owners.some(owner => !wants(owner, channel))
  return { person, to: address, ...(out && { skip: 'opted_out' }) }
}

/** An address as it is stored, or undefined for a text that is none on the channel. */
function readAddress(channel: AddressedChannel, text: string, { church }: Caller): string | undefined {
  if (channel === 'email') return isEmailAddress(text) ? text : undefined
  return toInternational(text, church.country) ?? undefined
}

function addressProblem(channel: SendChannel, { church }: Caller): string {
  if (channel === 'push') return 'is not for push: it goes to people, by person_id or person_ids'
  return channel === 'email'
    ? because('must be an email address')
    : because('must be a phone number that is possible in {country}', { country: church.country })
}
