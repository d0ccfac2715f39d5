/**
 * SMS units: a church buys them, a message costs one for each of its segments. They are set aside when a message is
 * queued and charged when the provider took it, so that messages queued at the same time cannot spend the same unit.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { segmentsOf } from '../../lib/sms-segments.ts'

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
interface UnitsDue {
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
