/** Who sees which groups, and what belongs to them (decision 0023): one condition for lists, records, writes and counts. */
import { type Sql, sql } from '../../db/sql.ts'
import { type Caller, personOf } from '../../resource/caller.ts'
import { dutiesOf } from '../../resource/duties.ts'
import { ADMINISTRATORS } from '../../resource/roles.ts'

/** Whether somebody sees every group of their branches, confidential ones too. */
export const seesAll = ({ by }: Caller): boolean =>
  by.kind === 'command' || (by.kind === 'person' && ADMINISTRATORS.some(role => role === by.role))

/**
 * Over the columns of `groups`: helpers see the groups of their duties and those below; all others what is not confidential,
 * and of that the groups of their duties. Nothing for whoever sees all.
 */
export function groupsInSight(caller: Caller): Sql | undefined {
  if (seesAll(caller)) return undefined
  const duties = dutiesOf(caller, 'group')
  if (duties === undefined) return sql`not hidden`
  const led = sql`reach && ${duties}`
  return personOf(caller).role === 'helper' ? led : sql`(not hidden or ${led})`
}

/** Over the columns of a table whose records belong to groups by `group_id`. */
export function ofGroupsInSight(caller: Caller): Sql | undefined {
  const seen = groupsInSight(caller)
  if (seen === undefined) return undefined
  const { by, church } = caller
  if (by.kind === 'person' && by.role === 'helper') {
    return sql`group_id in (select id from groups where church_id = ${church.id} and ${seen})`
  }
  // Few are hidden: they are looked up once, however many others there are.
  return sql`group_id not in (select id from groups where church_id = ${church.id} and hidden and not ${seen})`
}
