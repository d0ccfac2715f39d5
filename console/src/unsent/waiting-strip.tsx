/** Above every page: that there is no connection, and how much waits to be sent. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'
import type { Unsent } from './store.ts'
import { useSendingWaiting, useUnsent } from './use-unsent.ts'
import { WaitingList } from './waiting-list.tsx'

/** What is said: of the connection, of what waits, of what somebody has to look at. */
function sentencesOf(online: boolean, entries: readonly Unsent[]): string[] {
  const waiting = entries.filter(({ state }) => state === 'waiting').length
  const others = entries.length - waiting
  return [
    ...(online ? [] : [t('You are offline. Gifts, prayer requests and marks on rolls are sent later.')]),
    ...(waiting > 0
      ? [t('{count, plural, one {# entry} other {# entries}} waiting to be sent.', { count: waiting })]
      : []),
    ...(others > 0
      ? [
          t(
            '{count, plural, one {# entry was not sent and needs} other {# entries were not sent and need}} your attention.',
            { count: others },
          ),
        ]
      : []),
  ]
}

export function WaitingStrip() {
  const entries = useUnsent()
  const { online } = useNetwork()
  const [opened, dialog] = useDisclosure(false)
  useSendingWaiting(entries.some(({ state }) => state === 'waiting'))
  const sentences = sentencesOf(online, entries)
  return (
    <div role="status" className="no-print">
      {sentences.length > 0 && (
        <Paper withBorder p="xs" mb="md">
          <Group justify="space-between" gap="xs">
            <Text size="sm" style={{ flex: '1 1 12rem' }}>
              <Icon name={online ? 'inbox' : 'offline'} /> {sentences.join(' ')}
            </Text>
            {entries.length > 0 && (
              <Button size="compact-sm" variant="default" onClick={dialog.open}>
                {t('Show')}
              </Button>
            )}
          </Group>
        </Paper>
      )}
      <Dialog opened={opened} onClose={dialog.close} title={t('Waiting to be sent')} size="lg">
        <WaitingList entries={entries} onFollow={dialog.close} />
      </Dialog>
    </div>
  )
}
