/**
 * SMS units: a church buys them, a message costs one for each of its segments. They are set aside when a message is
 * queued and charged when the provider took it, so that messages queued at the same time cannot spend the same unit.
 */
import { type Database, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { segmentsOf } from '../../lib/sms-segments.ts'
import type { Caller, Church } from '../../resource/caller.ts'

/** Units that a text costs: its segments, by GSM-7 or, where one character is not in it, UCS-2 (3GPP TS 23.038). */
export const unitsOf = (body: string): number => segmentsOf(body)

/**
 * Sets units aside for as many messages as the balance allows, in their order.
 * @param costs units of each message
 * @returns for each message whether its units were set aside
 */
export async function holdUnits(tx: Tx, church: number, costs: readonly number[]): Promise<boolean[]> {
  const account = await tx.first<{ free: number }>(sql`select balance - held as free from sms_accounts
    where church_id = ${church} for no key update`)
  let free = account?.free ?? 0
  const held = costs.map(cost => {
    if (cost > free) return false
    free -= cost
    return true
  })
  const sum = costs.reduce((total, cost, index) => total + (held[index] ? cost : 0), 0)
  if (sum > 0) tx.send(sql`update sms_accounts set held = held + ${sum} where church_id = ${church}`)
  return held
}

/** A message whose units are no longer set aside: charged where the provider took it, else free again. */
export interface UnitsDue {
  message_id: number
  units: number
  /** What was set aside; fewer than `units` where it had been given back before the provider's answer was known. */
  held: number
  charge: boolean
}

/**
 * Charges units or frees them. A message is charged once, whatever happens: its entry is unique.
 * For one whose units had been given back there may not be enough: then it is charged what is free.
 * @returns what each message was charged
 */
export async function settleUnits(tx: Tx, church: number, due: readonly UnitsDue[]): Promise<Map<number, number>> {
  const counting = due.filter(({ units, held }) => units > 0 || held > 0)
  if (counting.length === 0) return new Map()
  const account = await tx.first<{ balance: number; held: number }>(sql`select balance, held from sms_accounts
    where church_id = ${church} for no key update`)
  if (account === undefined) return new Map()
  let { balance } = account
  let free = balance - account.held
  const entries: { message_id: number; units: number; balance: number }[] = []
  for (const { message_id, units, held, charge } of counting) {
    const paid = charge ? Math.min(units, held + Math.max(free, 0)) : 0
    free += held - paid
    balance -= paid
    if (paid > 0) entries.push({ message_id, units: -paid, balance })
  }
  const held = account.held - counting.reduce((sum, one) => sum + one.held, 0)
  tx.send(sql`update sms_accounts set balance = ${balance}, held = ${held} where church_id = ${church}`)
  const paid = new Map(entries.map(({ message_id, units }) => [message_id, -units]))
  if (entries.length === 0) return paid
  tx.send(sql`insert into sms_entries (church_id, message_id, units, balance, created_at)
    select ${church}, message_id, units, balance, ${tx.now}::timestamptz
    from unnest(${idArray(entries.map(one => one.message_id))}, ${idArray(entries.map(one => one.units))},
      ${idArray(entries.map(one => one.balance))}) as entry (message_id, units, balance)`)
  return paid
}

const MOST_UNITS = 1_000_000_000

/**
 * Adds units to a church, or takes some away.
 * @returns the balance after that
 * @throws ApiError `validation_failed` for no units, too many, or more taken away than are free
 */
export async function addUnits(database: Database, church: Church, units: number, note?: string): Promise<number> {
  const problems = new Problems()
  if (!Number.isSafeInteger(units) || units === 0 || Math.abs(units) > MOST_UNITS) {
    problems.add('units', `must be a whole number other than 0, at most ${MOST_UNITS}`)
  }
  problems.throwIfAny()
  return await database.write(church.id, async tx => {
    await tx.run(sql`insert into sms_accounts (church_id) values (${church.id}) on conflict do nothing`)
    const account = await tx.first<{ balance: number }>(sql`update sms_accounts set balance = balance + ${units}
      where church_id = ${church.id} and balance + ${units} between held and ${Number.MAX_SAFE_INTEGER}
      returning balance`)
    if (account === undefined) {
      problems.add('units', 'takes away more than are free')
      problems.throwIfAny()
    }
    const balance = account?.balance ?? 0
    await tx.run(sql`insert into sms_entries (church_id, units, balance, note, created_at)
      values (${church.id}, ${units}, ${balance}, ${note ?? null}, ${tx.now}::timestamptz)`)
    return balance
  })
}

/** The units of a church: all it has, and how many of them are set aside for messages on their way. */
export async function unitsLeft(database: Database, church: Church): Promise<{ balance: number; held: number }> {
  const account = await database.read.first<{ balance: number; held: number }>(
    sql`select balance, held from sms_accounts where church_id = ${church.id}`,
  )
  return account ?? { balance: 0, held: 0 }
}

/** Units that were added, taken away or charged. */
export interface UnitsEntry {
  id: number
  units: number
  balance: number
  message_id: number | null
  note: string | null
  created_at: string
}

/** What a screen of units shows. */
export interface Units {
  /** What messages can be sent with. */
  free: number
  /** The whole church's: null for who is limited to a branch. */
  book: { balance: number; held: number; entries: UnitsEntry[] } | null
}

const MOST_ENTRIES = 100

/** The newest entries of a church, newest first. */
async function listUnits(database: Database, church: Church): Promise<UnitsEntry[]> {
  const entries = await database.read.all<UnitsEntry>(sql`select id, units, balance, message_id, note, created_at
    from sms_entries where church_id = ${church.id} order by id desc limit ${MOST_ENTRIES}`)
  return entries.map(entry => ({ ...entry, created_at: printTimestamp(entry.created_at) }))
}

/** The units, as far as the caller may see them. */
export async function showUnits(database: Database, { church, visible }: Caller): Promise<Units> {
  const left = await unitsLeft(database, church)
  const book = visible === null ? { ...left, entries: await listUnits(database, church) } : null
  return { free: left.balance - left.held, book }
}
