/** Removes a branch that holds nothing. */
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useAction } from '../api/use-offers.ts'
import type { Branch } from '../api-types.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { t } from '../texts/t.ts'

export function RemoveBranchDialog({ branch: { id, name }, onClose }: { branch: Branch; onClose(): void }) {
  const removal = useAction('branches.remove')
  const refused = sortErrors(removal.error, ['id']).beside.id
  const submit = (): void =>
    removal.mutate(
      { id },
      {
        onSuccess() {
          notifications.show({ message: t('{name} was removed.', { name }) })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={t('Remove {name}', { name })}
      opened
      onClose={onClose}
      onSubmit={submit}
      submit={t('Remove branch')}
      danger
      pending={removal.isPending}
      error={refused === undefined ? removal.error : null}
    >
      <Text size="sm">
        {t(
          'You can only remove an empty branch, such as one that was added by mistake. To retire any other branch, edit it and set its status to Closed.',
        )}
      </Text>
      {refused && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('{name} was not removed: it {problem}.', {
            name,
            problem: refused.charAt(0).toLowerCase() + refused.slice(1),
          })}
        </Text>
      )}
    </FormDialog>
  )
}
