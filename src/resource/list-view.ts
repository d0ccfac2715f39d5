/** A resource's list as the console shows it: with an order and filters that the API's list does not have. */
import type { Fields } from './field.ts'
import type { Filter } from './filter.ts'
import { list } from './list.ts'
import { type View, view } from './operation.ts'
import type { Resource } from './resource.ts'
import * as field from './types.ts'

/** Longest value of a filter, in characters. */
const MOST_CHARACTERS = 254

/**
 * Declares a view whose data is what the API answers for a list: `data` and `meta`, newest first.
 * @param more filters besides those of the resource
 */
export function newestFirst(name: string, resource: Resource, more: Record<string, Filter> = {}): View {
  const filters = { ...resource.list.filters, ...more }
  const reversed: Resource = { ...resource, list: { ...resource.list, filters, sorts: ['-id'] } }
  const fields: Fields = Object.fromEntries(
    [...Object.keys(filters), 'page', 'per_page', 'cursor'].map((one): [string, Fields[string]] => [
      one,
      field.text(MOST_CHARACTERS).nullable().settable(),
    ]),
  )
  return view({
    name,
    fields,
    async run(parts, caller, input) {
      const values = Object.entries(input).flatMap(([key, value]): [string, string][] =>
        typeof value === 'string' ? [[key, value]] : [],
      )
      return await list(parts, reversed, { values: new Map(values), repeated: new Set() }, caller)
    },
  })
}
