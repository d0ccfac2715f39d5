/** What asks for one field in a form. */
import { Autocomplete, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useFunds } from '../api/use-records.ts'
import { wordOf } from '../formats/words.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import type { ShownField } from '../house/house.ts'
import { t } from '../texts/t.ts'

/** What is typed, by field: text, ids and switches. */
export type Typed = Record<string, string | number | boolean | null>
/** The form of a record, of whatever resource. */
export type TypedForm = UseFormReturnType<Typed>

/** From so many characters on, a text has several lines. */
const LONG = 300

/** An empty form of these fields. */
export const emptyOf = (fields: readonly ShownField[]): Typed =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'switch' ? false : kind === 'record' ? null : '']))

/** What a record says, as a form has it. */
export const typedOf = (fields: readonly ShownField[], record: Readonly<Record<string, unknown>>): Typed =>
  Object.fromEntries(
    Object.entries(emptyOf(fields)).map(([name, empty]) => {
      const value = record[name]
      return [name, value === null || value === undefined ? empty : (value as string | number | boolean)]
    }),
  )

/** Numbers are sent as numbers; a text that is none is sent as it is, and the server says what is wrong with it. */
export function sentValue({ kind }: ShownField, typed: Typed[string] | undefined): unknown {
  if (typed === undefined) return undefined
  if ((kind === 'number' || kind === 'amount') && typeof typed === 'string' && /^-?\d+$/.test(typed.trim())) {
    return Number(typed)
  }
  return typed
}

/** What the server says of fields, with their labels in the place of the API's names. */
export const inWords = (errors: Record<string, string>, fields: readonly ShownField[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [
      name,
      fields.reduce((said, field) => said.replaceAll(new RegExp(`\\b${field.name}\\b`, 'g'), `“${field.label}”`), text),
    ]),
  )

export function FieldInput({ field, form, autoFocus }: { field: ShownField; form: TypedForm; autoFocus?: boolean }) {
  const { name, label, hint, kind, required, longest, usual } = field
  const props = {
    label,
    ...(hint && { description: hint }),
    required,
    ...(longest && { maxLength: longest }),
    ...(autoFocus && { 'data-autofocus': true }),
    ...form.getInputProps(name, kind === 'switch' ? { type: 'checkbox' } : {}),
  }
  if (kind === 'record') return <RecordInput field={field} form={form} />
  if (kind === 'switch') {
    const { required: _, ...rest } = props
    return <Checkbox {...rest} />
  }
  if (kind === 'choice') return <ChoiceInput field={field} form={form} />
  if (kind === 'text' && (longest ?? 0) > LONG) return <Textarea {...props} autosize minRows={3} maxRows={14} />
  if (usual.length > 0) return <Autocomplete {...props} data={usual.map(wordOf)} autoComplete="off" />
  const type = { email: 'email', phone: 'tel', url: 'url', date: 'date' }[kind as string]
  return <TextInput {...props} {...(type && { type })} {...(kind === 'number' && { inputMode: 'numeric' as const })} />
}

function ChoiceInput({
  field: { name, label, hint, choices, required },
  form,
}: {
  field: ShownField
  form: TypedForm
}) {
  const data = choices.map(value => ({ value, label: wordOf(value) }))
  return (
    <NativeSelect
      label={label}
      {...(hint && { description: hint })}
      required={required}
      data={[{ value: '', label: required ? t('Choose') : '' }, ...data]}
      {...form.getInputProps(name)}
    />
  )
}

function RecordInput({ field, form }: { field: ShownField; form: TypedForm }) {
  const { name, label, hint, to, required } = field
  const funds = useFunds().data ?? []
  const value = (form.values[name] as number | null) || null
  const error = form.errors[name]
  const change = (id: number | null): void => form.setFieldValue(name, id)
  if (to === 'people' || to === 'families') {
    return (
      <RecordPicker
        resource={to}
        label={label}
        {...(hint && { description: hint })}
        value={value}
        error={error}
        onChange={found => change(found?.id ?? null)}
      />
    )
  }
  if (to === 'branches') {
    return (
      <BranchField value={value} onChange={change} error={error} unset={required ? undefined : (hint ?? t('None'))} />
    )
  }
  if (to === 'funds') {
    const data = funds.map(({ id, name }) => ({ value: String(id), label: name }))
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: hint ?? t('The default') }, ...data]}
        value={value ? String(value) : ''}
        error={error}
        onChange={event => change(Number(event.currentTarget.value) || null)}
      />
    )
  }
  return <TextInput label={label} required={required} inputMode="numeric" {...form.getInputProps(name)} />
}
