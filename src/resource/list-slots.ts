/** What the statement of a list is put together from: slots in the place of values, conditions, kept totals. */
import { every, ident, raw, type Sql, sql } from '../db/sql.ts'
import { AnyOf } from './any-of.ts'
import { Except } from './except.ts'
import type { Plan } from './list-plan.ts'
import { dayRows, tallyRows } from './tally.ts'
import type { Totals } from './totals.ts'

/** Takes a value from a request and what is remembered of its totals. */
export type Slot = (plan: Plan, known: Totals | undefined) => unknown

export const value = (slot: Slot): Sql => sql`${slot}`

export const CHURCH = value(({ caller }) => caller.church.id)
export const OFFSET = value(plan => offsetOf(plan))
export const WANTED = value(plan => wantedOf(plan))
export const AFTER_ID = value(({ after }) => after?.id)
export const AFTER_VALUE = value(({ after }) => after?.value)
export const HORIZON = value(({ changes }) => changes?.before)

/** Records before the page that have to be passed over. */
export const offsetOf = ({ page, perPage, after }: Plan): number => (after === undefined ? (page - 1) * perPage : 0)

/** One more than the page behind a cursor has: whether there is one tells whether the list goes on. */
export const AHEAD = 1
export const wantedOf = ({ perPage, after }: Plan): number => perPage + (after === undefined ? 0 : AHEAD)

/** What all matches have to meet. */
export function matching({ changes }: Plan, conditions: readonly Sql[]): Sql {
  const horizon = changes === undefined ? [] : [sql`${changes.column} < ${HORIZON}::timestamptz`]
  return every([sql`church_id = ${CHURCH}`, ...conditions, ...horizon])
}

export const talliedOnly = ({ conditions, known }: Plan): Sql[] => conditions.filter((_, index) => known[index])

export const talliedOrDaily = ({ conditions, known, days }: Plan): Sql[] =>
  conditions.filter((_, index) => known[index] || days[index])

export const ofBranches = ({ conditions }: Plan): boolean =>
  conditions.some(one => one instanceof AnyOf && one.column === 'branch_id')

/** The column of the day that its records are of. */
export const dayOf = ({ resource }: Plan): Sql => ident(resource.list.day ?? '')

/** The sum of a list that has one, of the rows that it is counted from; else 0. */
export const summed = ({ resource: { list } }: Plan): Sql =>
  list.sum === undefined ? raw('0') : sql`coalesce(sum(${ident(list.sum.column)}), 0)`

/** The kept totals of a plan whose conditions they know. */
export const keptRows = (plan: Plan): Sql =>
  plan.daily
    ? dayRows(CHURCH, plan.resource, dayOf(plan), ofBranches(plan))
    : tallyRows(CHURCH, plan.resource, ofBranches(plan))

/** The few that are left out, found by their own index: `offset 0` keeps the planner from looking for them among all others. */
export const leftOut = ({ resource }: Plan, { unseen }: Except): Sql =>
  sql`(select * from ${ident(resource.name)} where church_id = ${CHURCH} and ${unseen} offset 0) as hidden`

/** So many that are left out are subtracted, or looked for in what was found; of more each match is looked at for whether it is one. */
const FEW_LEFT_OUT = 5_000

/** Whether no more than that are left out of all records. */
export const fewLeftOut = (plan: Plan, except: Except): Sql =>
  sql`(select count(*) from (select from ${leftOut(plan, except)} limit ${raw(String(FEW_LEFT_OUT + 1))}) as found)
    <= ${raw(String(FEW_LEFT_OUT))}`

/** How many matches each day has, of those that have any: rows of `day` and `n`. What is left out is subtracted, so it is exact. */
export function dayCounts(plan: Plan): Sql {
  const day = dayOf(plan)
  const conditions = talliedOrDaily(plan)
  const except = plan.conditions.find(one => one instanceof Except)
  const kept = sql`select ${day} as day, n from ${dayRows(CHURCH, plan.resource, day, ofBranches(plan))} where ${every(conditions)}`
  const all =
    except === undefined
      ? kept
      : sql`${kept} union all select ${day}, -1 from ${leftOut(plan, except)} where ${matching(plan, conditions)}`
  return sql`select day, sum(n) as n from (${all}) as each group by day having sum(n) > 0`
}
