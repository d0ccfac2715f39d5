/** Changes what is on record of a family. */
import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import type { Family } from '../api-types.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMembership } from '../session/membership.tsx'

const FIELDS = ['name', 'address', 'phone', 'branch_id']

/** The button and its dialog; nothing for those who may not. */
export function EditFamily({ family }: { family: Family }) {
  const { may } = useMembership()
  const [opened, dialog] = useDisclosure(false)
  if (!may('families.update')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Edit
      </Button>
      {opened && <EditFamilyDialog family={family} onClose={dialog.close} />}
    </>
  )
}

const typedOf = ({ name, address, phone, branch_id }: Family) => ({
  name,
  address: address ?? '',
  phone: phone ?? '',
  branch_id: branch_id as number | null,
})

function EditFamilyDialog({ family, onClose }: { family: Family; onClose(): void }) {
  const [typed, setTyped] = useState(() => typedOf(family))
  // What is sent is what was changed here, not what somebody else changed in the meantime.
  const [before] = useState(typed)
  const operation = useOperation<object, Family>('families.update')
  const errors = sortErrors(operation.error, FIELDS).beside
  const change = (changed: Partial<typeof typed>): void => setTyped({ ...typed, ...changed })

  function submit(): void {
    const changed = Object.entries(typed).filter(([name, value]) => value !== before[name as keyof typeof before])
    const body = changed.map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value])
    operation.mutate(
      { id: family.id, ...Object.fromEntries(body) },
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
      title={`Edit ${family.name}`}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit="Save"
      pending={operation.isPending}
      error={operation.error}
      fields={FIELDS}
    >
      <TextInput
        label="Name"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={190}
        value={typed.name}
        error={errors.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Address"
        maxLength={500}
        value={typed.address}
        error={errors.address}
        onChange={event => change({ address: event.currentTarget.value })}
      />
      <TextInput
        label="Phone"
        type="tel"
        maxLength={40}
        value={typed.phone}
        error={errors.phone}
        onChange={event => change({ phone: event.currentTarget.value })}
      />
      <BranchField value={typed.branch_id} error={errors.branch_id} onChange={branch_id => change({ branch_id })} />
    </FormDialog>
  )
}
