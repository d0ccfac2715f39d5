/** What the home page reads; each part loads by itself, and only for those who may see it. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { Views } from '../api/offers.ts'
import { useView } from '../api/use-offers.ts'
import { useMembership } from '../session/membership.tsx'

/** The parts of the home page. */
type HomeView = Extract<keyof Views, `home.${string}`>

function useAllowed<Name extends HomeView>(name: Name): UseQueryResult<Views[Name]['output']> {
  const { may } = useMembership()
  return useView(name, {}, may(name))
}

/** Sums of gifts, by month and fund. */
export const useGiving = () => useAllowed('home.giving')
/** How many there are, by status, and newcomers by week. */
export const usePeople = () => useAllowed('home.people')
/** Messages that went out, by month and channel. */
export const useMessages = () => useAllowed('home.messages')
/** How each endpoint is doing. */
export const useWebhooks = () => useAllowed('home.webhooks')
/** The open tasks of whoever looks. */
export const useTasks = () => useAllowed('home.tasks')
