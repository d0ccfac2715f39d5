/** Names of the people whom records name by their ids: asked for at once for all that are shown. */
import { useView } from './use-offers.ts'

/** Names by id. */
export interface Names {
  /** The name of who is on record and in sight. */
  of(id: number | null): string | undefined
  /** Whether names are still on their way. */
  loading: boolean
}

/** @param ids up to 100, as many as a page of a list holds; null where a record names nobody */
export function useNames(ids: readonly (number | null)[]): Names {
  const wanted = [...new Set(ids)].filter(id => id !== null).sort((a, b) => a - b)
  const found = useView('people_names', { ids: wanted.join(',') }, wanted.length > 0)
  const names = new Map(found.data?.map(({ id, name }) => [id, name]))
  return { of: id => (id === null ? undefined : names.get(id)), loading: found.isLoading || found.isPlaceholderData }
}
