/** What follows where a group moves to another branch: what belongs to a group is where the group is. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type Extended, extensionPoint } from '../../resource/extension-point.ts'

/** A group that moves. */
export interface MovedGroup {
  group: number
  /** Branches. */
  from: number
  to: number
  now: Date
}

/** Does what follows. */
type Follows = (tx: Tx, church: number, house: Extended, moved: MovedGroup) => Promise<void>

/** Where modules say what follows. */
export const movedGroups = extensionPoint<Follows>('what follows groups to another branch')

/** Moves along what belongs to a group. @param moved that is in its new branch since this transaction */
export async function followBranch(tx: Tx, church: number, house: Extended, moved: MovedGroup): Promise<void> {
  for (const table of [sql`group_members`, sql`join_requests`, sql`group_posts`]) {
    await tx.run(sql`update ${table} set branch_id = ${moved.to}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and group_id = ${moved.group}`)
  }
  for (const follows of house.addedAt(movedGroups)) await follows(tx, church, house, moved)
}
