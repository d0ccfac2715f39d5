/** Puts somebody on a roll: a person who is new is added first. */
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSender } from '../api/use-offers.ts'
import { useWrites } from '../api/use-writes.ts'
import { t } from '../texts/t.ts'
import { inOrder } from './taps.ts'
import type { LiveRoll } from './use-roll.ts'

/** What is asked of somebody new. */
export const NEW_FIELDS = ['first_name', 'last_name', 'phone', 'email'] as const
/** As typed. */
export type NewPerson = Record<(typeof NEW_FIELDS)[number], string>

/** Who came: somebody new, or a person on record. */
export interface Comer {
  who: NewPerson | { id: number; title: string }
  first_time: boolean
}

interface Added {
  id: number
  full_name: string
  /** Whether they are new here; who was on record already is no visitor by that. */
  isNew: boolean
}

/** @param onDone told when they are on the roll */
export function useAdding(meeting: { id: number; branch_id: number }, { learn }: LiveRoll, onDone: () => void) {
  const { create } = useWrites('none')
  const mark = useSender('attendances.mark')
  // The same form twice is one person.
  const [idempotencyKey] = useState(() => crypto.randomUUID())

  async function add({ who, first_time }: Comer): Promise<Added> {
    if ('id' in who) return { id: who.id, full_name: who.title, isNew: false }
    const { first_name, ...rest } = who
    const given = Object.fromEntries(Object.entries(rest).filter(([, text]) => text.trim() !== ''))
    const status = first_time ? ('first_timer' as const) : ('visitor' as const)
    const body = { ...given, first_name, branch_id: meeting.branch_id, status }
    const { data, meta } = await create('people', body, idempotencyKey)
    return { id: data.id, full_name: data.full_name, isNew: meta?.duplicate !== true }
  }

  return useMutation({
    async mutationFn(comer: Comer) {
      const added = await add(comer)
      const isGuest = added.isNew || ('id' in comer.who && comer.first_time)
      const { attendance } = await mark({
        meeting_id: meeting.id,
        person_id: added.id,
        state: 'present',
        ...(isGuest && { role: 'visitor', first_time: comer.first_time }),
      })
      return { added, attendance }
    },
    onSuccess({ added: { id, full_name: name }, attendance }) {
      // Who was merged meanwhile is on the roll by the record that was kept.
      const person_id = attendance.person_id ?? id
      const { id: attendance_id, state, role, first_time, note } = attendance
      learn([{ person_id, name, photo_url: null, attendance_id, state, role, first_time, note }], inOrder())
      notifications.show({ message: t('{name} is on the roll.', { name }) })
      onDone()
    },
  })
}
