/** Voids a gift: it stays in the list, and no sum counts it any more. */
import { Text, Textarea } from '@mantine/core'
import type { Contribution } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { t } from '../texts/t.ts'

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
      title={t('Void this gift')}
      submit={t('Void gift')}
      danger
      initial={{ reason: '' }}
      input={({ reason }) => ({ id: gift.id, reason: reason.trim() })}
      done={() => t('The gift of {amount} was voided.', { amount })}
      onDone={voided => onVoided?.(voided)}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            The gift of {amount} to {gift.fund_name} on {day(gift.given_on)} stays in the list, marked as void, and is
            left out of every total. This cannot be undone: if you void a gift by mistake, record it again.
          </Text>
          <Textarea
            label={t('Reason')}
            description={t('Shown to anyone who looks at this gift later.')}
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
