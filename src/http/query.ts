/** Reads the query of a URL. */
import type { Query } from '../resource/list.ts'

/** Parameters by name; names that were sent twice are remembered as such. Bad percent-encoding becomes U+FFFD. */
export function readQuery(search: string): Query {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  if (search !== '') {
    for (const [name, value] of new URLSearchParams(search)) {
      if (values.has(name)) repeated.add(name)
      else values.set(name, value)
    }
  }
  return { values, repeated }
}
