/** Switches the API of a church on and off. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../forms/action-dialog.tsx'

export function ApiSwitch({ enabled }: { enabled: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" flex={1} miw={200}>
          {enabled
            ? 'The API is on: other systems can connect with their keys.'
            : 'The API is off: every key is refused. Keys are kept, and will work again when you switch it on.'}
        </Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {enabled ? 'Switch the API off' : 'Switch the API on'}
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          action="church.set_api"
          input={{ api_enabled: !enabled }}
          title={enabled ? 'Switch the API off?' : 'Switch the API on?'}
          submit={enabled ? 'Switch off' : 'Switch on'}
          danger={enabled}
          done={`The API is ${enabled ? 'off' : 'on'}.`}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            {enabled
              ? 'Every system that uses one of your keys will be refused from that moment on.'
              : 'Every key that has not been revoked will work again.'}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
