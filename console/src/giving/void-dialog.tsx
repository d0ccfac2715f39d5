/** Voids a gift: it stays in the list, and no sum counts it any more. */
import { Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import type { Contribution } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'

interface VoidDialogProps {
  gift: Contribution
  opened: boolean
  onClose(): void
  onVoided?(gift: Contribution): void
}

export function VoidDialog({ gift, opened, onClose, onVoided }: VoidDialogProps) {
  const [reason, setReason] = useState('')
  const operation = useOperation<{ id: number; reason: string }, Contribution>('contributions.void')
  const { beside } = sortErrors(operation.error, ['reason'])
  const amount = money(gift.amount, gift.currency)

  function submit(): void {
    operation.mutate(
      { id: gift.id, reason: reason.trim() },
      {
        onSuccess(voided) {
          notifications.show({ message: `The gift of ${amount} is void.` })
          onVoided?.(voided)
          setReason('')
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title="Void this gift"
      opened={opened}
      onClose={onClose}
      onSubmit={submit}
      submit="Void the gift"
      danger
      pending={operation.isPending}
      error={operation.error}
      fields={['reason']}
    >
      <Text size="sm">
        {amount} of {day(gift.given_on)} to {gift.fund_name} stays in the list, marked as void, and every sum leaves it
        out. This cannot be taken back: a gift that was voided by mistake is recorded again.
      </Text>
      <Textarea
        label="Reason"
        description="Whoever looks at the gift later reads this."
        required
        withAsterisk={false}
        data-autofocus
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        error={beside.reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
