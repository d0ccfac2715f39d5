/** Voids a gift: it stays in the list, and no sum counts it any more. */
import { Text, Textarea } from '@mantine/core'
import type { Contribution } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'

interface VoidDialogProps {
  gift: Contribution
  onClose(): void
  onVoided?(gift: Contribution): void
}

export function VoidDialog({ gift, onClose, onVoided }: VoidDialogProps) {
  const amount = money(gift.amount, gift.currency)
  return (
    <ActionDialog
      action="contributions.void"
      title="Void this gift"
      submit="Void the gift"
      danger
      initial={{ reason: '' }}
      input={({ reason }) => ({ id: gift.id, reason: reason.trim() })}
      done={() => `The gift of ${amount} is void.`}
      onDone={voided => onVoided?.(voided)}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            {amount} of {day(gift.given_on)} to {gift.fund_name} stays in the list, marked as void, and every sum leaves
            it out. This cannot be taken back: a gift that was voided by mistake is recorded again.
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
            value={values.reason}
            error={errors.reason}
            onChange={event => change({ reason: event.currentTarget.value })}
          />
        </>
      )}
    </ActionDialog>
  )
}
