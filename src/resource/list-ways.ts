/** The ways to a page by one index or by finding all matches, most of which need no totals. Which is taken, list-sql.ts decides. */
import { empty, ident, join, raw, type Sql, sql } from '../db/sql.ts'
import { AnyOf } from './any-of.ts'
import { sortColumn } from './cursor.ts'
import { MAX_PER_PAGE } from './limits.ts'
import type { Plan } from './list-plan.ts'
import { AFTER_ID, AFTER_VALUE, AHEAD, matching, OFFSET, offsetOf, value, WANTED, wantedOf } from './list-slots.ts'

/** Values that are walked one by one. */
const MOST_MERGED = 100

/** Whether the list is in the order of ids, up or down. */
export const inOrderOfIds = ({ sort }: Plan): boolean => sort === 'id' || sort === '-id'

/** What a list is ordered by: its sort, then ids. */
export function ordering(sort: string, alias: string): Sql {
  const column = sortColumn(sort)
  const direction = sort.startsWith('-') ? ' desc' : ''
  const keys = column === 'id' ? ['id'] : [column, 'id']
  // Ascending sorts put nulls last in PostgreSQL, as `last_name` wants them.
  return raw(keys.map(key => `${alias}."${key}"${direction}`).join(', '))
}

/**
 * What lies behind the place of the cursor, as conditions that each are one stretch of an index, in the order of the list;
 * one stretch without a condition where there is no cursor. PostgreSQL puts nulls last, and first where it sorts down.
 */
function stretches(plan: Plan): Sql[][] {
  const { sort, after } = plan
  if (after === undefined) return [[]]
  const down = sort.startsWith('-')
  const beyond = raw(down ? '<' : '>')
  if (inOrderOfIds(plan)) return [[sql`id ${beyond} ${AFTER_ID}`]]
  const name = sortColumn(sort)
  const column = ident(name)
  if (after.value === null) {
    const nulls = [sql`${column} is null and id ${beyond} ${AFTER_ID}`]
    return down ? [nulls, [sql`${column} is not null`]] : [nulls]
  }
  const rest = [sql`(${column}, id) ${beyond} (${AFTER_VALUE}, ${AFTER_ID})`]
  return plan.resource.fields[name]?.spec.nullable && !down ? [rest, [sql`${column} is null`]] : [rest]
}

/** What lies behind the place of the cursor, as one condition; none where there is no cursor. */
export function behind(plan: Plan): Sql[] {
  const all = stretches(plan).flat()
  return all.length === 0 ? [] : [sql`(${join(all, ' or ')})`]
}

/** The condition whose values are to be looked up one by one. */
export const splitOf = ({ resource, conditions }: Plan): AnyOf | undefined =>
  resource.list.tallies
    ? (conditions.find(one => one instanceof AnyOf && one.size <= MOST_MERGED) as AnyOf | undefined)
    : undefined

/** The page's part of what comes in order. The planner needs a number to see that it is small. */
export function part(plan: Plan, ordered: Sql, offset = OFFSET): Sql {
  const from = offsetOf(plan) === 0 ? empty : sql` offset ${offset}`
  return sql`select * from (${ordered} limit ${most(plan)}${from}) as part limit ${WANTED}`
}

/** As many as any page may need. */
export const most = (plan: Plan): Sql => raw(String(plan.after === undefined ? MAX_PER_PAGE : MAX_PER_PAGE + AHEAD))

/** In the order of an index, until the page is full. */
export function walk(plan: Plan, columns = keys(plan)): Sql {
  const { resource, conditions, sort } = plan
  const walks = stretches(plan).map(
    stretch => sql`select ${columns} from ${ident(resource.name)} as one
    where ${matching(plan, [...conditions, ...stretch])} order by ${ordering(sort, 'one')}`,
  )
  const [only] = walks
  if (walks.length === 1 && only !== undefined) return part(plan, only)
  const limited = walks.map(one => sql`(${one} limit ${most(plan)})`)
  return part(plan, sql`select * from (${join(limited, ' union all ')}) as each order by ${ordering(sort, 'each')}`)
}

/** Of a page far down: along the index from the end of the list that is nearer, which the total tells. */
export function walkToFar(plan: Plan): Sql {
  const { resource, conditions, sort } = plan
  const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  const left = sql`total - ${OFFSET}::bigint`
  // Ordered the other way the page ends where it began.
  const back = sql`select * from (select ${keys(plan)} from ${ident(resource.name)} as one where ${matching(plan, conditions)}
      order by ${ordering(other, 'one')} limit ${most(plan)}
      offset (select greatest(${left} - ${WANTED}::bigint, 0) from totals)) as part
    limit (select greatest(least(${left}, ${WANTED}::bigint), 0) from totals)`
  const total = (is: Sql): Sql => sql`(select ${is} from totals)`
  const isNear = sql`2 * ${OFFSET}::bigint <= total`
  return sql`select id from (${walk(plan)}) as ahead where ${total(isNear)}
    union all select id from (${back}) as back where ${total(sql`not ${isNear} and total > ${OFFSET}::bigint`)}`
}

/** All matches, sorted. */
export function sorted(plan: Plan): Sql {
  const { sort } = plan
  // Without `offset 0` the planner might walk to the few matches after all.
  return part(plan, sql`select id from (${found(plan, raw('offset 0'))}) as found order by ${ordering(sort, 'found')}`)
}

/** The first of each value of a split condition, then the first of those. */
export function merged(plan: Plan): Sql {
  const { sort } = plan
  const end = value(one => offsetOf(one) + wantedOf(one))
  const first = sql`order by ${ordering(sort, 'one')} limit ${end}`
  return part(plan, sql`select id from (${found(plan, first)}) as found order by ${ordering(sort, 'found')}`)
}

/** What a place in the list is told by. */
export const keys = (plan: Plan): Sql => raw(inOrderOfIds(plan) ? 'id' : `id, "${sortColumn(plan.sort)}"`)

/** Ids and sort keys of the matches; each value of a split condition by itself. */
function found(plan: Plan, end: Sql): Sql {
  const { resource, conditions } = plan
  const columns = keys(plan)
  const table = ident(resource.name)
  const split = splitOf(plan)
  if (split === undefined)
    return sql`select ${columns} from ${table} as one where ${matching(plan, [...conditions, ...behind(plan)])} ${end}`
  const rest = [...conditions.filter(one => one !== split), ...behind(plan)]
  return sql`select each.* from unnest(${split.list}) as wanted (value) cross join lateral (
    select ${columns} from ${table} as one
    where ${matching(plan, rest)} and ${ident(split.column)} = wanted.value ${end}) as each`
}
