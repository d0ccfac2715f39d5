/** The branch limit of a key, as a condition (spec, Endpoints; Authentication, rule 5). */
import type { Sql } from '../db/sql.ts'
import { anyOfIds } from './any-of.ts'
import type { Caller } from './caller.ts'

/**
 * Keeps a statement within what the caller may see.
 * @param column what holds the branch; null for what belongs to the whole church
 * @returns nothing where no limit applies
 */
export function limitOf(column: string | null, caller: Caller): Sql | undefined {
  if (column === null || caller.visible === null) return undefined
  return anyOfIds(column, caller.visible)
}
