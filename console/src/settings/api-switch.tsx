/** Switches the API of a church on and off. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { t } from '../texts/t.ts'

export function ApiSwitch({ enabled }: { enabled: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 12rem">
          {enabled
            ? t('The API is on: other systems can connect with their keys.')
            : t('The API is off: every key is refused. Keys are kept, and will work again when you switch it on.')}
        </Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {enabled ? t('Switch the API off') : t('Switch the API on')}
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          action="church.set_api"
          input={{ api_enabled: !enabled }}
          title={enabled ? t('Switch the API off?') : t('Switch the API on?')}
          submit={enabled ? t('Switch off') : t('Switch on')}
          danger={enabled}
          done={enabled ? t('The API is off.') : t('The API is on.')}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            {enabled
              ? t('Every system that uses one of your keys will be refused from that moment on.')
              : t('Every key that has not been revoked will work again.')}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
