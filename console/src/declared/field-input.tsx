/** What asks for one field, in a form or in a dialog. */
import { Autocomplete, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { choiceWord, valueOfWord, wordOf } from '../formats/words.ts'
import { foldedOptions } from '../forms/folded-options.ts'
import { keyboardOf } from '../forms/keyboard.ts'
import { RecordField } from '../forms/record-field.tsx'
import type { ShownField } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { CountryInput } from './country-input.tsx'
import { CustomInput } from './custom-input.tsx'
import type { Entry } from './entry.ts'
import { RecurrenceInput } from './recurrence-input.tsx'
import { isLong, type Typed } from './typed.ts'

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
  const { kind, usual } = field
  if (kind === 'record') return <RecordInput field={field} entry={entry} />
  if (kind === 'switch') return <SwitchInput field={field} entry={entry} />
  if (kind === 'choice' || kind === 'language') return <ChoiceInput field={field} entry={entry} />
  if (kind === 'custom') return <CustomInput name={field.name} entry={entry} />
  if (kind === 'country') return <CountryInput {...inputProps({ field, entry })} />
  if (kind === 'rule') return <RecurrenceInput {...inputProps({ field, entry })} />
  if (usual.length > 0) return <UsualInput field={field} entry={entry} />
  return <TextualInput field={field} entry={entry} {...(autoFocus && { autoFocus })} />
}

function TextualInput({ field, entry, autoFocus }: FieldProps & { autoFocus?: boolean }) {
  const { kind, longest } = field
  const { change, label, ...given } = inputProps({ field, entry })
  const placeholder = placeholderOf(field)
  const props = {
    ...given,
    label: kind === 'amount' ? t('{label} ({currency})', { label, currency: entry.currency }) : label,
    ...(longest && { maxLength: longest }),
    ...(placeholder && { placeholder }),
    ...(autoFocus && { 'data-autofocus': true }),
  }
  const onChange = (event: { currentTarget: { value: string } }): void => change(event.currentTarget.value)
  if (isLong(field)) return <Textarea {...props} autosize minRows={3} maxRows={14} onChange={onChange} />
  return <TextInput {...props} {...keyboardOf(kind)} onChange={onChange} />
}

/** What is kept is the word of the API; what is read and typed is the word of the reader's language. */
function UsualInput({ field: { usual, longest, ...field }, entry }: FieldProps) {
  const { change, value, ...props } = inputProps({ field: { usual, longest, ...field }, entry })
  return (
    <Autocomplete
      {...props}
      {...(longest && { maxLength: longest })}
      data={usual.map(wordOf)}
      filter={foldedOptions}
      autoComplete="off"
      value={usual.includes(value) ? wordOf(value) : value}
      onChange={text => change(valueOfWord(usual, text))}
    />
  )
}

function SwitchInput({ field, entry }: FieldProps) {
  const { change, value: _value, required: _required, ...props } = inputProps({ field, entry })
  const checked = entry.values[field.name] === true
  return <Checkbox {...props} checked={checked} onChange={event => change(event.currentTarget.checked)} />
}

/** Whether it may be left empty: not what a record has and must have. */
const mayBeEmpty = ({ nullable, required }: ShownField, { isKept }: Entry): boolean =>
  !required && (nullable || !isKept)

function ChoiceInput({ field, entry }: FieldProps) {
  const { change, value, ...props } = inputProps({ field, entry })
  const data = field.choices.map(value => ({ value, label: choiceWord(field.kind, value, field.of) }))
  const none = mayBeEmpty(field, entry) || value === ''
  return (
    <NativeSelect
      {...props}
      value={value}
      data={[...(none ? [{ value: '', label: field.required ? t('Choose') : '' }] : []), ...data]}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

/** Nothing for whoever may not read what is chosen. */
function RecordInput({ field, entry }: FieldProps) {
  const { sees } = useMembership()
  const { name, label, hint, to } = field
  const { values, errors, change } = entry
  if (!sees(String(to))) return null
  return (
    <RecordField
      resource={String(to)}
      label={label}
      hint={hint}
      required={!mayBeEmpty(field, entry)}
      value={(values[name] as number | null) || null}
      error={errors[name]}
      onChange={id => change({ [name]: id })}
    />
  )
}
