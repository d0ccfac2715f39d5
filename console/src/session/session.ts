/** Who is signed in, and what they may do. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ShownGroup, ShownItem } from '../../../src/resource/navigation.ts'
import type { Role } from '../../../src/resource/roles.ts'
import type { Tones } from '../../../src/resource/tone.ts'
import { queryClient } from '../api/query-client.ts'
import { Refusal } from '../api/refusal.ts'
import { onFactorWanted, onSignedOut, request } from '../api/request.ts'
import { followLanguage } from '../texts/chosen-language.ts'
import { dropDraftsOfOthers } from './kept-drafts.ts'
import { forgetFiles } from './kept-files.ts'

/** Of a church that is closed and waits to be removed. */
export interface Closing {
  /** Null where whoever runs the service closed it. */
  by: string | null
  remove_at: string
}

/** What somebody is in one church, as the server tells it. */
export interface Membership {
  church: {
    id: number
    slug: string
    name: string
    country: string
    currency: string
    timezone: string
    modules: string[]
  }
  role: Role
  branch_id: number | null
  /** Whether the church waits for a second factor of theirs: until then they can set one up, and nothing else. */
  wants_factor: boolean
  /** Null while the church is open; only owners see one that is closed. */
  closing: Closing | null
  /** Such as `people:write`. */
  scopes: string[]
  /** Such as `people.remove`. */
  offers: string[]
  /** What they find in the navigation, in English. */
  navigation: ShownGroup[]
  /** What they do most, in English: the bar of a narrow screen. */
  atThumb: ShownItem[]
}

/** Who is signed in, as the server tells it. */
export interface Session {
  user: {
    id: string
    name: string
    email: string
    /** Whether they have shown that the address is theirs. */
    email_verified: boolean
    /** Whether there is an authenticator app or a passkey. */
    two_factor_enabled: boolean
    app: boolean
    passkeys: boolean
    /** The language that they chose (BCP 47); null for what their browser asks for. */
    language: string | null
  }
  memberships: Membership[]
  /** Whether the service can send mail. */
  mails: boolean
  /** What there is to choose from, English first. */
  languages: string[]
  /** The colours of values of choices. */
  tones: Tones
}

const KEY = ['session']

/** Null while nobody is signed in. */
async function load(): Promise<Session | null> {
  try {
    const { data } = await request<Session>('/session')
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
