/** Adds a branch below another, or changes what is known of one. */
import { Autocomplete, Grid, NativeSelect, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import type { Branch } from '../api-types.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'

const LEVELS = ['branch', 'district', 'region', 'headquarters']

/** Text fields of a branch: name, label, how many characters, width of 12. */
const TEXTS = [
  ['pastor_name', 'Pastor', 190, 6],
  ['code', 'Code', 40, 6],
  ['email', 'E-mail', 254, 6],
  ['phone', 'Phone', 40, 6],
  ['address', 'Address', 500, 12],
  ['city', 'City', 190, 4],
  ['state', 'State', 190, 4],
  ['country', 'Country', 2, 4],
  ['timezone', 'Time zone', 64, 8],
  ['currency', 'Currency', 3, 4],
] as const

const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'closed', label: 'Closed' },
]

const FIELDS = ['name', 'level', 'status', 'parent_id', ...TEXTS.map(([name]) => name)]

type Typed = Record<string, string>

interface AddBranchProps {
  /** The branch that the new one will be below. */
  above: Branch
  onClose(): void
}

export function AddBranchDialog({ above, onClose }: AddBranchProps) {
  const [typed, setTyped] = useState<Typed>({ name: '', level: 'branch' })
  const operation = useOperation<object, Branch>('branches.create')
  const submit = (): void =>
    operation.mutate(
      { ...typed, parent_id: above.id },
      {
        onSuccess({ name }) {
          notifications.show({ message: `${name} is added below ${above.name}.` })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Add a branch below ${above.name}`}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit="Add a branch"
      pending={operation.isPending}
      error={operation.error}
      fields={FIELDS}
    >
      <NameAndLevel
        typed={typed}
        errors={sortErrors(operation.error, FIELDS).beside}
        onChange={change => setTyped({ ...typed, ...change })}
      />
    </FormDialog>
  )
}

const typedOf = (branch: Branch): Typed =>
  Object.fromEntries(
    ['name', 'level', 'status', ...TEXTS.map(([name]) => name)].map(name => [
      name,
      String(branch[name as keyof Branch] ?? ''),
    ]),
  )

export function EditBranchDialog({ branch, onClose }: { branch: Branch; onClose(): void }) {
  const [typed, setTyped] = useState(() => typedOf(branch))
  const operation = useOperation<object, Branch>('branches.update')
  const errors = sortErrors(operation.error, FIELDS).beside
  const change = (changed: Typed): void => setTyped({ ...typed, ...changed })

  function submit(): void {
    const before = typedOf(branch)
    const changed = Object.entries(typed).filter(([name, value]) => value !== before[name])
    operation.mutate(
      { id: branch.id, ...Object.fromEntries(changed.map(([name, value]) => [name, value.trim() || null])) },
      {
        onSuccess({ name }) {
          notifications.show({ message: `${name} is saved.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={`Edit ${branch.name}`}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit="Save"
      pending={operation.isPending}
      error={operation.error}
      fields={FIELDS}
      size="lg"
    >
      <NameAndLevel typed={typed} errors={errors} onChange={change} />
      <Particulars typed={typed} errors={errors} onChange={change} />
      {!branch.is_hq && (
        <NativeSelect
          label="State of the branch"
          data={STATES}
          value={typed.status}
          error={errors.status}
          onChange={event => change({ status: event.currentTarget.value })}
        />
      )}
      <Text size="sm" c="dimmed">
        People, gifts and everything else of a closed branch stay where they are.
      </Text>
    </FormDialog>
  )
}

interface FieldsProps {
  typed: Typed
  errors: Record<string, string>
  onChange(change: Typed): void
}

function NameAndLevel({ typed, errors, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={190}
        value={typed.name}
        error={errors.name}
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      <Autocomplete
        label="Level"
        data={LEVELS}
        maxLength={40}
        value={typed.level ?? ''}
        error={errors.level}
        onChange={level => onChange({ level })}
      />
    </>
  )
}

function Particulars({ typed, errors, onChange }: FieldsProps) {
  return (
    <Grid>
      {TEXTS.map(([name, label, maxLength, width]) => (
        <Grid.Col key={name} span={{ base: 12, xs: width }}>
          <TextInput
            label={label}
            maxLength={maxLength}
            value={typed[name]}
            error={errors[name]}
            onChange={event => onChange({ [name]: event.currentTarget.value })}
          />
        </Grid.Col>
      ))}
    </Grid>
  )
}
