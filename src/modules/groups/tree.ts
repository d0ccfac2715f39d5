/** The tree of groups: what stands above and below, kept in each group so that no statement has to climb. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { because } from '../../texts/because.ts'
import { DEEPEST } from './fields.ts'
import { touchOfGroups } from './of-groups.ts'

/** Holds the tree of a church as it is until the transaction ends; changes of its shape wait for each other. */
export const holdTree = (tx: Tx, church: number): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church}/groups`}, 1))`)

/** Names what is wrong with a new place in the tree, which is held. @param id of the group that moves; 0 for a new one */
export async function checkPlace(
  tx: Tx,
  church: number,
  id: number,
  parent: number,
  problems: Problems,
): Promise<void> {
  const found = await tx.first<{ above: number; below: number; circle: boolean }>(sql`select cardinality(path) as above,
      ${id}::bigint = any(path) as circle,
      coalesce((select max(cardinality(sub.path) - array_position(sub.path, ${id}::bigint) + 1) from groups as sub
        where sub.church_id = ${church} and sub.path @> array[${id}::bigint]), 1) as below
    from groups where church_id = ${church} and id = ${parent}`)
  if (found?.circle) problems.add('parent_id', because('names the group itself, or one below it'))
  else if (found !== undefined && found.above + found.below > DEEPEST) {
    problems.add('parent_id', because('would put more than {deepest} groups one above the other', { deepest: DEEPEST }))
  }
}

/** Whether a group would be hidden, or no longer, below another; the tree is held. @param parent null for none */
export async function changesHidden(tx: Tx, church: number, id: number, parent: number | null): Promise<boolean> {
  const found = await tx.first<{ changes: boolean }>(sql`select g.hidden <> (g.is_confidential or coalesce(
      (select above.hidden from groups as above where above.church_id = ${church} and above.id = ${parent}::bigint), false))
      as changes
    from groups as g where g.church_id = ${church} and g.id = ${id}`)
  return found?.changes === true
}

/**
 * Writes anew, for a group and all below it, what follows from the tree: the path, whose leaders see it, whether it is hidden.
 * Where that shows a group to readers who did not see it, it and what belongs to it count as changed.
 * @returns the groups that became confidential, or are now so for fewer: what was given out of them ends (`endGivenOut`)
 */
export async function replant(tx: Tx, church: number, root: number): Promise<number[]> {
  const changed = await tx.all<{ id: number; concealed: boolean }>(sql`
    with recursive tree as (
      select g.id, coalesce(above.path, '{}') || g.id as path, g.is_confidential or coalesce(above.hidden, false) as hidden,
        case when g.is_confidential then array[g.id] else coalesce(above.reach, '{}') || g.id end as reach,
        g.hidden as was_hidden, g.reach as was_reach
      from groups as g left join groups as above on above.church_id = ${church} and above.id = g.parent_id
      where g.church_id = ${church} and g.id = ${root}
      union all
      select g.id, tree.path || g.id, g.is_confidential or tree.hidden,
        case when g.is_confidential then array[g.id] else tree.reach || g.id end, g.hidden, g.reach
      from tree join groups as g on g.church_id = ${church} and g.parent_id = tree.id)
    update groups as t set path = tree.path, reach = tree.reach, hidden = tree.hidden, updated_at = ${tx.now}::timestamptz
    from tree where t.church_id = ${church} and t.id = tree.id
      and (t.path <> tree.path or t.reach <> tree.reach or t.hidden <> tree.hidden)
    returning t.id, tree.hidden and (not tree.was_hidden or tree.reach <> tree.was_reach) as concealed`)
  if (changed.length > 0) {
    await touchOfGroups(
      tx,
      church,
      changed.map(({ id }) => id),
    )
  }
  return changed.filter(one => one.concealed).map(({ id }) => id)
}
