/** What only the console offers, beside the resources: actions, which change something, and views. */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { actionAt, parametersOf, type Query, viewAt } from './addresses.ts'
import type { Actions, Views } from './offers.ts'
import { queryClient } from './query-client.ts'
import { request } from './request.ts'
import { useShownChurch } from './shown-church.ts'
import { readTogether } from './view-batch.ts'

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

/** A view for each of several parameters; what one showed before stays while others load. */
export function useViews<Name extends keyof Views>(
  name: Name,
  each: readonly Asked<Name>[],
): UseQueryResult<Views[Name]['output']>[] {
  const { church } = useShownChurch()
  return useQueries({
    queries: each.map(parameters => ({
      queryKey: [church.slug, 'views', name, parameters],
      queryFn: ({ signal }: { signal: AbortSignal }) => readView(church.slug, name, parameters, signal),
      placeholderData: keepPreviousData,
    })),
  }) as UseQueryResult<Views[Name]['output']>[]
}

/**
 * A view that is read part by part.
 * @param next the parameters of the part after one, beside the others; undefined after the last
 */
export function useViewParts<Name extends keyof Views>(
  name: Name,
  parameters: Asked<Name>,
  next: (part: Views[Name]['output']) => Asked<Name> | undefined,
  enabled = true,
): UseInfiniteQueryResult<InfiniteData<Views[Name]['output']>> {
  const { church } = useShownChurch()
  return useInfiniteQuery({
    queryKey: [church.slug, 'views', name, 'parts', parameters],
    queryFn: ({ pageParam, signal }) =>
      readView(church.slug, name, { ...parameters, ...(pageParam as object) }, signal),
    initialPageParam: {},
    getNextPageParam: next,
    enabled,
  })
}

/** What is read again and again while it is shown. */
interface Followed<Name extends keyof Views> {
  /** Tells it from others of the same name. */
  key: string | number
  /** What it is asked with, each time. */
  parameters(): Asked<Name>
  /** Told before each reading; what it gives comes back with the answer. */
  before(): number
  /** Takes an answer. */
  take(answer: Views[Name]['output'], asked: number): void
  /** Milliseconds between readings, while the page is in sight. */
  every: number
}

/** Reads a view again and again, and hands over each answer: for views that tell what changed. */
export function useFollowed<Name extends keyof Views>(
  name: Name,
  { key, parameters, before, take, every }: Followed<Name>,
): UseQueryResult<number> {
  const { church } = useShownChurch()
  return useQuery({
    queryKey: [church.slug, 'followed', name, key],
    queryFn: async ({ signal }) => {
      const asked = before()
      take(await readView(church.slug, name, parameters(), signal), asked)
      return asked
    },
    refetchInterval: every,
    // Who comes back begins anew: the answers were taken by what is gone.
    gcTime: 0,
  })
}

async function readView<Name extends keyof Views>(
  slug: string,
  name: Name,
  parameters: Asked<Name>,
  signal: AbortSignal,
): Promise<Views[Name]['output']> {
  if (parametersOf(parameters as Query) === '') return await readTogether(slug, name)
  return (await request(viewAt(slug, name, parameters as Query), { signal })).data
}

/** An action; when it is done, everything that is shown of the church is read again. */
export const useAction = <Name extends keyof Actions>(
  name: Name,
): UseMutationResult<Actions[Name]['output'], Error, Actions[Name]['input']> =>
  useSending((slug, input) => sendAction(slug, name, input))

/** Sends an action, and has nothing read again but what is shown next: for what is tapped in a row. */
export function useSender<Name extends keyof Actions>(
  name: Name,
): (input: Actions[Name]['input']) => Promise<Actions[Name]['output']> {
  const { church } = useShownChurch()
  return useCallback(
    async input => {
      const output = await sendAction(church.slug, name, input)
      void queryClient.invalidateQueries({ queryKey: [church.slug], refetchType: 'none' })
      return output
    },
    [church.slug, name],
  )
}

const sendAction = async <Name extends keyof Actions>(
  slug: string,
  name: Name,
  body: Actions[Name]['input'],
): Promise<Actions[Name]['output']> => (await request(actionAt(slug, name), { body })).data

/** Sends what one is given; when it is done, everything that is shown of the church is read again. @param send with the church's slug */
export function useSending<Output, Input>(
  send: (slug: string, input: Input) => Promise<Output>,
): UseMutationResult<Output, Error, Input> {
  const { church } = useShownChurch()
  return useMutation({
    mutationFn: (input: Input) => send(church.slug, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [church.slug] }),
  })
}
