/** The roll and the head counts of a meeting, as they are now: what is tapped here, and what others tap. */
import { notifications } from '@mantine/notifications'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Roll, RollName } from '../../../src/modules/meetings/roll-view.ts'
import type { Actions } from '../api/offers.ts'
import { queryClient } from '../api/query-client.ts'
import { Refusal, reasonOf, worthRetrying } from '../api/refusal.ts'
import { useFollowed, useSender } from '../api/use-offers.ts'
import { wordOf } from '../formats/words.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { Discarded, useKeptTaps, Waits } from '../unsent/use-kept-taps.ts'
import { inOrder, Taps } from './taps.ts'
import { useLeaveAsked } from './use-leave-asked.ts'

/** What is said of somebody; `undone` is nothing. */
export type MarkState = NonNullable<RollName['state']>
/** Taps on names, by the id of the person. */
export type Marks = Taps<number, MarkState, MarkState>
/** A count is typed, or tapped one by one. */
export type CountChange = { to: number | null } | { more: number }
/** Taps on head counts, by category; null where nobody counted. */
export type Counts = Taps<string, number | null, CountChange>

/** How long what another person did may stay unseen, in milliseconds. */
const EVERY_MS = 3_000

const countAfter = (known: number | null | undefined, change: CountChange): number | null =>
  'to' in change ? change.to : Math.max(0, (known ?? 0) + change.more)

/** Two changes of a count as one. */
function joined(first: CountChange, then: CountChange): CountChange {
  if ('to' in then) return then
  return 'to' in first ? { to: countAfter(first.to, then) } : { more: first.more + then.more }
}

type Shown = Roll['meeting']

/** Shows a meeting as the server has it by now, unless something newer is shown. */
function useSeeMeeting(): (meeting: Shown) => void {
  const { slug } = useMembership().church
  return meeting => {
    queryClient.setQueryData<Shown>([slug, 'meetings', 'one', meeting.id], before =>
      before !== undefined && before.updated_at > meeting.updated_at ? before : meeting,
    )
  }
}

/** Says what was not saved, and looks at the meeting anew: it may be closed by now. */
function useRefused(): (title: string, error: unknown) => void {
  const { slug } = useMembership().church
  return (title, error) => {
    notifications.show({ color: 'red', title, message: reasonOf(error) })
    void queryClient.invalidateQueries({ queryKey: [slug] })
  }
}

/** What a row shows beside its mark: who is marked as most are shows no more than who is not marked. */
const shownOf = ({ name, role, first_time, note }: RollName): string =>
  JSON.stringify([name, role ?? 'attendee', first_time ?? false, note])

/** Names with those that came, or changed, in their places; the same list where nothing did. */
function merged(before: readonly RollName[], came: readonly RollName[]): readonly RollName[] {
  const fresh = new Map(came.map(name => [name.person_id, name]))
  const isSame = (one: RollName, other: RollName): boolean => shownOf(one) === shownOf(other)
  const after = before.map(one => {
    const other = fresh.get(one.person_id)
    fresh.delete(one.person_id)
    return other === undefined || isSame(one, other) ? one : other
  })
  return fresh.size === 0 && after.every((one, at) => one === before[at]) ? before : [...fresh.values(), ...after]
}

/** The roll of a meeting while it is shown. */
export interface LiveRoll {
  names: readonly RollName[]
  /** There are more names than are shown: the server is to search for them. */
  hasMore: boolean
  categories: readonly string[]
  marks: Marks
  counts: Counts
  /** How the reading goes. */
  reading: UseQueryResult<number>
  /** Takes what was found by searching, or was just added. */
  learn(names: readonly RollName[], asked: number): void
}

/** Follows a meeting while it is shown. */
export function useRoll(meeting_id: number): LiveRoll {
  const see = useSeeMeeting()
  const [names, setNames] = useState<readonly RollName[]>([])
  const [categories, setCategories] = useState<readonly string[]>([])
  const [hasMore, setHasMore] = useState(false)
  const nameOf = useRef(new Map<number, string>())
  const { marks, outlasts } = useMarks(meeting_id, see, nameOf.current)
  const counts = useCounts(meeting_id, see)
  const since = useRef<string>(undefined)

  function learn(came: readonly RollName[], asked: number): void {
    for (const { person_id, name } of came) nameOf.current.set(person_id, name)
    marks.learn(
      came.map(({ person_id, state }) => [person_id, state ?? 'undone']),
      asked,
    )
    setNames(before => merged(before, came))
  }

  const reading = useFollowed('roll', {
    key: meeting_id,
    every: EVERY_MS,
    parameters: () => ({ meeting_id, since: since.current }),
    before: inOrder,
    take(roll, asked) {
      if (since.current === undefined) setHasMore(roll.has_more)
      since.current = roll.as_of
      learn(roll.names, asked)
      counts.learn(
        roll.counts.map(({ category, count }) => [category, count]),
        asked,
      )
      const asks = roll.counts.map(({ category }) => category)
      setCategories(before => (before.join('\n') === asks.join('\n') ? before : asks))
      see(roll.meeting)
      marks.again()
      counts.again()
    },
  })
  useLeaveAsked(() => (outlasts() ? 0 : marks.kept()) + counts.kept())
  return { names, hasMore, categories, marks, counts, reading, learn }
}

type MarkAnswer = Actions['attendances.mark']['output']

function useMarks(
  meeting_id: number,
  see: (meeting: Shown) => void,
  names: ReadonlyMap<number, string>,
): { marks: Marks; outlasts(): boolean } {
  const kept = useKeptTaps('attendances.mark', meeting_id, `/meetings/${meeting_id}`)
  const refused = useRefused()
  const rules = useRef({ see, kept, refused })
  rules.current = { see, kept, refused }
  const [marks] = useState(
    (): Marks =>
      new Taps({
        apply: (_known, state) => state,
        join: (_first, then) => then,
        keep(person_id, state) {
          const said = state === 'undone' ? t('Not marked') : wordOf(state)
          const title = t('{name}: {state}', { name: names.get(person_id) ?? '', state: said })
          rules.current.kept.keep({ person: person_id, body: { meeting_id, person_id, state }, title })
        },
        async send(person_id, state) {
          const answer = (await rules.current.kept.send(person_id)) as MarkAnswer | undefined
          if (answer !== undefined) rules.current.see(answer.meeting)
          return answer?.attendance.state ?? state
        },
        isKept: (_state, error) => error instanceof Waits,
        refused(person_id, error) {
          rules.current.kept.drop(person_id)
          if (error instanceof Discarded) return
          rules.current.refused(t('{name}: not saved', { name: names.get(person_id) ?? '' }), error)
        },
      }),
  )
  return { marks, outlasts: () => rules.current.kept.outlasts() }
}

function useCounts(meeting_id: number, see: (meeting: Shown) => void): Counts {
  const add = useSender('headcounts.add')
  const set = useSender('headcounts.set')
  const refused = useRefused()
  const rules = useRef({ see, add, set, refused })
  rules.current = { see, add, set, refused }
  const [counts] = useState(
    (): Counts =>
      new Taps({
        apply: countAfter,
        join: joined,
        async send(category, change) {
          if ('to' in change) {
            const { headcount, meeting } = await rules.current.set({ meeting_id, category, count: change.to })
            rules.current.see(meeting)
            return headcount.count
          }
          const { headcount, meeting } = await rules.current.add({ meeting_id, category, more: change.more })
          rules.current.see(meeting)
          return headcount.count
        },
        // Taps that were not answered may have been counted.
        isKept: (change, error) => ('to' in change || error instanceof Refusal) && worthRetrying(error),
        refused: (category, error) => rules.current.refused(t('{name}: not saved', { name: category }), error),
      }),
  )
  return counts
}
