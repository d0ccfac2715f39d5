/** A small form in a dialog; what was typed stays when it could not be sent. */
import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { BusyButton } from '../parts/busy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../texts/t.ts'
import { SaveProblem } from './save-problem.tsx'

interface FormDialogProps {
  title: string
  opened: boolean
  onClose(): void
  onSubmit(): void
  /** What the button says: what is done, such as "Void the gift". */
  submit: string
  /** For what cannot be taken back. */
  danger?: boolean
  pending: boolean
  error: Error | null
  /** Names of the fields that show their errors themselves. */
  fields?: readonly string[]
  size?: string
  children: ReactNode
}

export function FormDialog({
  title,
  opened,
  onClose,
  onSubmit,
  submit,
  danger = false,
  pending,
  error,
  fields = [],
  size = 'md',
  children,
}: FormDialogProps) {
  function send(event: FormEvent): void {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={size}>
      <form onSubmit={send} noValidate>
        <Stack>
          <SaveProblem error={error} fields={fields} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            {/* White on a lighter red is too little contrast (WCAG 2.2, 1.4.3). */}
            <BusyButton type="submit" busy={pending} {...(danger && { color: 'red.9' })}>
              {submit}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
