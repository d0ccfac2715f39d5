/** Switches the API of a church on and off. */
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useOperation } from '../api/use-operations.ts'
import { FormDialog } from '../forms/form-dialog.tsx'

export function ApiSwitch({ enabled }: { enabled: boolean }) {
  const [asking, setAsking] = useState(false)
  const set = useOperation<{ api_enabled: boolean }>('church.set_api')
  const submit = (): void =>
    set.mutate(
      { api_enabled: !enabled },
      {
        onSuccess: () => {
          setAsking(false)
          notifications.show({ message: `The API is ${enabled ? 'off' : 'on'}.` })
        },
      },
    )
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" flex={1} miw={200}>
          {enabled
            ? 'The API is on: other systems reach the church with their keys.'
            : 'The API is off: every key is refused. Keys stay, and work again when it is on.'}
        </Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {enabled ? 'Switch the API off' : 'Switch the API on'}
        </Button>
      </Group>
      <FormDialog
        title={enabled ? 'Switch the API off?' : 'Switch the API on?'}
        opened={asking}
        onClose={() => setAsking(false)}
        onSubmit={submit}
        submit={enabled ? 'Switch off' : 'Switch on'}
        danger={enabled}
        pending={set.isPending}
        error={set.error}
      >
        <Text size="sm">
          {enabled
            ? 'Every system that uses a key of this church is refused from that moment on.'
            : 'Every key that was not revoked works again.'}
        </Text>
      </FormDialog>
    </>
  )
}
