/**
 * Changes since a moment, of which there may be nearly as many as there are records. Where they are few they are found by their
 * index. Of many, neither the total nor the page is looked for among all of them: ids are divided into *places*, and an index
 * (`<table>_changed`) tells of each place when the first and the last of its records changed. Records are changed in about the
 * order in which they were made, so most places lie wholly on one side of the moment: the kept totals know what is in them, and
 * only the others are counted.
 */
import { empty, every, ident, raw, type Sql, sql } from '../db/sql.ts'
import { Except } from './except.ts'
import { byPlace, dayByDay, PLACE_OF_ID } from './list-pieces.ts'
import type { Plan } from './list-plan.ts'
import {
  CHURCH,
  dayCounts,
  dayOf,
  HORIZON,
  leftOut,
  matching,
  OFFSET,
  ofBranches,
  summed,
  talliedOnly,
  WANTED,
} from './list-slots.ts'
import { behind, inOrderOfIds, keys, most, ordering, part, walk } from './list-ways.ts'
import { bucketRows, PLACE } from './tally.ts'

/** Up to so many changes are found and sorted, and so many records are looked at for the page. */
const FEW = 5_000

/** A plan of which the kept totals know everything but that it asks for changes. */
export interface ChangesPlan extends Plan {
  since: Sql
  changes: { column: Sql; before: string }
}

/** Whether changes are all that the kept totals do not know. */
export const asksForChanges = (plan: Plan): plan is ChangesPlan =>
  plan.since !== undefined && plan.changes !== undefined

/** What the statement of such a list begins with: `narrow`, whether changes are few; `places`, how many matches each place has. */
export function changeTables(plan: ChangesPlan): Sql {
  const { resource, since, changes } = plan
  // With both ends: of one alone the planner expects a third of the table.
  const some = sql`select from ${ident(resource.name)} where church_id = ${CHURCH} and ${since}
    and ${changes.column} < 'infinity' limit ${raw(String(FEW + 1))}`
  return sql`narrow as materialized (select count(*) <= ${raw(String(FEW))} as few from (${some}) as found),
    bounds as materialized (${bounds(plan)}), places as materialized (${places(plan)})`
}

/** Of each place that has records: whether any match, and whether all do. */
function bounds({ resource, since, changes }: ChangesPlan): Sql {
  const table = ident(resource.name)
  // From one place to the next that has any: ids are shared by all churches, so those of one may be few and far apart.
  const next = (behind: Sql): Sql =>
    sql`(select ${PLACE_OF_ID} from ${table} where church_id = ${CHURCH}${behind} order by ${PLACE_OF_ID} limit 1)`
  const inPlace = sql`from ${table} where church_id = ${CHURCH} and ${PLACE_OF_ID} = each.place`
  return sql`with recursive each (place) as (select ${next(empty)} union all
      select ${next(sql` and ${PLACE_OF_ID} > each.place`)} from each where each.place is not null)
    select each.place, last.changed as some, first.changed and last.settled as whole from each
    cross join lateral (select ${since} as changed ${inPlace} order by ${changes.column} limit 1) as first
    cross join lateral (select ${since} as changed, ${changes.column} < ${HORIZON}::timestamptz as settled ${inPlace}
      order by ${changes.column} desc limit 1) as last
    where each.place is not null`
}

/** Rows of `place`, `n` and `amount`: of places that match as a whole from the kept totals, of others counted. What is left out is subtracted. */
function places(plan: ChangesPlan): Sql {
  const { resource, conditions } = plan
  const except = conditions.find(one => one instanceof Except)
  const others = conditions.filter(one => one !== except)
  const known = [...talliedOnly(plan), raw('bucket in (select place from bounds where whole)')]
  const kept = sql`select bucket as place, n, amount from ${bucketRows(CHURCH, plan.resource, ofBranches(plan), PLACE)}
    where ${every(known)}`
  const counted = sql`select bounds.place, found.n, found.amount from bounds cross join lateral (
      select count(*) as n, ${summed(plan)} as amount from ${ident(resource.name)}
      where ${matching(plan, others)} and ${PLACE_OF_ID} = bounds.place) as found
    where bounds.some and not bounds.whole`
  const hidden =
    except === undefined
      ? empty
      : sql` union all select ${PLACE_OF_ID}, -count(*), -${summed(plan)} from ${leftOut(plan, except)}
          where ${matching(plan, others)} group by ${PLACE_OF_ID}`
  return sql`select place, sum(n) as n, sum(amount) as amount from (${kept} union all ${counted}${hidden}) as each group by place`
}

/** Count and sum of the matches as one array. */
export function countedChanges(plan: ChangesPlan): Sql {
  const few = sql`select array[count(*), ${summed(plan)}]::numeric[] from ${ident(plan.resource.name)}
    where ${matching(plan, plan.conditions)}`
  const many = sql`select array[coalesce(sum(n), 0), coalesce(sum(amount), 0)]::numeric[] from places`
  return sql`select case when few then (${few}) else (${many}) end from narrow`
}

/**
 * The page, in the order of ids or of days. Of many changes what comes first in the list mostly has it: whatever was made since,
 * newest first. Else the places tell where it is, and of which days all records match or none; behind a cursor the index of days is
 * walked, which knows when a record changed.
 */
export function changesPage(plan: ChangesPlan): Sql {
  const { resource, conditions, sort } = plan
  const end = sql`${OFFSET}::bigint + ${WANTED}::bigint`
  const first = sql`select one.* from ${ident(resource.name)} as one
    where ${every([sql`church_id = ${CHURCH}`, ...behind(plan)])} and (select not few from narrow)
      and ${end} <= ${raw(String(FEW))} order by ${ordering(sort, 'one')} limit ${raw(String(FEW))}`
  const all = sql`select ${keys(plan)} from ${ident(resource.name)} as one
    where ${matching(plan, [...conditions, ...behind(plan)])} offset 0`
  const ordered = (of: Sql): Sql => sql`select id from (${of}) as found order by ${ordering(sort, 'found')}`
  const page = sql`(select count(*) >= ${end} from near)`
  const few = sql`(select few from narrow)`
  const others = inOrderOfIds(plan)
    ? byPlace(plan, raw('select place as piece, n from places where n > 0'))
    : plan.after === undefined
      ? dayByDay(plan, changedOfDays(plan))
      : walkDays(plan)
  return sql`with near as materialized (select ${keys(plan)} from (${first}) as one where ${matching(plan, conditions)}
      order by ${ordering(sort, 'one')} limit ${OFFSET}::bigint + ${most(plan)})
    select id from (${part(plan, ordered(all))}) as sorted where ${few}
    union all select id from (${part(plan, ordered(raw('select * from near')))}) as next where not ${few} and ${page}
    union all select id from (${others}) as others where not ${few} and not ${page}`
}

/**
 * How many matches each day has, of those that have any: rows of `day` and `n`. The records of a day have ids of few places, from
 * that of its first to that of its last. Where all of these match, the kept totals know the day; where none does, it has nothing.
 */
function changedOfDays(plan: ChangesPlan): Sql {
  const { resource, conditions } = plan
  const ofDay = sql`from ${ident(resource.name)} where church_id = ${CHURCH} and ${dayOf(plan)} = held.day`
  const counted = sql`select count(*) from ${ident(resource.name)} as one
      where ${matching(plan, conditions)} and one.${dayOf(plan)} = held.day`
  return sql`with running as (select place,
        count(*) filter (where bounds.some) over upto as met, count(*) filter (where bounds.some) over ahead as met_ahead,
        count(*) filter (where not whole) over upto as part, count(*) filter (where not whole) over ahead as part_ahead
      from bounds window upto as (order by place), ahead as (order by place rows between unbounded preceding and 1 preceding)),
    ends as materialized (select day, n,
        (select ${PLACE_OF_ID} ${ofDay} order by id limit 1) as first,
        (select ${PLACE_OF_ID} ${ofDay} order by id desc limit 1) as last
      from (${dayCounts(plan)}) as held)
    select day, n from (
      select day, case when last.part = first.part_ahead then n else (${counted}) end as n
      from ends as held join running as first on first.place = held.first join running as last on last.place = held.last
      where last.met > first.met_ahead) as changed
    where n > 0`
}

/** In the order of days. What is said to be true is looked up by no other index: the planner takes many matches for few. */
const walkDays = (plan: ChangesPlan): Sql =>
  walk({ ...plan, conditions: plan.conditions.map(one => sql`(${one}) is true`) })
