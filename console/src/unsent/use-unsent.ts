/** What of the person who is signed in waits to be sent, in the church that is shown. */
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { isOnItsWay, onChange, sendWaiting } from './sending.ts'
import { tidy, type Unsent, unsentOf } from './store.ts'

/** The entries of this church, in the order in which they were typed. */
export function useUnsent(): readonly Unsent[] {
  const { user, church } = useMembership()
  const [entries, setEntries] = useState<readonly Unsent[]>([])
  useEffect(() => {
    let isShown = true
    const read = async (): Promise<void> => {
      const all = await unsentOf(user.id)
      if (isShown) setEntries(all.filter(one => one.church === church.slug && !isOnItsWay(one.key)))
    }
    void read()
    const end = onChange(() => void read())
    return () => {
      isShown = false
      end()
    }
  }, [user.id, church.slug])
  return entries
}

/** Sends it, and says so. */
async function sendAndSay(user: string): Promise<void> {
  const count = await sendWaiting(user)
  if (count === 0) return
  const message = t('{count, plural, one {# entry that waited was sent.} other {# entries that waited were sent.}}', {
    count,
  })
  notifications.show({ message })
}

const SOON_MS = 10_000
const LATE_MS = 300_000

/**
 * Sends what waits: as the pages open, when the connection is back, when somebody looks at the page again, and now and then while
 * something waits, since a browser cannot tell a connection that leads nowhere.
 */
export function useSendingWaiting(isWaiting: boolean): void {
  const { user } = useMembership()
  useEffect(() => void tidy(user.id), [user.id])
  useEffect(() => {
    const send = (): void => void sendAndSay(user.id)
    const look = (): void => {
      if (document.visibilityState === 'visible') send()
    }
    send()
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', look)
    }
  }, [user.id])
  useEffect(() => {
    if (!isWaiting) return
    let timer: ReturnType<typeof setTimeout>
    let ended = false
    const later = (wait: number): void => {
      // It may have ended while it was sending: somebody else may be signed in by now.
      if (ended) return
      timer = setTimeout(() => void sendAndSay(user.id).finally(() => later(Math.min(wait * 2, LATE_MS))), wait)
    }
    later(SOON_MS)
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [isWaiting, user.id])
}
