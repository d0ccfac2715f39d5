/** What the server said, kept and refreshed (TanStack Query). */
import { QueryClient } from '@tanstack/react-query'
import { worthRetrying } from './refusal.ts'

/** One for the page: whoever changes something tells it what to read again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Asked without a connection, too: a page then says that there is none, and does not seem to load for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 1 && worthRetrying(error),
    },
    // A form says itself that it could not save, and keeps what was typed.
    mutations: { retry: false, networkMode: 'always' },
  },
})
