/** Removes a branch that holds nothing. */
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useOperation } from '../api/use-operations.ts'
import type { Branch } from '../api-types.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'

export function RemoveBranchDialog({ branch: { id, name }, onClose }: { branch: Branch; onClose(): void }) {
  const operation = useOperation('branches.remove')
  const refused = sortErrors(operation.error, ['id']).beside.id
  const submit = (): void =>
    operation.mutate(
      { id },
      {
        onSuccess() {
          notifications.show({ message: `${name} was removed.` })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Remove ${name}`}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit="Remove branch"
      danger
      pending={operation.isPending}
      error={refused === undefined ? operation.error : null}
    >
      <Text size="sm">
        You can only remove an empty branch, such as one that was added by mistake. To retire any other branch, edit it
        and set its status to Closed.
      </Text>
      {refused && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {name} {refused.charAt(0).toLowerCase() + refused.slice(1)}.
        </Text>
      )}
    </FormDialog>
  )
}
