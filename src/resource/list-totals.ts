/** Total, sum and version of a list, within its statement. */
import { every, ident, raw, type Sql, sql } from '../db/sql.ts'
import { Except } from './except.ts'
import { asksForChanges, countedChanges } from './list-changes.ts'
import type { Plan } from './list-plan.ts'
import {
  CHURCH,
  fewLeftOut,
  HORIZON,
  keptRows,
  leftOut,
  matching,
  type Slot,
  summed,
  talliedOrDaily,
} from './list-slots.ts'
import { tallyRows } from './tally.ts'

/** The row `total, sum, version`. `offset 0` keeps the count from being run once for each of its uses. A remembered total is used only if the snapshot has its version. */
export function totals(plan: Plan): Sql {
  const { resource, tallied, except, changes } = plan
  const table = ident(resource.name)
  if (tallied) {
    const all = sql`select coalesce(sum(n), 0) as total, coalesce(sum(amount), 0) as sum, null as version
      from ${keptRows(plan)} where ${every(talliedOrDaily(plan))}`
    if (except === undefined) return all
    return sql`select tallied.total - unseen.n as total, tallied.sum - unseen.sum as sum, tallied.version
      from (${all}) as tallied, (select count(*) as n, ${summed(plan)} as sum from ${leftOut(plan, except)}
        where ${matching(plan, talliedOrDaily(plan))}) as unseen`
  }
  const count = asksForChanges(plan) ? countedChanges(plan) : counting(plan)
  if (resource.list.tallies !== true) {
    return sql`select counted[1] as total, counted[2] as sum, null as version from (select (${count}) as counted offset 0) as one`
  }
  // A change after the horizon is in the version but not in the total.
  const settled =
    changes === undefined
      ? raw('true')
      : sql`not exists (select 1 from ${table} where church_id = ${CHURCH} and ${changes.column} >= ${HORIZON}::timestamptz
          and ${changes.column} < 'infinity')`
  return sql`select coalesce(counted[1], ${remembered('total')}) as total, coalesce(counted[2], ${remembered('sum')}) as sum,
      case when settled then version end as version
    from (select version, settled,
        case when settled and version = ${remembered('version')} then null else (${count}) end as counted
      from (select coalesce(sum(writes), 0) as version from ${tallyRows(CHURCH, resource)}) as data,
        (select ${settled} as settled offset 0) as moment offset 0) as one`
}

/** Count and sum of the matches as one array. */
function counting(plan: Plan): Sql {
  const { conditions, range } = plan
  const except = conditions.find(one => one instanceof Except)
  if (except === undefined || !range) return counted(plan, conditions)
  // A span may have most records in it: looking at each for whether it is hidden takes as long as counting them.
  const others = conditions.filter(one => one !== except)
  return sql`select case when ${fewLeftOut(plan, except)}
    then (select array[matches.both[1] - unseen.n, matches.both[2] - unseen.sum]::numeric[]
      from (select (${counted(plan, others)}) as both offset 0) as matches,
        (select count(*) as n, ${summed(plan)} as sum from ${leftOut(plan, except)} where ${matching(plan, others)}) as unseen)
    else (${counted(plan, conditions)}) end`
}

/** Count and sum of what meets conditions, as one array. */
const counted = (plan: Plan, conditions: readonly Sql[]): Sql =>
  sql`select array[count(*), ${summed(plan)}]::numeric[] from ${ident(plan.resource.name)} where ${matching(plan, conditions)}`

const remembered = (part: 'total' | 'sum' | 'version'): Sql => {
  const slot: Slot = (_plan, totals) => totals?.[part] ?? null
  return sql`${slot}::numeric`
}
