/** The roll of a class, as it is now: what is tapped here, and what the other teacher taps. */
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import type { ClassRoll } from '../../../src/modules/school/class-views.ts'
import { queryClient } from '../api/query-client.ts'
import { reasonOf, worthRetrying } from '../api/refusal.ts'
import { useFollowed, useSender } from '../api/use-offers.ts'
import { inOrder, Taps } from '../meetings/taps.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** Somebody on the roll. */
export type Pupil = ClassRoll['pupils'][number]
/** What is said of somebody; `undone` is nothing. */
export type PupilState = NonNullable<Pupil['state']> | 'undone'
/** Taps on names, by the id of the person. */
export type PupilMarks = Taps<number, PupilState, PupilState>

/** How long what another teacher did may stay unseen, in milliseconds. */
const EVERY_MS = 3_000

/** Follows a session while it is shown. */
export function useClassRoll(id: number) {
  const { slug } = useMembership().church
  const [pupils, setPupils] = useState<readonly Pupil[]>([])
  const [others, setOthers] = useState(0)
  const names = useRef(new Map<number, string>())
  const send = useSender('class_sessions.mark')
  const rules = useRef({ send, slug })
  rules.current = { send, slug }
  const [marks] = useState(
    (): PupilMarks =>
      new Taps({
        apply: (_known, state) => state,
        join: (_first, then) => then,
        async send(person_id, state) {
          await rules.current.send({ id, person_id, state })
          return state
        },
        isKept: (_state, error) => worthRetrying(error),
        refused(person_id, error) {
          const title = t('{name}: not saved', { name: names.current.get(person_id) ?? '' })
          notifications.show({ color: 'red', title, message: reasonOf(error) })
          void queryClient.invalidateQueries({ queryKey: [rules.current.slug] })
        },
      }),
  )
  const reading = useFollowed('class_roll', {
    key: id,
    every: EVERY_MS,
    parameters: () => ({ id }),
    before: inOrder,
    take({ session, pupils: came, others: unseen }, asked) {
      for (const { person_id, name } of came) names.current.set(person_id, name)
      marks.learn(
        came.map(({ person_id, state }) => [person_id, state ?? 'undone']),
        asked,
      )
      setPupils(came)
      setOthers(unseen)
      // Another teacher may have closed it.
      queryClient.setQueryData<ClassRoll['session']>([slug, 'class_sessions', 'one', id], before =>
        before !== undefined && before.updated_at > session.updated_at ? before : session,
      )
      marks.again()
    },
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (marks.kept() > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [marks])
  return { pupils, others, marks, reading }
}
