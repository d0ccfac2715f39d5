/** The roll of a meeting: names to tap, with a search, and who was not expected. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { fold } from '../../../src/lib/fold.ts'
import type { RollName } from '../../../src/modules/meetings/roll-view.ts'
import { useView } from '../api/use-offers.ts'
import { LoadProblem, RowsSkeleton } from '../lists/record-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { AddSomebody } from './add-somebody.tsx'
import { RollDetails } from './roll-details.tsx'
import { moveInRoll, RollRow } from './roll-row.tsx'
import { inOrder } from './taps.ts'
import { UnsavedMarks } from './unsaved-marks.tsx'
import type { LiveRoll, MarkState, Marks } from './use-roll.ts'

interface RollSectionProps {
  meeting: { id: number; branch_id: number; group_id: number | null }
  roll: LiveRoll
  /** Whether marks are taken. */
  open: boolean
}

export function RollSection({ meeting, roll, open }: RollSectionProps) {
  const { may } = useMembership()
  const [adding, dialog] = useDisclosure(false)
  const [more, setMore] = useState<RollName | null>(null)
  const takes = open && may('attendances.mark')
  const { reading, names } = roll
  const loaded = reading.data !== undefined
  return (
    <Section
      title={t('Roll')}
      actions={
        takes &&
        may('people:read') && (
          <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={dialog.open}>
            {t('Add somebody')}
          </Button>
        )
      }
    >
      {!loaded && (reading.error ? <LoadProblem error={reading.error} onRetry={reading.refetch} /> : <RowsSkeleton />)}
      {loaded && names.length === 0 && (
        <Text c="dimmed">
          {meeting.group_id === null
            ? t('Nobody is on record in this branch yet. Add the first one.')
            : t('The group had no members on that day.')}
        </Text>
      )}
      {names.length > 0 && (
        <Stack gap="sm">
          <Sums marks={roll.marks} />
          <Names meeting={meeting} roll={roll} takes={takes} onMore={setMore} />
        </Stack>
      )}
      {may('attendances:read') && (
        <Group mt="sm" className="no-print">
          <TextLink to={`/attendances?meeting_id=${meeting.id}&first_time=1`}>
            {t('Who was here for the first time')}
          </TextLink>
          <TextLink to={`/attendances?meeting_id=${meeting.id}`}>{t('All who are marked, as a list')}</TextLink>
        </Group>
      )}
      {more !== null && (
        <RollDetails key={more.person_id} meeting={meeting} name={more} roll={roll} onClose={() => setMore(null)} />
      )}
      {adding && <AddSomebody meeting={meeting} roll={roll} onClose={dialog.close} />}
    </Section>
  )
}

/** How many there are of each; what is not saved yet. */
function Sums({ marks }: { marks: Marks }) {
  useSyncExternalStore(marks.onAny, marks.version)
  const all = [...marks.values()]
  const many = (state: MarkState): number => all.filter(one => one === state).length
  const kept = marks.kept()
  return (
    <>
      <Text size="sm" role="status">
        {t('{present, number} present, {excused, number} excused, {absent, number} absent, {open, number} not marked', {
          present: many('present'),
          excused: many('excused'),
          absent: many('absent'),
          open: many('undone'),
        })}
      </Text>
      <UnsavedMarks kept={kept} />
    </>
  )
}

/** Those whose names have all that is typed, in any order. */
function found(names: readonly RollName[], typed: string): readonly RollName[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return names
  return names.filter(({ name }) => {
    const folded = fold(name)
    return words.every(word => folded.includes(word))
  })
}

interface NamesProps {
  meeting: { id: number }
  roll: LiveRoll
  takes: boolean
  onMore(name: RollName): void
}

function Names({ meeting, roll, takes, onMore }: NamesProps) {
  const { names, marks, hasMore } = roll
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const hint = useId()
  const shown = found(names, useDeferredValue(typed))
  useSearched(meeting.id, roll, typed)
  useEffect(() => {
    // One stop of the Tab key for the whole roll; the arrows move within it.
    if (list.current?.querySelector('button[tabindex="0"]')) return
    list.current?.querySelector('button')?.setAttribute('tabindex', '0')
  })
  const toNames = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    list.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <TextInput
        type="search"
        label={t('Search the roll')}
        maxLength={100}
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={toNames}
      />
      <Text size="xs" c="dimmed" id={hint}>
        {takes && t('A second tap takes a mark back. By keyboard: arrows move, Space marks.')}{' '}
        {hasMore && t('There are more names than these: search for them.')}
      </Text>
      <ul ref={list} className="roll" aria-label={t('Roll')} aria-describedby={hint} onKeyDown={moveInRoll}>
        {shown.map(name => (
          <RollRow key={name.person_id} name={name} marks={marks} takes={takes} onMore={onMore} />
        ))}
      </ul>
      {shown.length === 0 && <Text c="dimmed">{t('No name like that. Add somebody who is not on the roll.')}</Text>}
    </>
  )
}

/** Of a long roll the server finds those that are not shown. */
function useSearched(meeting_id: number, { hasMore, learn }: LiveRoll, typed: string): void {
  const [q] = useDebouncedValue(typed.trim(), 250)
  const asked = useRef(0)
  const enabled = hasMore && q !== ''
  const { data, isPlaceholderData } = useView('roll', { meeting_id, q }, enabled)
  useEffect(() => {
    if (q !== '') asked.current = inOrder()
  }, [q])
  const take = useRef(learn)
  take.current = learn
  useEffect(() => {
    // Each answer once: what comes later by other ways is newer.
    if (enabled && data !== undefined && !isPlaceholderData) take.current(data.names, asked.current)
  }, [enabled, data, isPlaceholderData])
}
