/**
 * The statement of a list request. Its text is built once for each shape of request, with slots in the place of
 * values: functions that take the value from the request at hand.
 */
import { Sql, type Statement } from '../db/sql.ts'
import { AnyOf } from './any-of.ts'
import { Except } from './except.ts'
import type { Plan } from './list-plan.ts'
import { offsetOf, type Slot } from './list-slots.ts'
import { buildList, FAR } from './list-sql.ts'
import { splitOf } from './list-ways.ts'
import type { Totals } from './totals.ts'

interface Shape {
  text: string
  slots: readonly Slot[]
}

/** The columns of the statement before those of the record. */
export const TOTALS_WIDTH = 3

const MOST_SHAPES = 2_000

const shapes = new Map<string, Shape>()

/**
 * The statement of a list: rows of total, sum and version (see totals.ts), then the columns of the record.
 * An empty page is one row whose id is null.
 */
export function listStatement(plan: Plan, known: Totals | undefined): Statement {
  const name = shapeName(plan)
  let shape = shapes.get(name)
  if (shape === undefined) {
    const { text, values } = buildList(slottedPlan(plan))
    shape = { text, slots: values as Slot[] }
    if (shapes.size < MOST_SHAPES) shapes.set(name, shape)
  }
  return { text: shape.text, values: shape.slots.map(slot => slot(plan, known)) }
}

/** Everything that the text depends on. */
function shapeName(plan: Plan): string {
  const { resource, caller, conditions, known, range, scattered, changes, sort, after } = plan
  const offset = offsetOf(plan)
  const behind = after === undefined ? 'first' : after.value === null ? 'behind' : 'behind value'
  const place = offset === 0 ? behind : offset < FAR ? 'near' : 'far'
  const flags = [known, range, scattered, changes === undefined, splitOf(plan) === undefined, caller.visible === null]
  return `${resource.name} ${sort} ${place} ${flags} ${conditions.map(condition => condition.sql).join(' & ')}`
}

function slottedPlan(plan: Plan): Plan {
  const conditions = plan.conditions.map(slotted)
  const slottedOne = (one: Sql | undefined): Sql | undefined => conditions[plan.conditions.indexOf(one as Sql)]
  return { ...plan, conditions, since: slottedOne(plan.since), except: slottedOne(plan.except) as Except | undefined }
}

function slotted(condition: Sql, index: number): Sql {
  const slots = condition.values.map(
    (_, at): Slot =>
      ({ conditions }) =>
        conditions[index]?.values[at],
  )
  if (condition instanceof AnyOf) {
    return new AnyOf(condition.column, new Sql(condition.list.strings, slots), condition.size)
  }
  if (condition instanceof Except) {
    const unseen = condition.unseen.values.map(
      (_, at): Slot =>
        ({ conditions }) =>
          (conditions[index] as Except).unseen.values[at],
    )
    return new Except(new Sql(condition.strings, slots), new Sql(condition.unseen.strings, unseen), condition.versioned)
  }
  return new Sql(condition.strings, slots)
}
