/** What asks for one field, in a form or in a dialog. */
import { Autocomplete, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { wordOf } from '../formats/words.ts'
import type { DialogFields } from '../forms/action-dialog.tsx'
import { RecordField } from '../forms/record-field.tsx'
import type { ShownField } from '../house/house.ts'
import { t } from '../texts/t.ts'
import { RecurrenceInput } from './recurrence-input.tsx'
import { isLong, type Typed } from './typed.ts'

/** What is typed into a form or a dialog, with what is wrong of it. */
export type Entry = DialogFields<Typed>

interface FieldProps {
  field: ShownField
  entry: Entry
}

/** What every input of a field has. */
function inputProps({ field: { name, label, hint, required }, entry: { values, errors, change } }: FieldProps) {
  return {
    label,
    ...(hint && { description: hint }),
    required,
    value: String(values[name] ?? ''),
    error: errors[name],
    change: (value: Typed[string]): void => change({ [name]: value }),
  }
}

/** What shows how an empty text may look. */
function placeholderOf({ kind, example }: ShownField): string | undefined {
  if (kind === 'url') return 'https://'
  return example === null ? undefined : t('For example: {example}', { example })
}

export function FieldInput({ field, entry, autoFocus }: FieldProps & { autoFocus?: boolean }) {
  const { kind, longest, usual } = field
  if (kind === 'record') return <RecordInput field={field} entry={entry} />
  if (kind === 'switch') return <SwitchInput field={field} entry={entry} />
  if (kind === 'choice') return <ChoiceInput field={field} entry={entry} />
  if (kind === 'rule') return <RecurrenceInput {...inputProps({ field, entry })} />
  const { change, ...given } = inputProps({ field, entry })
  const placeholder = placeholderOf(field)
  const props = {
    ...given,
    ...(longest && { maxLength: longest }),
    ...(placeholder && { placeholder }),
    ...(autoFocus && { 'data-autofocus': true }),
  }
  if (usual.length > 0) return <Autocomplete {...props} data={usual.map(wordOf)} autoComplete="off" onChange={change} />
  const onChange = (event: { currentTarget: { value: string } }): void => change(event.currentTarget.value)
  if (isLong(field)) return <Textarea {...props} autosize minRows={3} maxRows={14} onChange={onChange} />
  const type = { email: 'email', phone: 'tel', url: 'url', date: 'date', time: 'time' }[kind as string]
  return (
    <TextInput
      {...props}
      {...(type && { type })}
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
      {...(kind === 'amount' && { inputMode: 'decimal' as const })}
      onChange={onChange}
    />
  )
}

function SwitchInput({ field, entry }: FieldProps) {
  const { change, value: _value, required: _required, ...props } = inputProps({ field, entry })
  const checked = entry.values[field.name] === true
  return <Checkbox {...props} checked={checked} onChange={event => change(event.currentTarget.checked)} />
}

function ChoiceInput({ field, entry }: FieldProps) {
  const { change, ...props } = inputProps({ field, entry })
  const data = field.choices.map(value => ({ value, label: wordOf(value) }))
  return (
    <NativeSelect
      {...props}
      data={[{ value: '', label: field.required ? t('Choose') : '' }, ...data]}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

function RecordInput({ field: { name, label, hint, to, required }, entry: { values, errors, change } }: FieldProps) {
  return (
    <RecordField
      resource={String(to)}
      label={label}
      hint={hint}
      required={required}
      value={(values[name] as number | null) || null}
      error={errors[name]}
      onChange={id => change({ [name]: id })}
    />
  )
}
