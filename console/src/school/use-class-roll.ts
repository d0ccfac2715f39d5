/** The roll of a class, as it is now: what is tapped here, and what the other teacher taps. */
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import type { ClassRoll } from '../../../src/modules/school/class-views.ts'
import { queryClient } from '../api/query-client.ts'
import { reasonOf } from '../api/refusal.ts'
import { useFollowed } from '../api/use-offers.ts'
import { wordOf } from '../formats/words.ts'
import { inOrder, Taps } from '../meetings/taps.ts'
import { useLeaveAsked } from '../meetings/use-leave-asked.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { Discarded, useKeptTaps, Waits } from '../unsent/use-kept-taps.ts'

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
  const kept = useKeptTaps('class_sessions.mark', id, `/class_sessions/${id}`)
  const rules = useRef({ kept, slug })
  rules.current = { kept, slug }
  const [marks] = useState(
    (): PupilMarks =>
      new Taps({
        apply: (_known, state) => state,
        join: (_first, then) => then,
        keep(person_id, state) {
          const said = state === 'undone' ? t('Not marked') : wordOf(state)
          const title = t('{name}: {state}', { name: names.current.get(person_id) ?? '', state: said })
          rules.current.kept.keep({ person: person_id, body: { id, person_id, state }, title })
        },
        async send(person_id, state) {
          await rules.current.kept.send(person_id)
          return state
        },
        isKept: (_state, error) => error instanceof Waits,
        refused(person_id, error) {
          rules.current.kept.drop(person_id)
          if (error instanceof Discarded) return
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
  useLeaveAsked(() => (kept.outlasts() ? 0 : marks.kept()))
  return { pupils, others, marks, reading }
}
