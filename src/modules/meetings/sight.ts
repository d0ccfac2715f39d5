/** Who sees what is held: what a group holds is seen by who sees the group, all else by who sees the branch (decision 0023). */
import { type Sql, sql } from '../../db/sql.ts'
import type { Caller } from '../../resource/caller.ts'
import { Except } from '../../resource/except.ts'
import { described, flag } from '../../resource/filter.ts'
import { READERS, type Role, STAFF } from '../../resource/roles.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { groupsInSight, ofGroupsInSight } from '../groups/sight.ts'

/** Helpers see the meetings of the groups that are entrusted to them. */
export const SEE_MEETINGS = [...READERS, 'helper'] as const satisfies readonly Role[]
/** Who takes rolls and counts heads: helpers those of their groups. */
export const RECORD = [...STAFF, 'helper'] as const satisfies readonly Role[]

/** What groups hold, or what the whole church does. */
export const OF_GROUPS = described(
  '1 for what groups hold, 0 for what the whole church holds',
  flag(wanted => (wanted ? sql`group_id is not null` : sql`group_id is null`)),
)

/** Over the columns of a table whose records may belong to a group by `group_id`. Nothing for whoever sees all. */
export function meetingsInSight(caller: Caller): Sql | undefined {
  const ofGroups = ofGroupsInSight(caller)
  if (ofGroups === undefined) return undefined
  const role = caller.by.kind === 'person' ? caller.by.role : undefined
  if (role === 'helper') return ofGroups
  const seesGroups = role === undefined || SEE_GROUPS.some(one => one === role)
  if (!seesGroups) return sql`group_id is null`
  // Few groups are hidden: long lists are counted as everything but what those hold.
  const unseen = sql`group_id in (select id from groups where church_id = ${caller.church.id}
    and hidden and not ${groupsInSight(caller) ?? sql`true`})`
  return new Except(sql`(group_id is null or ${ofGroups})`, unseen, role === undefined)
}
