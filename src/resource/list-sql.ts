/**
 * The statement of a list: its page, its exact total and its sum, from one snapshot. It is planned once, without its
 * values (see database.ts), so its shape has to be right for a page of any church:
 *
 * - `walk`: in the order of an index, until the page is full. Right where matches are many.
 * - `sorted`: finds all matches, by the index of the filter, then sorts. Right where they are few, and for ranges.
 * - `merged`: walks the index once for each branch (or status) and merges. A small branch of a large church lies too
 *   far apart in the order of ids to be walked.
 * - `far`: by the tally's buckets. A page far down the list is found without walking to it.
 * - `byDay`: walks each day of a span that has records, and merges. In the order of ids a span begins anywhere.
 * - `dayByDay`: in the order of days, from the day on which the page begins, past those that have no matches.
 *
 * Behind a cursor each of them begins at the cursor's place (`stretches`), so that no page takes longer than the first.
 *
 * Few or many is decided by the total, which is known by then, inside the statement.
 */
import { empty, every, ident, join, raw, Sql, sql } from '../db/sql.ts'
import { AnyOf } from './any-of.ts'
import { sortColumn } from './cursor.ts'
import { Except } from './except.ts'
import { MAX_PER_PAGE } from './limits.ts'
import type { Plan } from './list-plan.ts'
import {
  AFTER_ID,
  AFTER_VALUE,
  AHEAD,
  CHURCH,
  dayCounts,
  dayOf,
  fewLeftOut,
  leftOut,
  matching,
  nameText,
  OFFSET,
  ofBranches,
  offsetOf,
  type Slot,
  talliedOnly,
  value,
  WANTED,
  wantedOf,
} from './list-slots.ts'
import { totals } from './list-totals.ts'
import { bucketRows, LEVELS, tallyRows } from './tally.ts'

/** Up to so many matches are found and sorted; more are walked. */
const FEW = 5_000
/** From this offset on a page is found through the buckets. */
export const FAR = 2_048
/** Values that are walked one by one. */
const MOST_MERGED = 100

/** The statement, with slots in the place of values; `conditions` have them already. */
export function buildList(plan: Plan): Sql {
  const { resource, caller, sort } = plan
  const columnsOf = ({ church, visible }: Plan['caller']): Sql => resource.inList.columnsIn(church.id, visible)
  const columns = columnsOf(caller)
  const slots = columns.values.map(
    (_, at): Slot =>
      one =>
        columnsOf(one.caller).values[at],
  )
  return sql`with totals as materialized (${totals(plan)})
    select totals.total, totals.sum, totals.version, ${new Sql(columns.strings, slots)}
    from totals left join (${rows(plan)}) as t on true order by ${ordering(sort, 't')}`
}

export const inOrderOfIds = ({ sort }: Plan): boolean => sort === 'id' || sort === '-id'

function ordering(sort: string, alias: string): Sql {
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

/** The same as one condition. */
function behind(plan: Plan): Sql[] {
  const all = stretches(plan).flat()
  return all.length === 0 ? [] : [sql`(${join(all, ' or ')})`]
}

/** The records of the page. */
function rows(plan: Plan): Sql {
  const { resource } = plan
  const way = strategyFor(plan)
  if (way === walk && offsetOf(plan) === 0) return walk(plan, raw('*'))
  return sql`select t.* from (${way(plan)}) as page join ${ident(resource.name)} as t
    on t.church_id = ${CHURCH} and t.id = page.id`
}

/** True for a page that takes no longer than any other, wherever it is. */
export const isQuick = (plan: Plan): boolean =>
  plan.tallied &&
  !plan.daily &&
  !inOrderOfDays(plan) &&
  plan.except === undefined &&
  strategyFor(plan) !== fewOrMany &&
  (offsetOf(plan) < FAR || inOrderOfIds(plan))

function strategyFor(plan: Plan): (plan: Plan) => Sql {
  if (inOrderOfDays(plan)) return dayByDay
  if (plan.except !== undefined) return allOrSome
  if (plan.daily) return inOrderOfIds(plan) ? wholeOrSorted : fewOrMany
  const split = splitOf(plan)
  if (plan.tallied && inOrderOfIds(plan)) {
    if (offsetOf(plan) >= FAR) return far
    return split === undefined ? walk : merged
  }
  if (plan.tallied && split === undefined) return walk
  // Only the tallies tell whether a range leaves nothing out.
  return plan.range && inOrderOfIds(plan) && plan.resource.list.tallies ? wholeOrSorted : fewOrMany
}

/** The condition whose values are to be looked up one by one. */
export const splitOf = ({ resource, conditions }: Plan): AnyOf | undefined =>
  resource.list.tallies
    ? (conditions.find(one => one instanceof AnyOf && one.size <= MOST_MERGED) as AnyOf | undefined)
    : undefined

/** The page's part of what comes in order. The planner needs a number to see that it is small. */
function part(plan: Plan, ordered: Sql, offset = OFFSET): Sql {
  const from = offsetOf(plan) === 0 ? empty : sql` offset ${offset}`
  return sql`select * from (${ordered} limit ${most(plan)}${from}) as part limit ${WANTED}`
}

/** As many as any page may need. */
const most = (plan: Plan): Sql => raw(String(plan.after === undefined ? MAX_PER_PAGE : MAX_PER_PAGE + AHEAD))

function walk(plan: Plan, columns = keys(plan)): Sql {
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

function sorted(plan: Plan): Sql {
  const { sort } = plan
  // Without `offset 0` the planner might walk to the few matches after all.
  return part(plan, sql`select id from (${found(plan, raw('offset 0'))}) as found order by ${ordering(sort, 'found')}`)
}

/**
 * The same for changes since a moment, of which there may be nearly as many as there are records. What comes first in the list
 * mostly has the page: whatever was made since, newest first. Else their index is walked.
 */
function sortedChanges(plan: Plan): Sql {
  const { resource, conditions, sort } = plan
  if (plan.since === undefined || plan.changes === undefined) return sorted(plan)
  const first = sql`select one.* from ${ident(resource.name)} as one where ${every([sql`church_id = ${CHURCH}`, ...behind(plan)])}
      and (select total > ${raw(String(FEW))} from totals) order by ${ordering(sort, 'one')} limit ${raw(String(FEW))}`
  const page = sql`(select count(*) >= ${OFFSET}::bigint + ${WANTED}::bigint from near)`
  return sql`with near as materialized (select id from (${first}) as one where ${matching(plan, conditions)}
      order by ${ordering(sort, 'one')} limit ${OFFSET}::bigint + ${most(plan)})
    select id from (${part(plan, sql`select id from near order by ${ordering(sort, 'near')}`)}) as found where ${page}
    union all select id from (${allChanges(plan, plan.changes.column)}) as others where not ${page}`
}

/**
 * All changes, by their index, which knows what they are told apart by: it is walked once, whatever values a condition has, and in
 * the direction of the list, so that what comes first in it mostly is met first; who among those is left out is looked at when the
 * page is found.
 */
function allChanges(plan: Plan, changed: Sql): Sql {
  const { resource, conditions, sort } = plan
  const table = ident(resource.name)
  const except = conditions.find(one => one instanceof Except)
  const direction = sort.startsWith('-') ? sql`order by ${changed} desc` : empty
  const others = conditions.filter(one => one !== except)
  const all = sql`select ${keys(plan)} from ${table} as one
    where ${matching(plan, [...others, ...behind(plan)])} ${direction} offset 0`
  const ordered = sql`select * from (${all}) as found order by ${ordering(sort, 'found')}`
  if (except === undefined) return part(plan, sql`select id from (${ordered}) as found`)
  const near = sql`select one.* from (${ordered}
      limit ${OFFSET}::bigint + ${most(plan)} + (select count(*) from ${leftOut(plan, except)})) as near
    join ${table} as one on one.church_id = ${CHURCH} and one.id = near.id offset 0`
  return sql`select id from (${part(plan, sql`select id from (${near}) as near where ${except} order by ${ordering(sort, 'near')}`)}) as few
      where ${fewLeftOut(plan, except)}
    union all select id from (${sorted(plan)}) as many where not ${fewLeftOut(plan, except)}`
}

function merged(plan: Plan): Sql {
  const { sort } = plan
  const end = value(one => offsetOf(one) + wantedOf(one))
  const first = sql`order by ${ordering(sort, 'one')} limit ${end}`
  return part(plan, sql`select id from (${found(plan, first)}) as found order by ${ordering(sort, 'found')}`)
}

/** What a place in the list is told by. */
const keys = (plan: Plan): Sql => raw(inOrderOfIds(plan) ? 'id' : `id, "${sortColumn(plan.sort)}"`)

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

/** Few matches are found and sorted, for many there is another way. */
const fewOr = (plan: Plan, many: Sql): Sql => sql`
  select id from (${sorted(plan)}) as few
    where (select total > ${OFFSET} and total <= ${raw(String(FEW))} from totals)
  union all
  select id from (${many}) as many
    where (select total > ${OFFSET} and total > ${raw(String(FEW))} from totals)`

const fewOrMany = (plan: Plan): Sql => fewOr(plan, walk(plan))

/** The first of each day of a span, then the first of those. */
function byDay(plan: Plan): Sql {
  const { resource, conditions, sort } = plan
  const end = value(one => offsetOf(one) + wantedOf(one))
  return part(
    plan,
    sql`select id from (select each.id from (${dayCounts(plan)}) as held
      cross join lateral (select id from ${ident(resource.name)} as one
        where ${matching(plan, [...conditions, ...behind(plan)])} and one.${dayOf(plan)} = held.day
        order by ${ordering(sort, 'one')} limit ${end}) as each) as found order by ${ordering(sort, 'found')}`,
  )
}

/** A page without a cursor, in the order of days, that lies far down or has few matches among many records. */
const inOrderOfDays = (plan: Plan): boolean =>
  plan.dated &&
  plan.after === undefined &&
  sortColumn(plan.sort) === plan.resource.list.day &&
  (plan.daily || splitOf(plan) !== undefined || offsetOf(plan) >= FAR)

/** The days that the page is on, then what it has of them. */
function dayByDay(plan: Plan): Sql {
  const { resource, conditions, sort } = plan
  const day = dayOf(plan)
  const down = sort.startsWith('-')
  const direction = raw(down ? 'desc' : 'asc')
  const end = sql`${OFFSET}::bigint + ${WANTED}::bigint`
  return sql`with held as materialized (
      select day, before from (
        select day, n, sum(n) over (order by day ${direction}) - n as before from (${dayCounts(plan)}) as counts) as running
      where before < ${end} and before + n > ${OFFSET}::bigint)
    select id from (select each.* from held cross join lateral (select id, ${day} from ${ident(resource.name)} as one
        where ${matching(plan, conditions)} and one.${day} = held.day
        order by ${ordering(down ? '-id' : 'id', 'one')} limit (${end} - held.before)::bigint) as each) as found
      order by ${ordering(sort, 'found')} limit ${WANTED}
      offset (${OFFSET}::bigint - coalesce((select min(before) from held), 0))::bigint`
}

/** A range that leaves nothing out, such as changes since the beginning, has the pages of the list without it. */
function wholeOrSorted(plan: Plan): Sql {
  const except = plan.conditions.find(one => one instanceof Except)
  const conditions = talliedOnly(plan)
  const known = conditions.map(() => true)
  const days: boolean[] = []
  const more =
    except === undefined ? { conditions, known } : { conditions: [...conditions, except], known: [...known, false] }
  const whole = { ...plan, ...more, days, daily: false, except, tallied: true, range: false, changes: undefined }
  const unseen =
    except === undefined
      ? raw('0')
      : sql`(select count(*) from ${ident(plan.resource.name)}
          where ${every([sql`church_id = ${CHURCH}`, ...conditions, except.unseen])})`
  return sql`
    with everything as materialized (select total = (select coalesce(sum(n), 0)
      from ${tallyRows(CHURCH, nameText(plan), ofBranches(whole))} where ${every(conditions)}) - ${unseen} as matches from totals)
    select id from (${strategyFor(whole)(whole)}) as whole where (select matches from everything)
    union all
    select id from (${plan.daily ? fewOr(plan, byDay(plan)) : sortedChanges(plan)}) as sorted where not (select matches from everything)`
}

/** Where nothing is left out, the pages are those of the list without the condition. */
function allOrSome(plan: Plan): Sql {
  const { except, resource } = plan
  const conditions = plan.conditions.filter(one => one !== except)
  const [known, days] = [plan.known, plan.days].map(marks => marks.filter((_, at) => plan.conditions[at] !== except))
  const whole = { ...plan, conditions, known: known ?? [], days: days ?? [], except: undefined }
  const rest = { ...plan, tallied: false, except: undefined }
  const way = !plan.daily && inOrderOfIds(plan) && splitOf(plan) !== undefined ? merged : strategyFor(rest)
  return sql`
    with everything as materialized (select not exists (select 1 from ${ident(resource.name)}
      where church_id = ${CHURCH} and ${except?.unseen ?? raw('false')}) as matches)
    select id from (${strategyFor(whole)(whole)}) as whole where (select matches from everything)
    union all
    select id from (${way(rest)}) as rest where not (select matches from everything)`
}

/** Narrows the place of the page down, level by level, and walks from there. */
function far(plan: Plan): Sql {
  const { resource, sort } = plan
  const down = sort === '-id'
  const direction = raw(down ? 'desc' : 'asc')
  const [start, shift] = LEVELS.reduce<[place: Sql, shift: number]>(
    ([above, wide], narrow) => [narrowed(plan, above, wide, narrow, direction), narrow],
    [sql`select 0::bigint as bucket, 0::numeric as before`, 62],
  )
  const from = raw(down ? `id < (start.bucket + 1) << ${shift}` : `id >= start.bucket << ${shift}`)
  const ordered = sql`select id from ${ident(resource.name)} as one
    where ${matching(plan, plan.conditions)} and ${from} order by ${ordering(sort, 'one')}`
  return sql`select walk.id from (${start}) as start cross join lateral (
    ${part(plan, ordered, sql`(${OFFSET} - start.before)::bigint`)}) as walk`
}

/** The bucket of a level, within one of the level above, that the page begins in, and the matches before it. */
function narrowed(plan: Plan, above: Sql, wide: number, narrow: number, direction: Sql): Sql {
  const { conditions } = plan
  const shift = raw(String(wide - narrow))
  return sql`select step.bucket, step.before from (${above}) as above cross join lateral (
    select bucket, above.before + upto - n as before from (
      select bucket, n, sum(n) over (order by bucket ${direction}) as upto from (
        select bucket, sum(n) as n from ${bucketRows(CHURCH, nameText(plan), ofBranches(plan), narrow)}
        where bucket >= above.bucket << ${shift} and bucket < (above.bucket + 1) << ${shift} and ${every(conditions)}
        group by bucket) as whole) as running
    where above.before + upto > ${OFFSET} order by bucket ${direction} limit 1) as step`
}
