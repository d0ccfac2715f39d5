/** What the home page reads; each part loads by itself, and only for those who may see it. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { HomeGiving } from '../../../src/console/home/giving.ts'
import type { HomeMessages } from '../../../src/console/home/messages.ts'
import type { HomePeople } from '../../../src/console/home/people.ts'
import type { HomeWebhook } from '../../../src/console/home/webhooks.ts'
import { useView } from '../api/use-operations.ts'
import { useMembership } from '../session/membership.tsx'

function useAllowed<Data>(name: string): UseQueryResult<Data> {
  const { may } = useMembership()
  return useView<Data>(name, {}, may(name))
}

/** Sums of gifts, by month and fund. */
export const useGiving = () => useAllowed<HomeGiving>('home.giving')
/** How many there are, by status, and newcomers by week. */
export const usePeople = () => useAllowed<HomePeople>('home.people')
/** Messages that went out, by month and channel. */
export const useMessages = () => useAllowed<HomeMessages>('home.messages')
/** How each endpoint is doing. */
export const useWebhooks = () => useAllowed<HomeWebhook[]>('home.webhooks')
