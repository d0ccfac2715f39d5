/** What only the console offers, beside the resources: actions, which change something, and views. */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { Actions, Views } from './offers.ts'
import { queryClient } from './query-client.ts'
import { request } from './request.ts'
import { useShownChurch } from './shown-church.ts'

/** What a page asks a view with: what is undefined is left out. */
export type Asked<Name extends keyof Views> = {
  [Key in keyof Views[Name]['input']]?: Views[Name]['input'][Key] | undefined
}

/**
 * What a view shows; what it showed before stays while other parameters load.
 * @param again milliseconds after which it is read again, by what was read; false for never
 */
export function useView<Name extends keyof Views>(
  name: Name,
  parameters: Asked<Name> = {},
  enabled = true,
  again: (data: Views[Name]['output'] | undefined) => number | false = () => false,
): UseQueryResult<Views[Name]['output']> {
  const { church } = useShownChurch()
  return useQuery<Views[Name]['output']>({
    queryKey: [church.slug, 'views', name, parameters],
    queryFn: ({ signal }) => readView(church.slug, name, parameters, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state }) => again(state.data),
  })
}

/**
 * A view that is read part by part.
 * @param next the parameters of the part after one, beside the others; undefined after the last
 */
export function useViewParts<Name extends keyof Views>(
  name: Name,
  parameters: Asked<Name>,
  next: (part: Views[Name]['output']) => Asked<Name> | undefined,
): UseInfiniteQueryResult<InfiniteData<Views[Name]['output']>> {
  const { church } = useShownChurch()
  return useInfiniteQuery({
    queryKey: [church.slug, 'views', name, 'parts', parameters],
    queryFn: ({ pageParam, signal }) =>
      readView(church.slug, name, { ...parameters, ...(pageParam as object) }, signal),
    initialPageParam: {},
    getNextPageParam: next,
  })
}

async function readView<Name extends keyof Views>(
  slug: string,
  name: Name,
  parameters: Asked<Name>,
  signal: AbortSignal,
): Promise<Views[Name]['output']> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  const text = query.toString()
  const address = `/${slug}/views/${name}${text === '' ? '' : `?${text}`}`
  return (await request<Views[Name]['output']>(address, { signal })).data
}

/** An action; when it is done, everything that is shown of the church is read again. */
export const useAction = <Name extends keyof Actions>(
  name: Name,
): UseMutationResult<Actions[Name]['output'], Error, Actions[Name]['input']> => useNamedAction(name)

/** The same for an action that the server declared with its fields: what it is given is checked there. */
export const useDeclaredAction = (name: string): UseMutationResult<unknown, Error, object> => useNamedAction(name)

function useNamedAction<Output, Input>(name: string): UseMutationResult<Output, Error, Input> {
  const { church } = useShownChurch()
  return useMutation({
    mutationFn: async (input: Input) => {
      const address = `/${church.slug}/actions/${name}`
      return (await request<Output>(address, { method: 'POST', body: input })).data
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [church.slug] }),
  })
}
