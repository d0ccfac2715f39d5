/** Puts a branch, with everything below it, below another. */
import { NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import { useBranches } from '../api/use-records.ts'
import type { Branch } from '../api-types.ts'
import { branchChoices, withoutBranch } from '../formats/branch-tree.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'

export function MoveBranchDialog({ branch, onClose }: { branch: Branch; onClose(): void }) {
  const branches = useBranches().data ?? []
  const [parent, setParent] = useState(branch.parent_id ?? 0)
  const operation = useOperation<{ id: number; parent_id: number }, Branch>('branches.update')
  const above = branches.find(({ id }) => id === parent)
  const submit = (): void =>
    operation.mutate(
      { id: branch.id, parent_id: parent },
      {
        onSuccess() {
          notifications.show({ message: `${branch.name} is below ${above?.name ?? 'another branch'} now.` })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Move ${branch.name}`}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit="Move"
      pending={operation.isPending}
      error={operation.error}
      fields={['parent_id']}
    >
      <NativeSelect
        label="Below"
        data-autofocus
        data={branchChoices(withoutBranch(branches, branch.id))}
        value={String(parent)}
        error={sortErrors(operation.error, ['parent_id']).beside.parent_id}
        onChange={event => setParent(Number(event.currentTarget.value))}
      />
      <Text size="sm">
        Everything below {branch.name} moves along. Users and API keys that are limited to a branch see what is below
        it, so some may see more or less from now on.
      </Text>
    </FormDialog>
  )
}
