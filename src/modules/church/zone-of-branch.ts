/**
 * What follows when a branch is set to another time zone: clocks on its walls go on as they did, the moments are others. Modules that
 * stand above this one say what, and it happens in the transaction that sets the branch.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type Extended, extensionPoint } from '../../resource/extension-point.ts'

/** A branch that is set to another zone. */
export interface MovedZone {
  branch: number
  /** Names of time zones. */
  from: string
  to: string
  now: Date
}

/** Does what follows. */
type Follows = (tx: Tx, church: number, moved: MovedZone) => Promise<void>

/** Where modules say what follows. */
export const movedZones = extensionPoint<Follows>('what follows the time zone of a branch')

/** Sets the time zone of a branch; the same again changes nothing. */
export async function setZone(
  tx: Tx,
  church: number,
  house: Extended,
  { branch, to, now }: Omit<MovedZone, 'from'>,
): Promise<void> {
  const before = await tx.first<{ timezone: string }>(sql`select timezone from branches
    where church_id = ${church} and id = ${branch} for no key update`)
  if (before === undefined || before.timezone === to) return
  await tx.run(sql`update branches set timezone = ${to}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${branch}`)
  for (const follows of house.addedAt(movedZones)) {
    await follows(tx, church, { branch, from: before.timezone, to, now })
  }
}
