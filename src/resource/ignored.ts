/** Names that nothing knows: ignored, and told with the nearest known one, so that a slip looks like none (decisions, Requests). */
import { hideKeys } from '../lib/api-key.ts'
import { MOST_SUGGESTED, nearest } from '../lib/text.ts'
import type { Caller } from './caller.ts'
import type { Filter } from './filter.ts'
import type { Resource } from './resource.ts'

/** Parameters of every request. */
const EVERYWHERE = ['api_key']

/** What `meta` says of them; nothing where there are none. @param known the names that could have been meant */
export function ignoredMeta(
  kind: 'ignored_parameters' | 'ignored_fields',
  names: readonly string[],
  known: readonly string[],
): Record<string, unknown> {
  if (names.length === 0) return {}
  const meant = names
    .slice(0, MOST_SUGGESTED)
    .flatMap(name => nearest(name, known, 1).map(near => [name, near] as const))
  return {
    // Whoever forgot the name of a parameter sent its value as one.
    [kind]: names.map(hideKeys),
    ...(meant.length > 0 && { did_you_mean: Object.fromEntries(meant) }),
  }
}

/** The same for the parameters of an address. */
export function ignoredParameters(sent: Iterable<string>, known: readonly string[]): Record<string, unknown> {
  const all = [...known, ...EVERYWHERE]
  const names = [...sent].filter(name => !all.includes(name))
  return ignoredMeta('ignored_parameters', names, all)
}

/** Parameters that a caller may filter by. */
export const filterNames = (filters: Record<string, Filter>, { user }: Caller): string[] =>
  Object.entries(filters).flatMap(([name, { consoleOnly }]) => (consoleOnly && user === undefined ? [] : [name]))

/** Parameters of a list. */
export const listParameters = ({ list }: Resource, caller: Caller): string[] => [
  ...filterNames(list.filters, caller),
  ...(list.sorts.length > 0 ? ['sort'] : []),
  'page',
  'per_page',
  'cursor',
]
