/** Asks for a record of any resource: the branch in its tree, one of few in a list, any other found as one types. */
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../texts/t.ts'
import { BranchField } from './branch-field.tsx'
import { useChoices, useShownResource } from './found-records.ts'
import { RecordPicker } from './record-picker.tsx'

interface RecordFieldProps {
  resource: string
  label: string
  /** What leaving it empty means, or what is to be known of it. */
  hint: string | null
  required: boolean
  value: number | null
  error?: ReactNode
  onChange(id: number | null): void
}

export function RecordField({ resource, label, hint, required, value, error, onChange }: RecordFieldProps) {
  const from = useShownResource(resource)?.chosen.from
  const props = { label, value, error, onChange }
  if (resource === 'branches')
    return <BranchField {...props} unset={required ? undefined : (hint ?? t('branch|None'))} />
  if (from === 'all') return <ListedField {...props} resource={resource} hint={hint} required={required} />
  return (
    <RecordPicker
      {...props}
      {...(hint && { description: hint })}
      resource={resource}
      onChange={found => onChange(found?.id ?? null)}
    />
  )
}

function ListedField({ resource, label, hint, required, value, error, onChange }: RecordFieldProps) {
  const data = useChoices(resource)
  return (
    <NativeSelect
      label={label}
      {...(required && { required, description: hint })}
      data={[{ value: '', label: required ? t('Choose') : (hint ?? t('The default')) }, ...data]}
      value={value ? String(value) : ''}
      error={error}
      onChange={event => onChange(Number(event.currentTarget.value) || null)}
    />
  )
}
