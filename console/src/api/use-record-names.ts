/** What records of any resource are called: asked for at once for all that are shown, or as one types. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { drawn, namesAt, type Query } from './addresses.ts'
import { request } from './request.ts'
import { useShownChurch } from './shown-church.ts'

/** As many as are asked for at once: a page of a list has no more. */
const AT_ONCE = 100

/** Names by resource and id, of what is in sight. @param asked ids by resource */
export function useRecordNames(
  asked: Readonly<Record<string, readonly number[]>>,
): (resource: string, id: number) => string | undefined {
  const { church } = useShownChurch()
  const parts = Object.entries(asked).flatMap(([resource, ids]) => {
    const wanted = [...new Set(ids)].sort((a, b) => a - b)
    return Array.from({ length: Math.ceil(wanted.length / AT_ONCE) }, (_, part) => ({
      resource,
      ids: wanted.slice(part * AT_ONCE, (part + 1) * AT_ONCE).join(','),
    }))
  })
  const found = useQueries({
    queries: parts.map(({ resource, ids }) => ({
      queryKey: [church.slug, resource, 'names', ids],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await request(namesAt(church.slug, resource, { ids }), { signal })).data,
      placeholderData: keepPreviousData,
    })),
  })
  const names = new Map(
    parts.flatMap(({ resource }, at) => (found[at]?.data ?? []).map(({ id, name }) => [`${resource} ${id}`, name])),
  )
  return (resource, id) => names.get(`${resource} ${id}`)
}

/** What a text finds among those that filters let through, the first few by their titles; all are looked through for an empty one. */
export function useNamesFound(resource: string, q: string, where: Query, enabled: boolean) {
  const { church } = useShownChurch()
  return useQuery({
    queryKey: [church.slug, resource, 'names', 'found', q, where],
    queryFn: async ({ signal }) => (await request(namesAt(church.slug, resource, { ...where, q }), { signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** As many as one looks through. */
const MOST_FOUND = 8

/** The first few records that the search of a list finds among those that filters let through. */
export function useSearched(resource: string, q: string, where: Query, enabled: boolean) {
  const { church } = useShownChurch()
  return useQuery({
    queryKey: [church.slug, resource, 'searched', q, where],
    queryFn: async ({ signal }) =>
      (await request(drawn.list(church.slug, resource, { ...where, q, per_page: MOST_FOUND }), { signal })).data,
    placeholderData: keepPreviousData,
    enabled,
  })
}
