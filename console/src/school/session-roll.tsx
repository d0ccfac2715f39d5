/** On the page of a session: the roll, a tap for each who is there, and the button that closes it. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { dayOfWeek } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { childNotes } from '../groups/child-notes.ts'
import type { AnyRecord } from '../house/house.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { UnsavedMarks } from '../meetings/unsaved-marks.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { AddVisitor } from './add-visitor.tsx'
import { OthersOfRoll } from './class-parts.tsx'
import { TeacherLink } from './teacher-link.tsx'
import { type Pupil, type PupilMarks, useClassRoll } from './use-class-roll.ts'

/** @param record a session */
export function SessionRoll({ record }: { record: AnyRecord }) {
  const { may } = useMembership()
  const session = record as { id: number; held_on: string; status: string; branch_id: number }
  const { pupils, others, marks, reading } = useClassRoll(session.id)
  const close = useNotifiedAction('class_sessions.close', t('Not closed'))
  const takes = session.status === 'open' && may('class_sessions.mark')
  return (
    <Stack>
      <Text>{dayOfWeek(session.held_on)}</Text>
      <Section
        title={t('Roll')}
        actions={
          takes && (
            <Group gap="xs">
              <AddVisitor session={session.id} onAdded={reading.refetch} />
              <TeacherLink session={session.id} />
            </Group>
          )
        }
      >
        {reading.data === undefined ? (
          reading.error ? (
            <LoadProblem error={reading.error} onRetry={reading.refetch} />
          ) : (
            <RowsSkeleton />
          )
        ) : (
          <Stack gap="sm">
            <Sums pupils={pupils} marks={marks} />
            <ul className="class-roll" aria-label={t('Roll')}>
              {pupils.map(pupil => (
                <PupilRow key={pupil.person_id} pupil={pupil} marks={marks} takes={takes} />
              ))}
            </ul>
            {pupils.length === 0 && others === 0 && (
              <Text c="dimmed">{t('Nobody belongs to this class yet. Add its pupils to its group.')}</Text>
            )}
            <OthersOfRoll others={others} closes={takes} />
            {takes && (
              <BusyButton
                size="lg"
                busy={close.pending}
                onClick={() => void close.act({ id: session.id }, closedWords(others))}
              >
                {t('Close')}
              </BusyButton>
            )}
          </Stack>
        )}
      </Section>
    </Stack>
  )
}

/** Of those whom whoever closes it does not see nobody is written down as absent. */
const closedWords = (others: number): string =>
  others > 0
    ? t('Session closed. Of the pupils whom you see, whoever was not marked is absent.')
    : t('Session closed. Whoever was not marked is absent.')

const teaches = ({ role }: Pupil): boolean => role === 'leader' || role === 'assistant'

/** How many there are, and what is not saved yet. */
function Sums({ pupils, marks }: { pupils: readonly Pupil[]; marks: PupilMarks }) {
  useSyncExternalStore(marks.onAny, marks.version)
  const children = pupils.filter(one => !teaches(one))
  const present = children.filter(one => marks.get(one.person_id) === 'present').length
  const kept = marks.kept()
  return (
    <>
      <Text role="status">{t('{present, number} of {all, number} present', { present, all: children.length })}</Text>
      <UnsavedMarks kept={kept} />
    </>
  )
}

interface PupilRowProps {
  pupil: Pupil
  marks: PupilMarks
  takes: boolean
}

function PupilRow({ pupil, marks, takes }: PupilRowProps) {
  const { person_id, name } = pupil
  const state = useSyncExternalStore(
    listener => marks.onKey(person_id, listener),
    () => marks.get(person_id),
  )
  const aside = pupil.role === null ? t('Visitor') : teaches(pupil) ? t('Teacher') : undefined
  const notes = childNotes(pupil)
  const words = (
    <span>
      {name}
      {notes !== '' && <strong className="class-note">{notes}</strong>}
      {aside !== undefined && <small className="class-aside">{aside}</small>}
    </span>
  )
  if (!takes) {
    return (
      <li>
        {words}
        <span>{state === undefined || state === 'undone' ? t('Not marked') : wordOf(state)}</span>
      </li>
    )
  }
  const here = state === 'present'
  const excused = state === 'excused'
  return (
    <li>
      <button type="button" aria-pressed={here} onClick={() => marks.tap(person_id, here ? 'undone' : 'present')}>
        <Icon name={here ? 'done' : 'plus'} size={20} />
        {words}
      </button>
      {!teaches(pupil) && (
        <Button
          variant={excused ? 'filled' : 'default'}
          size="md"
          aria-label={t('{name}: {state}', { name, state: wordOf('excused') })}
          aria-pressed={excused}
          onClick={() => marks.tap(person_id, excused ? 'undone' : 'excused')}
        >
          {wordOf('excused')}
        </Button>
      )}
    </li>
  )
}
