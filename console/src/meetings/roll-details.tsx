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

/** What the fields hold. */
interface Said {
  role: Role
  first_time: boolean
  note: string
}

const saidOf = ({ role, first_time, note }: RollName): Said => ({
  role: (role as Role | null) ?? 'attendee',
  first_time: first_time === true,
  note: note ?? '',
})

/** What is said otherwise than before: what others said meanwhile of the rest stays. */
const changesOf = (before: Said, { role, first_time, note }: Said) => ({
  ...(role !== before.role && { role }),
  ...(first_time !== before.first_time && { first_time }),
  ...(note !== before.note && { note: note.trim() || null, note_was: before.note || null }),
})

/** What somebody else wrote while this note was being written; null where they emptied it. */
const writtenMeanwhile = (theirs: string | null): string =>
  theirs === null
    ? t('Somebody else deleted the note meanwhile. Save again to keep your words.')
    : t('Somebody else wrote meanwhile: {theirs}. Save again to keep your words in its place, or write both.', {
        theirs,
      })

interface RollDetailsProps {
  meeting: { id: number }
  name: RollName
  roll: LiveRoll
  onClose(): void
}

/** What is typed of somebody, and how it is saved. */
function useSaid({ meeting, name: who, roll, onClose }: RollDetailsProps, isMarked: boolean) {
  const { person_id, name, photo_url } = who
  const [before, setBefore] = useState<Said>(() => saidOf(who))
  const [said, setSaid] = useState(before)
  const [theirs, setTheirs] = useState<string | null>()
  const mark = useSender('attendances.mark')
  const saving = useMutation({
    mutationFn: () =>
      mark({
        meeting_id: meeting.id,
        person_id,
        ...(!isMarked && { state: 'present' as const }),
        ...changesOf(before, said),
      }),
    onSuccess({ attendance, note_clashes }) {
      const { id: attendance_id, state, role, first_time, note } = attendance
      roll.learn([{ person_id, name, photo_url, attendance_id, state, role, first_time, note }], inOrder())
      if (!note_clashes) return onClose()
      setTheirs(note)
      setBefore(now => ({ ...now, note: note ?? '' }))
    },
  })
  const change = (changed: Partial<Said>) => setSaid(now => ({ ...now, ...changed }))
  return { said, change, saving, clash: theirs === undefined ? undefined : writtenMeanwhile(theirs) }
}

/** Whoever is not marked is there: of who did not come there is nothing to say. */
export function RollDetails(props: RollDetailsProps) {
  const { name: who, roll, onClose } = props
  const known = roll.marks.get(who.person_id)
  const isMarked = known !== undefined && known !== 'undone'
  const { said, change, saving, clash } = useSaid(props, isMarked)
  const { beside } = sortErrors(saving.error, FIELDS)
  return (
    <FormDialog
      title={who.name}
      opened
      onClose={onClose}
      onSubmit={() => saving.mutate()}
      submit={isMarked ? t('Save') : t('Mark as present')}
      pending={saving.isPending}
      error={saving.error}
      fields={FIELDS}
    >
      <Select
        label={t('Came as')}
        data={CAME_AS.map(value => ({ value, label: wordOf(value) }))}
        allowDeselect={false}
        value={said.role}
        error={beside.role}
        onChange={value => change({ role: (value ?? 'attendee') as Role })}
      />
      <Checkbox
        label={t('First time here')}
        checked={said.first_time}
        onChange={event => change({ first_time: event.currentTarget.checked })}
      />
      <Textarea
        label={t('Note')}
        autosize
        minRows={2}
        maxLength={LONGEST_NOTE}
        value={said.note}
        error={beside.note ?? clash}
        onChange={event => change({ note: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
