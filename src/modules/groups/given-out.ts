/**
 * What of groups is in the hands of who has no account, or waits to be sent: links of ushers, teachers and leaders, addresses of files,
 * reminders that name a group. It ends where a group becomes confidential; whoever sees the group then gives out new ones.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type Extended, extensionPoint } from '../../resource/extension-point.ts'
import { takeBackAddresses } from '../files/files.ts'
import { rewordRequests } from './tell-leaders.ts'

/** Ends what a module gave out of groups, by their ids. */
type Ends = (tx: Tx, church: number, groups: readonly number[]) => Promise<unknown>

/** Where modules say what they give out. */
export const hiddenGroups = extensionPoint<Ends>('what ends where groups become confidential')

/** Ends what was given out of groups. @param groups that are hidden since this transaction, as `replant` names them */
export async function endGivenOut(tx: Tx, church: number, house: Extended, groups: readonly number[]): Promise<void> {
  if (groups.length === 0) return
  await takeBackAddresses(tx, church, sql`id = any(${idArray(groups)})`)
  await rewordRequests(tx, church, groups)
  for (const ends of house.addedAt(hiddenGroups)) await ends(tx, church, groups)
}
