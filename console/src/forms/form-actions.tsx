/** The end of a form: save, or leave it. Stays in sight. */
import { Group, Paper } from '@mantine/core'
import { BusyButton } from '../parts/busy-button.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { t } from '../texts/t.ts'

interface FormActionsProps {
  label: string
  busy: boolean
  /** Where cancelling leads. */
  cancel: string
  onCancel(): void
  /** Instead of submitting the form, where Enter in a field must not do it. */
  onPress?(): void
}

export function FormActions({ label, busy, cancel, onCancel, onPress }: FormActionsProps) {
  return (
    <Paper withBorder p="sm" className="form-actions">
      <Group justify="flex-end">
        <LinkButton to={cancel} variant="default" onClick={onCancel}>
          {t('Cancel')}
        </LinkButton>
        <BusyButton type={onPress ? 'button' : 'submit'} busy={busy} {...(onPress && { onClick: onPress })}>
          {label}
        </BusyButton>
      </Group>
    </Paper>
  )
}
