/** What becomes of the tasks of somebody who is taken off the team. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { remindNobody } from './remind-of-task.ts'

/** They are nobody's: whoever sees tasks gives them to somebody else. Nobody is reminded of them until then. */
export async function leaveTasks(tx: Tx, church: number, membership: number): Promise<void> {
  const theirs = await tx.all<{ id: number; open: boolean }>(sql`update tasks set assignee_membership_id = null,
      remind_at = null, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and assignee_membership_id = ${membership} returning id, status = 'open' as open`)
  for (const { id, open } of theirs) if (open) await remindNobody(tx, church, id)
}
