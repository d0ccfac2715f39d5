/** Sends everything again that an endpoint did not get since a moment. */
import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { useOperation } from '../api/use-operations.ts'
import { counted } from '../formats/words.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'

interface MissedDialogProps {
  endpoint: Endpoint
  opened: boolean
  onClose(): void
}

/** What the field holds, by the clock of this browser, as a moment of the API. */
const momentOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString())

export function MissedDialog({ endpoint: { id }, opened, onClose }: MissedDialogProps) {
  const [since, setSince] = useState('')
  const again = useOperation<{ id: number; since: string }, { redelivered: number }>('endpoints.redeliver_since')
  const done = ({ redelivered }: { redelivered: number }): void => {
    const message =
      redelivered === 0 ? 'Nothing was missed.' : `${counted(redelivered, 'event is', 'events are')} sent again.`
    notifications.show({ message })
    onClose()
  }
  return (
    <FormDialog
      title="Send what was missed"
      opened={opened}
      onClose={onClose}
      onSubmit={() => again.mutate({ id, since: momentOf(since) }, { onSuccess: done })}
      submit="Send again"
      pending={again.isPending}
      error={again.error}
      fields={['since']}
    >
      <Text size="sm">
        Every event that was given up or discarded since then, and not delivered later, is sent once more. Events are
        kept 30 days.
      </Text>
      <TextInput
        type="datetime-local"
        label="Since"
        description="By the clock of this device"
        required
        data-autofocus
        value={since}
        error={sortErrors(again.error, ['since']).beside.since}
        onChange={event => setSince(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
