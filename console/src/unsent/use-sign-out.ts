/** Signing out, with what waits to be sent from this device. */
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { attempt } from '../session/attempt.ts'
import { useMembership } from '../session/membership.tsx'
import { forgetEverything } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { sendWaiting } from './sending.ts'
import { dropAll, unsentOf } from './store.ts'

/** What waits is sent first; where something is left, the person is asked: `unsent` is how much, until they `stay` or `signOut`. */
export function useSignOut(): { unsent: number; leave(): Promise<void>; stay(): void; signOut(): Promise<void> } {
  const { user } = useMembership()
  const [, navigate] = useLocation()
  const [unsent, setUnsent] = useState(0)

  async function leave(): Promise<void> {
    await sendWaiting(user.id)
    const left = await unsentOf(user.id)
    if (left.length > 0) setUnsent(left.length)
    else await signOut()
  }

  async function signOut(): Promise<void> {
    setUnsent(0)
    const { problem } = await attempt<unknown>(auth => auth.signOut())
    if (problem !== undefined)
      return void notifications.show({ color: 'red', title: t('Not signed out'), message: problem })
    await dropAll(user.id)
    forgetEverything()
    navigate('/')
  }

  return { unsent, leave, stay: () => setUnsent(0), signOut }
}
