/** What follows for a schedule or a meeting from the group that holds it. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'

/** As much of what is to be added as the group has a say in. */
interface OfGroup {
  readonly group_id?: unknown
  readonly branch_id?: unknown
  readonly kind?: unknown
}

/**
 * Its kind, where none is sent. What a group holds is in the branch of the group.
 * @param values with the id of a group that the caller sees, or none
 * @throws ApiError `validation_failed` for another branch, a closed group, and groups that the church does not have
 */
export async function fromGroup(
  db: Db,
  { church }: Caller,
  { group_id, branch_id, kind }: OfGroup,
): Promise<{ kind?: string }> {
  if (typeof group_id !== 'number') return {}
  const group = await db.first<{ branch_id: number; kind: string; status: string }>(
    sql`select branch_id, kind, status from groups where church_id = ${church.id} and id = ${group_id}`,
  )
  const problems = new Problems()
  // Groups that are switched off stay on record; nobody can name them.
  if (!church.modules.includes('groups')) problems.add('group_id', because('names no group that you can use'))
  else if (group?.status === 'closed') problems.add('group_id', because('names a group that is closed'))
  if (group !== undefined && branch_id !== group.branch_id)
    problems.add('branch_id', because('must be the branch of the group'))
  problems.throwIfAny()
  return kind === undefined ? { kind: group?.kind === 'class' ? 'class' : 'group' } : {}
}

/** Counts a group as changed: its usual time is told with it. */
export async function touchGroup(tx: Tx, church: number, group: number | null): Promise<void> {
  if (group === null) return
  await tx.run(sql`update groups set updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${group}`)
}
