/**
 * Totals of filtered lists, remembered for as long as they are true. A total belongs to a version of the resource's
 * data (see tally.ts); the statement that would use it looks at the version in its own snapshot and counts anew when
 * it is another.
 */
import type { Database } from '../db/database.ts'
import { Lru } from '../lib/lru.ts'
import type { Plan } from './list-plan.ts'

/** Total and sum as PostgreSQL's text; `version` of the data they are true for, null where they cannot be remembered. */
export interface Totals {
  total: string
  sum: string
  version: string | null
}

const MOST_REMEMBERED = 2_000

const remembered = new WeakMap<Database, Lru<string, Totals>>()

function totalsOf(database: Database): Lru<string, Totals> {
  const known = remembered.get(database)
  if (known !== undefined) return known
  const fresh = new Lru<string, Totals>(MOST_REMEMBERED)
  remembered.set(database, fresh)
  return fresh
}

/** The matches of a request, told from all others: by the conditions themselves, but for the horizon of changes. */
function nameOf({ resource, caller, conditions }: Plan): string {
  const texts = conditions.map(condition => `${condition.sql} ${JSON.stringify(condition.values)}`)
  return `${caller.church.id} ${resource.name} ${texts.join(' & ')}`
}

/** True where the total is counted and a version tells whether it still holds. */
const counts = ({ resource, tallied, foreign }: Plan): boolean => resource.list.tallies === true && !tallied && !foreign

/** What was remembered of the matches of a request. */
export const recall = (database: Database, plan: Plan): Totals | undefined =>
  counts(plan) ? totalsOf(database).get(nameOf(plan)) : undefined

/** Remembers totals that have a version. */
export function remember(database: Database, plan: Plan, totals: Totals): void {
  if (counts(plan) && totals.version !== null) totalsOf(database).set(nameOf(plan), totals)
}
