/** What belongs to groups, of whatever module: the tables whose records name one by `group_id`. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { tally } from '../../resource/tally.ts'

const TABLES = [
  sql`group_members`,
  sql`join_requests`,
  sql`schedules`,
  sql`class_sessions`,
  sql`meetings`,
  sql`headcounts`,
  sql`group_posts`,
  sql`group_reports`,
]

/** Counts what belongs to groups as changed, so that copies kept by `updated_since` get it. */
export async function touchOfGroups(tx: Tx, church: number, groups: readonly number[]): Promise<void> {
  const touching = sql`set updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and group_id = any(${idArray(groups)})`
  for (const table of TABLES) await tx.run(sql`update ${table} ${touching}`)
  const [one] = await tx.all<{ id: number; branch_id: number; status: string }>(
    sql`update attendances ${touching} returning id, branch_id, status`,
  )
  // The totals stay; the version of the data must not.
  if (one !== undefined) await tally(tx, church, 'attendances', [{ ...one, n: 0 }])
}
