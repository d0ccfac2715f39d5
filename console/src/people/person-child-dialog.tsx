/** What is known of a child, changed. */
import { Autocomplete, Select, Stack, TextInput } from '@mantine/core'
import type { ChildOfPerson } from '../../../src/modules/child-details/of-person.ts'
import type { Person } from '../api-types.ts'
import { ActionDialog, type DialogFields } from '../forms/action-dialog.tsx'
import { t } from '../texts/t.ts'

const LONGEST_LABEL_NOTE = 30

/** As the fields have them; what is empty is not known. */
interface Typed {
  grade: string
  label_note: string
  photo_ok: string
  emergency_name: string
  emergency_phone: string
}

const ASKED: Readonly<Record<string, boolean>> = { yes: true, no: false }

const typed = (details: ChildOfPerson['details']): Typed => ({
  grade: details?.grade ?? '',
  label_note: details?.label_note ?? '',
  photo_ok: typeof details?.photo_ok !== 'boolean' ? '' : details.photo_ok ? 'yes' : 'no',
  emergency_name: details?.emergency_name ?? '',
  emergency_phone: details?.emergency_phone ?? '',
})

type DetailsDialogProps = ChildOfPerson & { person: Person; onClose(): void }

/** What is typed is not kept in the browser. */
export function DetailsDialog({ person, details, grades, onClose }: DetailsDialogProps) {
  return (
    <ActionDialog
      action="child_details.set"
      title={t('Details of {full_name}', { full_name: person.full_name })}
      submit={t('Save')}
      initial={typed(details)}
      input={(_, { photo_ok, ...changed }) => ({
        person_id: person.id,
        ...Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value.trim() || null])),
        ...(photo_ok !== undefined && { photo_ok: ASKED[photo_ok] ?? null }),
      })}
      done={() => t('Details saved.')}
      onClose={onClose}
    >
      {fields => <DetailsFields {...fields} grades={grades} />}
    </ActionDialog>
  )
}

function DetailsFields({ values, errors, change, grades }: DialogFields<Typed> & Pick<ChildOfPerson, 'grades'>) {
  return (
    <Stack gap="sm">
      <Autocomplete
        label={t('Grade')}
        data={grades}
        limit={40}
        maxLength={40}
        value={values.grade}
        error={errors.grade}
        onChange={value => change({ grade: value })}
        data-autofocus
      />
      <TextInput
        label={t('Note on labels')}
        description={t('Such as peanuts. Whoever looks after the child reads it.')}
        maxLength={LONGEST_LABEL_NOTE}
        value={values.label_note}
        error={errors.label_note}
        onChange={event => change({ label_note: event.currentTarget.value })}
      />
      <Select
        label={t('May be photographed')}
        data={[
          { value: '', label: t('Nobody has asked yet') },
          { value: 'yes', label: t('Yes') },
          { value: 'no', label: t('No') },
        ]}
        allowDeselect={false}
        value={values.photo_ok}
        error={errors.photo_ok}
        onChange={value => change({ photo_ok: value ?? '' })}
      />
      <TextInput
        label={t('Whom to call')}
        value={values.emergency_name}
        error={errors.emergency_name}
        onChange={event => change({ emergency_name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Number to call')}
        type="tel"
        value={values.emergency_phone}
        error={errors.emergency_phone}
        onChange={event => change({ emergency_phone: event.currentTarget.value })}
      />
    </Stack>
  )
}
