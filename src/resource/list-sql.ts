/**
 * The statement of a list: its page, its exact total and its sum, from one snapshot. It is planned once, without its
 * values (see database.ts), so its shape has to be right for a page of any church:
 *
 * - `walk`: in the order of an index, until the page is full. Right where matches are many. A page far down is walked to from the
 *   end that is nearer (`walkToFar`).
 * - `sorted`: finds all matches, by the index of the filter, then sorts. Right where they are few, and for ranges.
 * - `nearOrFew`: the same for parts of texts, of which the page is looked for near its beginning before all are found.
 * - `merged`: walks the index once for each branch (or status) and merges. A small branch of a large church lies too
 *   far apart in the order of ids to be walked.
 * - `far`: by the tally's buckets. A page far down the list is found without walking to it.
 * - `byDay`: walks each day of a span that has records, and merges. In the order of ids a span begins anywhere.
 * - `dayByDay`: in the order of days, from the day on which the page begins, past those that have no matches.
 * - `byPlace`: the same in the order of ids, by ranges of them, where few records are left out of what the totals know.
 * - `changesPage` (list-changes.ts): of many changes since a moment, by what an index tells of when they were changed.
 *
 * Behind a cursor each of them begins at the cursor's place (`stretches`), so that no page takes longer than the first.
 *
 * Few or many is decided by the total, which is known by then, inside the statement.
 */
import { empty, every, ident, raw, Sql, sql } from '../db/sql.ts'
import { sortColumn } from './cursor.ts'
import { Except } from './except.ts'
import { asksForChanges, changesPage, changeTables } from './list-changes.ts'
import { byPlace, dayByDay, placeCounts } from './list-pieces.ts'
import type { Plan } from './list-plan.ts'
import {
  CHURCH,
  dayCounts,
  dayOf,
  matching,
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
import { behind, inOrderOfIds, merged, most, ordering, part, sorted, splitOf, walk, walkToFar } from './list-ways.ts'
import { bucketRows, LEVELS, tallyRows } from './tally.ts'

/** Up to so many matches are found and sorted; more are walked. */
const FEW = 5_000
/** From this offset on a page is found through the buckets. */
export const FAR = 2_048

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
  const changed = asksForChanges(plan) ? sql`${changeTables(plan)}, ` : empty
  return sql`with ${changed}totals as materialized (${totals(plan)})
    select totals.total, totals.sum, totals.version, ${new Sql(columns.strings, slots)}
    from totals left join (${rows(plan)}) as t on true order by ${ordering(sort, 't')}`
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
  if (plan.tallied && split === undefined) return along(plan)
  // Only the tallies tell whether a range leaves nothing out.
  if (!plan.range || !plan.resource.list.tallies) return fewOrMany
  const byDays = asksForChanges(plan) && sortColumn(plan.sort) === plan.resource.list.day
  return inOrderOfIds(plan) || byDays ? wholeOrSorted : fewOrMany
}

/** The way along an index. */
const along = (plan: Plan): ((plan: Plan) => Sql) => (offsetOf(plan) >= FAR ? walkToFar : walk)

/** Few matches are found and sorted, for many there is another way. */
const fewOr = (plan: Plan, many: Sql): Sql => sql`
  select id from (${sorted(plan)}) as few
    where (select total > ${OFFSET} and total <= ${raw(String(FEW))} from totals)
  union all
  select id from (${many}) as many
    where (select total > ${OFFSET} and total > ${raw(String(FEW))} from totals)`

const fewOrMany = (plan: Plan): Sql =>
  plan.scattered && inOrderOfIds(plan) ? nearOrFew(plan) : fewOr(plan, along(plan)(plan))

/** Of so many matches that lie anywhere, the page is looked for first among so many records of the list. */
const SCATTERED = raw('1000')
const NEAR = raw('2000')

/**
 * Matches of which an index gives all or none, each to be looked at again. Where they are not few, the page is mostly found
 * among the next records of the list; where it is not, little was lost by looking.
 */
function nearOrFew(plan: Plan): Sql {
  const { resource, conditions, sort } = plan
  const next = sql`select one.* from ${ident(resource.name)} as one
    where ${every([sql`church_id = ${CHURCH}`, ...behind(plan)])}
      and (select total > ${SCATTERED} and total <= ${raw(String(FEW))} from totals)
    order by ${ordering(sort, 'one')} limit ${NEAR}`
  const found = sql`select id from near order by ${ordering(sort, 'near')}`
  const enough = sql`(select count(*) >= ${OFFSET}::bigint + ${WANTED}::bigint from near)`
  return sql`with near as materialized (select id from (${next}) as one where ${matching(plan, conditions)}
      order by ${ordering(sort, 'one')} limit ${OFFSET}::bigint + ${most(plan)})
    select id from (${part(plan, found)}) as next where ${enough}
    union all
    select id from (${fewOr(plan, along(plan)(plan))}) as others where not ${enough}`
}

/**
 * The first of each day of a span, then the first of those. A page that ends at the nth record is on the n days whose own first
 * comes first: whatever another day has comes behind those n. So of most days one record is looked at.
 */
function byDay(plan: Plan): Sql {
  const { resource, conditions, sort } = plan
  const end = value(one => offsetOf(one) + wantedOf(one))
  const ofDay = sql`select id from ${ident(resource.name)} as one
        where ${matching(plan, [...conditions, ...behind(plan)])} and one.${dayOf(plan)} = held.day
        order by ${ordering(sort, 'one')}`
  return part(
    plan,
    sql`select id from (select each.id from (select held.day from (${dayCounts(plan)}) as held
        cross join lateral (${ofDay} limit 1) as first order by ${ordering(sort, 'first')} limit ${end}) as held
      cross join lateral (${ofDay} limit ${end}) as each) as found order by ${ordering(sort, 'found')}`,
  )
}

/** A page without a cursor, in the order of days, that lies far down or has few matches among many records. */
const inOrderOfDays = (plan: Plan): boolean =>
  plan.dated &&
  plan.after === undefined &&
  sortColumn(plan.sort) === plan.resource.list.day &&
  (plan.daily || splitOf(plan) !== undefined || offsetOf(plan) >= FAR)

/** A range that leaves nothing out, such as changes since the beginning, has the pages of the list without it. */
function wholeOrSorted(plan: Plan): Sql {
  const except = plan.conditions.find(one => one instanceof Except)
  const conditions = talliedOnly(plan)
  const known = conditions.map(() => true)
  const days: boolean[] = []
  const more =
    except === undefined ? { conditions, known } : { conditions: [...conditions, except], known: [...known, false] }
  const marks = { daily: false, dated: plan.resource.list.day !== undefined, tallied: true, range: false }
  const whole = { ...plan, ...more, ...marks, days, except, since: undefined, changes: undefined }
  const unseen =
    except === undefined
      ? raw('0')
      : sql`(select count(*) from ${ident(plan.resource.name)}
          where ${every([sql`church_id = ${CHURCH}`, ...conditions, except.unseen])})`
  const rest = plan.daily ? fewOr(plan, byDay(plan)) : asksForChanges(plan) ? changesPage(plan) : sorted(plan)
  return sql`
    with everything as materialized (select total = (select coalesce(sum(n), 0)
      from ${tallyRows(CHURCH, plan.resource, ofBranches(whole))} where ${every(conditions)}) - ${unseen} as matches from totals)
    select id from (${strategyFor(whole)(whole)}) as whole where (select matches from everything)
    union all
    select id from (${rest}) as rest where not (select matches from everything)`
}

/** Where nothing is left out, the pages are those of the list without the condition. */
function allOrSome(plan: Plan): Sql {
  const { except, resource } = plan
  const conditions = plan.conditions.filter(one => one !== except)
  const [known, days] = [plan.known, plan.days].map(marks => marks.filter((_, at) => plan.conditions[at] !== except))
  const whole = { ...plan, conditions, known: known ?? [], days: days ?? [], except: undefined }
  const rest = { ...plan, tallied: false, except: undefined }
  const way = !plan.daily && inOrderOfIds(plan) ? someInOrderOfIds : strategyFor(rest)
  return sql`
    with everything as materialized (select not exists (select 1 from ${ident(resource.name)}
      where church_id = ${CHURCH} and ${except?.unseen ?? raw('false')}) as matches)
    select id from (${strategyFor(whole)(whole)}) as whole where (select matches from everything)
    union all
    select id from (${way(rest)}) as rest where not (select matches from everything)`
}

/** Of all but few, in the order of ids. */
function someInOrderOfIds(plan: Plan): Sql {
  if (offsetOf(plan) >= FAR) return byPlace(plan, placeCounts(plan))
  return splitOf(plan) === undefined ? walk(plan) : merged(plan)
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
        select bucket, sum(n) as n from ${bucketRows(CHURCH, plan.resource, ofBranches(plan), narrow)}
        where bucket >= above.bucket << ${shift} and bucket < (above.bucket + 1) << ${shift} and ${every(conditions)}
        group by bucket) as whole) as running
    where above.before + upto > ${OFFSET} order by bucket ${direction} limit 1) as step`
}
