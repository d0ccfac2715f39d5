/** The declarations that pages are drawn from: what the server says of each resource, as far as the member may see it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ShownField, ShownResource } from '../../../src/console/house-shown.ts'
import { type Answer, request } from '../api/request.ts'
import type { ListMeta } from '../api/resources.ts'
import { useMembership } from '../session/membership.tsx'

export type { ShownAction, ShownField, ShownFilter, ShownResource } from '../../../src/console/house-shown.ts'

/** A record of any resource. */
export type AnyRecord = Record<string, unknown> & { id: number }

/** Every resource that the member may read. It changes with a release or a role, both of which load the pages anew. */
export function useHouse(): readonly ShownResource[] | undefined {
  const { church, role } = useMembership()
  const house = useQuery({
    queryKey: ['house', church.slug, role, church.modules],
    queryFn: async ({ signal }) => (await request<ShownResource[]>(`/${church.slug}/house`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return house.data
}

/** One page of a list. @param query parameters of the list */
export function useDeclaredList(name: string, query: Readonly<Record<string, string>>) {
  const { church } = useMembership()
  return useQuery({
    queryKey: [church.slug, name, 'list', query],
    queryFn: ({ signal }) =>
      request<AnyRecord[], ListMeta & Record<string, unknown>>(
        `/${church.slug}/${name}?${new URLSearchParams(query)}`,
        {
          signal,
        },
      ) as Promise<Answer<AnyRecord[], ListMeta & Record<string, unknown>>>,
    placeholderData: keepPreviousData,
  })
}

/** One record; nothing is asked without an id. */
export function useDeclaredRecord(name: string, id: number | undefined) {
  const { church } = useMembership()
  return useQuery({
    queryKey: [church.slug, name, 'one', id],
    queryFn: async ({ signal }) => (await request<AnyRecord>(`/${church.slug}/${name}/${id}`, { signal })).data,
    enabled: id !== undefined,
  })
}

/** `prayer requests` as a title: Prayer requests. */
export const titleOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The fields of some names, in the order of the names. */
export const fieldsNamed = ({ fields }: ShownResource, names: readonly string[]): ShownField[] =>
  names.flatMap(name => fields.find(field => field.name === name) ?? [])
