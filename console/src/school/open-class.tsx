/** Opens the session of a class today, or goes on with it: one press. */

import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { reasonOf } from '../api/refusal.ts'
import { useWrites } from '../api/use-writes.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

interface OpenClassProps {
  /** Its id, which is that of its group. */
  id: number
  label: string
  /** Today's session, where there is one. */
  session?: { id: number } | null
}

export function OpenClass({ id, label, session }: OpenClassProps) {
  const { may, path } = useMembership()
  const { create } = useWrites()
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  if (!session && !may('class_sessions:write')) return null
  async function open(): Promise<void> {
    if (session) return go(path(`/class_sessions/${session.id}`))
    setBusy(true)
    try {
      const { data } = await create('class_sessions', { group_id: id }, crypto.randomUUID())
      go(path(`/class_sessions/${data.id}`))
    } catch (error) {
      notifications.show({ color: 'red', title: t('Not opened'), message: reasonOf(error) })
      setBusy(false)
    }
  }
  return (
    <BusyButton size="lg" busy={busy} onClick={() => void open()} style={{ alignSelf: 'start', maxWidth: '100%' }}>
      {label}
    </BusyButton>
  )
}
