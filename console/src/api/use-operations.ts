/** What only the console offers, beside the resources: operations, which change something, and views. */
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { request } from './request.ts'
import { useShownChurch } from './shown-church.ts'

type Parameters = Record<string, string | number | boolean | undefined>

/**
 * What a view shows; what it showed before stays while other parameters load.
 * @param again milliseconds after which it is read again, by what was read; false for never
 */
export function useView<Data>(
  name: string,
  parameters: Parameters = {},
  enabled = true,
  again: (data: Data | undefined) => number | false = () => false,
): UseQueryResult<Data> {
  const { church } = useShownChurch()
  return useQuery({
    queryKey: [church.slug, 'views', name, parameters],
    queryFn: async ({ signal }) => (await request<Data>(address(church.slug, name, parameters), { signal })).data,
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state }) => again(state.data),
  })
}

function address(slug: string, name: string, parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  const text = query.toString()
  return `/${slug}/views/${name}${text === '' ? '' : `?${text}`}`
}

/** An operation; when it is done, everything that is shown of the church is read again. */
export function useOperation<Input extends object, Data = unknown>(
  name: string,
): UseMutationResult<Data, Error, Input> {
  const { church } = useShownChurch()
  return useMutation({
    mutationFn: async (input: Input) =>
      (await request<Data>(`/${church.slug}/operations/${name}`, { method: 'POST', body: input })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [church.slug] }),
  })
}
