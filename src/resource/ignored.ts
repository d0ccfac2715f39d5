/** Names that nothing knows: ignored, and told with the nearest known one, so that a slip looks like none (decisions, Requests). */
import { hideKeys } from '../lib/api-key.ts'
import { MOST_SUGGESTED, nearest } from '../lib/text.ts'
import type { Caller } from './caller.ts'
import type { Filter } from './filter.ts'
import type { Resource } from './resource.ts'
import { sortsFor } from './sorts.ts'

/** Parameters of every request. */
const EVERYWHERE = ['api_key']

/**
 * What `meta` says of them; nothing where there are none.
 * @param known the names that could have been meant
 * @param tell what is said of such a name
 */
function ignoredMeta(
  kind: 'ignored_parameters' | 'ignored_fields',
  names: readonly string[],
  known: readonly string[],
  tell = (name: string) => name,
): Record<string, unknown> {
  if (names.length === 0) return {}
  const meant = names
    .slice(0, MOST_SUGGESTED)
    .flatMap(name => nearest(name, known, 1).map(near => [name, tell(near)] as const))
  return {
    // Whoever forgot the name of a parameter sent its value as one.
    [kind]: names.map(hideKeys),
    ...(meant.length > 0 && { did_you_mean: Object.fromEntries(meant) }),
  }
}

/**
 * The same for the parameters of an address.
 * @param fields names that belong into the body of the request
 */
export function ignoredParameters(
  sent: Iterable<string>,
  known: readonly string[],
  fields: readonly string[] = [],
): Record<string, unknown> {
  const all = [...known, ...EVERYWHERE]
  const names = [...sent].filter(name => !all.includes(name))
  const tell = (name: string): string => (fields.includes(name) ? `${name}, in the body` : name)
  return ignoredMeta('ignored_parameters', names, [...all, ...fields], tell)
}

/** The same for a write, which has no parameters of its own. @param unknown names in its body that it does not know */
export function ignoredOfWrite(
  sent: Iterable<string>,
  unknown: readonly string[],
  fields: readonly string[],
): Record<string, unknown> {
  const [ofAddress, ofBody] = [ignoredParameters(sent, [], fields), ignoredMeta('ignored_fields', unknown, fields)]
  const meant = Object.assign({}, ofAddress.did_you_mean, ofBody.did_you_mean)
  return { ...ofAddress, ...ofBody, ...(Object.keys(meant).length > 0 && { did_you_mean: meant }) }
}

/** Parameters that a caller may filter by. */
export const filterNames = (filters: Record<string, Filter>, { by }: Caller): string[] =>
  Object.entries(filters).flatMap(([name, { consoleOnly }]) => (consoleOnly && by.kind === 'key' ? [] : [name]))

/** Parameters of a list. */
export const listParameters = (resource: Resource, caller: Caller): string[] => [
  ...filterNames(resource.list.filters, caller),
  ...(sortsFor(resource, caller).length > 0 ? ['sort'] : []),
  'page',
  'per_page',
  'cursor',
]
