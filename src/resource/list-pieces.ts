/** The way to a page by pieces of the list, such as days: how many matches each has tells which of them the page is on. */
import { empty, every, ident, raw, type Sql, sql } from '../db/sql.ts'
import { Except } from './except.ts'
import type { Plan } from './list-plan.ts'
import {
  AFTER_ID,
  CHURCH,
  dayCounts,
  dayOf,
  leftOut,
  matching,
  OFFSET,
  ofBranches,
  talliedOnly,
  WANTED,
} from './list-slots.ts'
import { behind, ordering } from './list-ways.ts'
import { bucketRows, PLACE } from './tally.ts'

/** The place of a record, as the index of changes has it. */
export const PLACE_OF_ID = raw(`(id >> ${PLACE})`)

/** How a list is divided, in its own order. */
interface Pieces {
  /** Rows of `piece` and `n`, the matches that it has; 0 where the page may begin within it. */
  counts: Sql
  /** The matches of `held.piece` under the name `one`: their ids, and what else they are sorted by. */
  records: Sql
}

/** The pieces that the page is on, then what it has of them. Within a piece records are in the order of ids. */
function pieceByPiece({ sort }: Plan, { counts, records }: Pieces): Sql {
  const down = sort.startsWith('-')
  const direction = raw(down ? 'desc' : 'asc')
  const end = sql`${OFFSET}::bigint + ${WANTED}::bigint`
  return sql`with held as materialized (
      select piece, before from (
        select piece, n, sum(n) over (order by piece ${direction}) - n as before from (${counts}) as counts) as running
      where before < ${end} and (before + n > ${OFFSET}::bigint or n = 0))
    select id from (select each.* from held cross join lateral (${records}
        order by ${ordering(down ? '-id' : 'id', 'one')} limit (${end} - held.before)::bigint) as each) as found
      order by ${ordering(sort, 'found')} limit ${WANTED}
      offset (${OFFSET}::bigint - coalesce((select min(before) from held), 0))::bigint`
}

/**
 * In the order of days: the days that the page is on.
 * @param counts rows of `day` and `n`, the matches that it has, of days that have any
 */
export function dayByDay(plan: Plan, counts = dayCounts(plan)): Sql {
  const { resource, conditions } = plan
  const day = dayOf(plan)
  return pieceByPiece(plan, {
    counts: sql`select day as piece, n from (${counts}) as held`,
    records: sql`select id, ${day} from ${ident(resource.name)} as one
      where ${matching(plan, conditions)} and one.${day} = held.piece`,
  })
}

/**
 * In the order of ids: the places that the page is on. Each is looked through in the index of changes, which knows whatever the
 * conditions speak of.
 * @param counts rows of `piece`, a place, and `n`, the matches in it, of places that have any
 */
export function byPlace(plan: Plan, counts: Sql): Sql {
  const { resource, conditions, sort, after } = plan
  const records = sql`select id from (select id from ${ident(resource.name)}
      where ${matching(plan, [...conditions, ...behind(plan)])} and ${PLACE_OF_ID} = held.piece offset 0) as one`
  if (after === undefined) return pieceByPiece(plan, { counts, records })
  // Nobody knows how many of its matches lie behind the cursor.
  const own = sql`${AFTER_ID}::bigint >> ${raw(String(PLACE))}`
  const from = sql`select piece, case when piece = ${own} then 0 else n end as n from (${counts}) as all_places
    where piece ${raw(sort.startsWith('-') ? '<=' : '>=')} ${own}`
  return pieceByPiece(plan, { counts: from, records })
}

/** How many matches each place has, of a plan whose conditions the kept totals know but for what leaves few out. */
export function placeCounts(plan: Plan): Sql {
  const conditions = talliedOnly(plan)
  const except = plan.conditions.find(one => one instanceof Except)
  const kept = sql`select bucket as piece, n from ${bucketRows(CHURCH, plan.resource, ofBranches(plan), PLACE)}
    where ${every(conditions)}`
  const hidden =
    except === undefined
      ? empty
      : sql` union all select ${PLACE_OF_ID}, -1 from ${leftOut(plan, except)} where ${matching(plan, conditions)}`
  return sql`select piece, sum(n) as n from (${kept}${hidden}) as each group by piece having sum(n) > 0`
}
