/** What is said of somebody on a roll beside whether they came: as what, whether for the first time, and a note. */
import { Checkbox, Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RollName } from '../../../src/modules/meetings/roll-view.ts'
import { useSender } from '../api/use-offers.ts'
import { wordOf } from '../formats/words.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { t } from '../texts/t.ts'
import { inOrder } from './taps.ts'
import type { LiveRoll } from './use-roll.ts'

/** As what people come, as the server calls it. */
const CAME_AS = ['attendee', 'helper', 'leader', 'visitor'] as const
type Role = (typeof CAME_AS)[number]
/** In characters. */
const LONGEST_NOTE = 500

const FIELDS = ['role', 'first_time', 'note']

interface RollDetailsProps {
  meeting: { id: number }
  name: RollName
  roll: LiveRoll
  onClose(): void
}

/** Whoever is not marked is there: of who did not come there is nothing to say. */
export function RollDetails({ meeting, name: who, roll, onClose }: RollDetailsProps) {
  const { person_id, name, photo_url } = who
  const known = roll.marks.get(person_id)
  const [role, setRole] = useState<Role>((who.role as Role | null) ?? 'attendee')
  const [first_time, setFirstTime] = useState(who.first_time === true)
  const [note, setNote] = useState(who.note ?? '')
  const mark = useSender('attendances.mark')
  const saving = useMutation({
    mutationFn: () => {
      const state = known === undefined || known === 'undone' ? 'present' : known
      return mark({ meeting_id: meeting.id, person_id, state, role, first_time, note: note.trim() || null })
    },
    onSuccess({ attendance }) {
      const { id: attendance_id, ...said } = attendance
      const { state } = said
      const shown = { role: said.role, first_time: said.first_time, note: said.note }
      roll.learn([{ person_id, name, photo_url, attendance_id, state, ...shown }], inOrder())
      onClose()
    },
  })
  const { beside } = sortErrors(saving.error, FIELDS)
  return (
    <FormDialog
      title={name}
      opened
      onClose={onClose}
      onSubmit={() => saving.mutate()}
      submit={known === undefined || known === 'undone' ? t('Mark as present') : t('Save')}
      pending={saving.isPending}
      error={saving.error}
      fields={FIELDS}
    >
      <Select
        label={t('Came as')}
        data={CAME_AS.map(value => ({ value, label: wordOf(value) }))}
        allowDeselect={false}
        value={role}
        error={beside.role}
        onChange={value => setRole((value ?? 'attendee') as Role)}
      />
      <Checkbox
        label={t('First time here')}
        checked={first_time}
        onChange={event => setFirstTime(event.currentTarget.checked)}
      />
      <Textarea
        label={t('Note')}
        autosize
        minRows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        error={beside.note}
        onChange={event => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
