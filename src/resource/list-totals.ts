/** Total, sum and version of a list, within its statement. */
import { every, ident, raw, type Sql, sql } from '../db/sql.ts'
import { Except } from './except.ts'
import type { Plan } from './list-plan.ts'
import {
  CHURCH,
  fewLeftOut,
  HORIZON,
  keptRows,
  leftOut,
  matching,
  nameText,
  ofBranches,
  type Slot,
  talliedOnly,
  talliedOrDaily,
} from './list-slots.ts'
import { tallyRows } from './tally.ts'

/** The row `total, sum, version`. `offset 0` keeps the count from being run once for each of its uses. A remembered total is used only if the snapshot has its version. */
export function totals(plan: Plan): Sql {
  const { resource, tallied, except, changes } = plan
  const name = nameText(plan)
  const table = ident(resource.name)
  const { sum } = resource.list
  const summed = sum === undefined ? raw('0') : sql`coalesce(sum(${ident(sum.column)}), 0)`
  if (tallied) {
    const all = sql`select coalesce(sum(n), 0) as total, coalesce(sum(amount), 0) as sum, null as version
      from ${keptRows(plan)} where ${every(talliedOrDaily(plan))}`
    if (except === undefined) return all
    return sql`select tallied.total - unseen.n as total, tallied.sum - unseen.sum as sum, tallied.version
      from (${all}) as tallied, (select count(*) as n, ${summed} as sum from ${leftOut(plan, except)}
        where ${matching(plan, talliedOrDaily(plan))}) as unseen`
  }
  const count = counting(plan, summed)
  if (!resource.list.tallies) {
    return sql`select counted[1] as total, counted[2] as sum, null as version from (select (${count}) as counted offset 0) as one`
  }
  // A change after the horizon is in the version but not in the total.
  const settled =
    changes === undefined
      ? raw('true')
      : sql`not exists (select 1 from ${table} where church_id = ${CHURCH} and ${changes.column} >= ${HORIZON}::timestamptz)`
  return sql`select coalesce(counted[1], ${remembered('total')}) as total, coalesce(counted[2], ${remembered('sum')}) as sum,
      case when settled then version end as version
    from (select version, settled,
        case when settled and version = ${remembered('version')} then null else (${count}) end as counted
      from (select coalesce(sum(writes), 0) as version from ${tallyRows(CHURCH, name)}) as data,
        (select ${settled} as settled offset 0) as moment offset 0) as one`
}

/** Count and sum of the matches as one array. */
function counting(plan: Plan, summed: Sql): Sql {
  const { resource, conditions, range } = plan
  const table = ident(resource.name)
  const except = conditions.find(one => one instanceof Except)
  if (except === undefined || !range) return counted(plan, conditions, summed)
  const each = sql`select array[count(*), ${summed}]::numeric[] from ${table} where ${matching(plan, conditions)}`
  // A span may have most records in it: looking at each for whether it is hidden takes as long as counting them.
  const others = conditions.filter(one => one !== except)
  return sql`select case when ${fewLeftOut(plan, except)}
    then (select array[matches.both[1] - unseen.n, matches.both[2] - unseen.sum]::numeric[]
      from (select (${counted(plan, others, summed)}) as both offset 0) as matches,
        (select count(*) as n, ${summed} as sum from ${leftOut(plan, except)} where ${matching(plan, others)}) as unseen)
    else (${each}) end`
}

/**
 * Count and sum of what meets conditions, as one array. Of changes since a moment before most of them those that were not
 * changed since are counted, and subtracted from the kept totals: no more than half of all are ever looked at.
 */
function counted(plan: Plan, conditions: readonly Sql[], summed: Sql): Sql {
  const { resource, since, changes } = plan
  const table = ident(resource.name)
  const matches = sql`select array[count(*), ${summed}]::numeric[] from ${table} where ${matching(plan, conditions)}`
  if (since === undefined || changes === undefined) return matches
  const own = [sql`church_id = ${CHURCH}`, ...talliedOnly(plan)]
  // With both ends: of one alone the planner expects a third of the table, and starts workers to read it.
  const early = sql`not (${since}) and ${changes.column} >= '-infinity'`
  const late = sql`${since} and ${changes.column} >= ${HORIZON}::timestamptz and ${changes.column} < 'infinity'`
  const all = sql`select coalesce(sum(n), 0) as n, coalesce(sum(amount), 0) as sum
    from ${tallyRows(CHURCH, nameText(plan), ofBranches(plan))} where ${every(talliedOnly(plan))}`
  // Records are changed in about the order in which they were made: that in the middle tells on which side there are fewer.
  const middle = sql`select (${since}) as changed from ${table} where church_id = ${CHURCH}
    and id >= (select (min(id) + max(id)) / 2 from ${table} where church_id = ${CHURCH}) order by id limit 1`
  return sql`select case when (${middle})
    then (select array[kept.n - before.n - behind.n, kept.sum - before.sum - behind.sum]::numeric[] from (${all}) as kept,
      (select count(*) as n, ${summed} as sum from ${table} where ${every([...own, early])}) as before,
      (select count(*) as n, ${summed} as sum from ${table} where ${every([...own, late])}) as behind)
    else (${matches}) end`
}

const remembered = (part: 'total' | 'sum' | 'version'): Sql => {
  const slot: Slot = (_plan, totals) => totals?.[part] ?? null
  return sql`${slot}::numeric`
}
