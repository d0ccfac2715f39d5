/** What the pages before the sign-in know of the installation. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Front } from '../../../src/console/front-route.ts'
import { request } from '../api/request.ts'

/** Reads it once. */
export const useFront = (): UseQueryResult<Front> =>
  useQuery({
    queryKey: ['front'],
    queryFn: async () => (await request<Front>('/front')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
