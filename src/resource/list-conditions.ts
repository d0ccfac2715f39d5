/** What a list's parameters demand, for statements over all its records: exports, letters to everybody who matches. */
import type { Sql } from '../db/sql.ts'
import type { Caller } from './caller.ts'
import { sightOf } from './limit.ts'
import { parameter, type Query } from './list-plan.ts'
import type { Resource } from './resource.ts'

/**
 * Conditions over the columns of the resource's table: its filters, what is shown at all, and what the caller sees.
 * Parameters that are no filters demand nothing.
 * @throws InvalidParameter for a parameter that cannot be read
 */
export function conditionsOf(resource: Resource, query: Query, caller: Caller, now: Date): Sql[] {
  const filters = Object.entries(resource.list.filters).map(([name, filter]) =>
    filter.condition(name, parameter(query, name), caller, now),
  )
  return [...filters.filter(one => one !== undefined), ...sightOf(resource, caller)]
}
