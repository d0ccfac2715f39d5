/** Names of the people whom records name by their ids: asked for at once for all that are shown. */
import { useViews } from './use-offers.ts'

/** Names by id. */
export interface Names {
  /** The name of who is on record and in sight. */
  of(id: number | null): string | undefined
  /** Whether names are still on their way. */
  loading: boolean
}

/** As many as are asked for at once: a page of a list has no more. */
const AT_ONCE = 100

/** @param ids null where a record names nobody */
export function useNames(ids: readonly (number | null)[]): Names {
  const wanted = [...new Set(ids)].filter(id => id !== null).sort((a, b) => a - b)
  const parts = Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, part) => ({
    ids: wanted.slice(part * AT_ONCE, (part + 1) * AT_ONCE).join(','),
  }))
  const found = useViews('people_names', parts)
  const names = new Map(found.flatMap(({ data }) => data ?? []).map(({ id, name }) => [id, name]))
  return {
    of: id => (id === null ? undefined : names.get(id)),
    loading: found.some(one => one.isLoading || one.isPlaceholderData),
  }
}
