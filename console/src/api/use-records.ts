/** Hooks for the records of the church that is shown. */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Branch, Fund, Resources } from '../api-types.ts'
import type { Answer, ListMeta, Query, ResourceName } from './addresses.ts'
import { type ListQuery, list, listAll, listUpTo, one } from './resources.ts'
import { useShownChurch } from './shown-church.ts'

type Page<Name extends ResourceName> = Answer<Resources[Name]['item'][], Resources[Name]['meta'] & ListMeta>

/**
 * One page of a list; the page before it stays while this one loads.
 * @param most for paper: the list from its beginning, in the place of one page, and not more than so many
 */
export function useRecords<Name extends ResourceName>(
  name: Name,
  query: ListQuery<Name>,
  enabled = true,
  most?: number,
): UseQueryResult<Page<Name>> {
  const { church } = useShownChurch()
  return useQuery({
    queryKey: [church.slug, name, 'list', query, most],
    queryFn: ({ signal }) => {
      const page = (asked: Query) => list(church.slug, name, asked as ListQuery<Name>, signal)
      return most === undefined ? page(query as Query) : listUpTo(page, query as Query, most)
    },
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** One record, by its id. */
export function useRecord<Name extends ResourceName>(
  name: Name,
  id: number | null | undefined,
): UseQueryResult<Resources[Name]['one']> {
  const { church } = useShownChurch()
  return useQuery({
    queryKey: [church.slug, name, 'one', id],
    queryFn: ({ signal }) => one(church.slug, name, id ?? 0, signal),
    enabled: typeof id === 'number',
  })
}

const SELDOM_CHANGED = 5 * 60_000

/** Every record of a resource of which a church has few. */
export function useAll<Name extends ResourceName>(name: Name): UseQueryResult<Resources[Name]['item'][]> {
  const { church, scopes } = useShownChurch()
  return useQuery({
    queryKey: [church.slug, name, 'all'],
    queryFn: ({ signal }) => listAll(church.slug, name, signal),
    staleTime: SELDOM_CHANGED,
    enabled: scopes.includes(`${name}:read`),
  })
}

/** Every branch that is in sight. */
export const useBranches = (): UseQueryResult<Branch[]> => useAll('branches')

/** Every fund. */
export const useFunds = (): UseQueryResult<Fund[]> => useAll('funds')
