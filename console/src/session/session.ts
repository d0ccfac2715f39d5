/** Who is signed in, and what they may do. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { SessionShown as Session } from '../../../src/console/answers.ts'
import { own } from '../api/addresses.ts'
import { queryClient } from '../api/query-client.ts'
import { Refusal } from '../api/refusal.ts'
import { onFactorWanted, onSignedOut, request } from '../api/request.ts'
import { followLanguage } from '../texts/chosen-language.ts'
import { dropDraftsOfOthers } from './kept-drafts.ts'
import { forgetFiles } from './kept-files.ts'

export type { Closing, Membership, SessionShown as Session } from '../../../src/console/answers.ts'

const KEY = ['session']

/** Null while nobody is signed in. */
async function load(): Promise<Session | null> {
  try {
    const { data } = await request(own('GET /session'))
    followLanguage(data.user.language)
    // Of who was here before nothing may be found.
    dropDraftsOfOthers(data.user.id)
    return data
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null
    throw error
  }
}

/** The session; `data` is null when nobody is signed in. */
export const useSession = (): UseQueryResult<Session | null> =>
  useQuery({ queryKey: KEY, queryFn: load, staleTime: 60_000 })

/** Asks again who is signed in, after signing in. */
export const refreshSession = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY })

/** The sign-in page is shown in place of what was shown; the address stays, so that it is shown again afterwards. */
onSignedOut(typedBy => {
  const shown = queryClient.getQueryData<Session | null>(KEY)
  // What was sent for somebody who was here before says nothing of who is signed in now.
  if (typedBy === undefined || shown?.user.id === typedBy) queryClient.setQueryData(KEY, null)
})

/** What is left to do is shown in place of the page. */
onFactorWanted(() => void refreshSession())

function forget(): void {
  queryClient.setQueryData(KEY, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
  sessionStorage.clear()
  dropDraftsOfOthers()
}

/** Other tabs of this browser: whoever signs out in one has signed out in all. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('sexton-signed-out') : undefined
tabs?.addEventListener('message', forget)

/** Forgets everything that was read and typed, after signing out: nothing of it may be shown to who signs in next. */
export function forgetEverything(): void {
  forget()
  tabs?.postMessage(null)
  forgetFiles()
}
