/** Voids a gift: it stays in the list, and no sum counts it any more. */
import { Checkbox, Text, Textarea } from '@mantine/core'
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
      initial={{ reason: '', bounced: false }}
      input={({ reason, bounced }) => ({ id: gift.id, reason: reason.trim(), ...(bounced && { bounced }) })}
      done={() => t('The gift of {amount} was voided.', { amount })}
      onDone={voided => onVoided?.(voided)}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            {t(
              'The gift of {amount} to {fund} on {day} stays in the list, marked as void, and is left out of every total. This cannot be undone: if you void a gift by mistake, record it again.',
              { amount, fund: gift.fund_name ?? '', day: day(gift.given_on) },
            )}
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
          {gift.batch_id !== null && (
            <Checkbox
              label={t('The bank sent it back')}
              description={t('A cheque that bounced, or a transfer that was reversed.')}
              checked={values.bounced}
              onChange={event => change({ bounced: event.currentTarget.checked })}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}
