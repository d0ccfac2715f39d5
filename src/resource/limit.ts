/** What of a resource who asks may see, as conditions: their branches (spec, Endpoints; Authentication, rule 5), single records (decision 0023). */
import type { Sql } from '../db/sql.ts'
import { anyOfIds } from './any-of.ts'
import type { Caller } from './caller.ts'
import type { Resource } from './resource.ts'

/**
 * Keeps a statement within what the caller may see.
 * @param column what holds the branch; null for what belongs to the whole church
 * @returns nothing where no limit applies
 */
export function limitOf(column: string | null, caller: Caller): Sql | undefined {
  if (column === null || caller.visible === null) return undefined
  return anyOfIds(column, caller.visible)
}

/** What of a declaration says who sees its records. */
export type Sighted = Pick<Resource, 'limitTo' | 'sight' | 'shown'>

/** All that a record must meet for the caller to see it, over the columns of the resource's table. */
export const sightOf = ({ limitTo, sight, shown }: Sighted, caller: Caller): Sql[] =>
  [limitOf(limitTo, caller), sight?.(caller), shown].filter(condition => condition !== undefined)
