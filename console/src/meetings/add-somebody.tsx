/** Asks who came without being expected: a visitor who is new, or a person on record. */
import { Checkbox, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { Found } from '../forms/found.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { NEW_FIELDS, type NewPerson, useAdding } from './use-adding.ts'
import type { LiveRoll } from './use-roll.ts'

const NOBODY: NewPerson = { first_name: '', last_name: '', phone: '', email: '' }

interface AddSomebodyProps {
  meeting: { id: number; branch_id: number }
  roll: LiveRoll
  onClose(): void
}

export function AddSomebody({ meeting, roll, onClose }: AddSomebodyProps) {
  const { may } = useMembership()
  const [isNew, setNew] = useState(may('people:write'))
  const [values, setValues] = useState(NOBODY)
  const [first_time, setFirstTime] = useState(isNew)
  const [picked, setPicked] = useState<Found | null>(null)
  const [missing, setMissing] = useState<string>()
  const adding = useAdding(meeting, roll, onClose)
  const errors = sortErrors(adding.error, NEW_FIELDS).beside

  function submit(): void {
    const who = isNew ? values.first_name.trim() !== '' && values : picked
    setMissing(who ? undefined : isNew ? t('Type a first name.') : t('Choose somebody.'))
    if (who) adding.mutate({ who, first_time })
  }
  function choose(value: string): void {
    setNew(value === 'new')
    setFirstTime(value === 'new')
    setMissing(undefined)
  }
  return (
    <FormDialog
      title={t('Add somebody')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit={t('Mark as present')}
      pending={adding.isPending}
      error={adding.error}
      fields={NEW_FIELDS}
    >
      {may('people:write') && <WhoItIs isNew={isNew} choose={choose} />}
      {isNew ? (
        <NewFields
          values={values}
          errors={{ ...errors, ...(missing && { first_name: missing }) }}
          change={changed => setValues(before => ({ ...before, ...changed }))}
        />
      ) : (
        <RecordPicker
          resource="people"
          label={t('Name')}
          value={picked?.id ?? null}
          onChange={setPicked}
          error={missing}
        />
      )}
      <Checkbox
        label={t('First time here')}
        checked={first_time}
        onChange={event => setFirstTime(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

const WhoItIs = ({ isNew, choose }: { isNew: boolean; choose(value: string): void }) => (
  <SegmentedControl
    aria-label={t('Who it is')}
    fullWidth
    data={[
      { value: 'new', label: t('Somebody new') },
      { value: 'known', label: t('On record') },
    ]}
    value={isNew ? 'new' : 'known'}
    onChange={choose}
  />
)

interface NewFieldsProps {
  values: NewPerson
  errors: Partial<NewPerson>
  change(changed: Partial<NewPerson>): void
}

function NewFields({ values, errors, change }: NewFieldsProps) {
  const input = (name: keyof NewPerson, label: string, type: 'text' | 'tel' | 'email' = 'text') => (
    <TextInput
      label={label}
      type={type}
      required={name === 'first_name'}
      value={values[name]}
      error={errors[name]}
      {...(name === 'first_name' && { 'data-autofocus': true })}
      onChange={event => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {input('first_name', t('First name'))}
      {input('last_name', t('Last name'))}
      {input('phone', t('Phone'), 'tel')}
      {input('email', t('Email'), 'email')}
    </SimpleGrid>
  )
}
