/** What the pages before the sign-in know of the installation. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Front } from '../../../src/console/answers.ts'
import { own } from '../api/addresses.ts'
import { request } from '../api/request.ts'

/** Reads it once. */
export const useFront = (): UseQueryResult<Front> =>
  useQuery({
    queryKey: ['front'],
    queryFn: async () => (await request(own('GET /front'))).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
