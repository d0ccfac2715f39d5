/** Sends a test event and says what came of it, as soon as the log knows. */
import { Alert, Group, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { useView } from '../api/use-offers.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import { duration, outcomeWords } from './endpoint-words.ts'

const LOOK_MS = 1_000

export function TestSection({ endpoint: { id } }: { endpoint: Endpoint }) {
  const [event_id, setEventId] = useState<string>()
  const test = useNotifiedAction('endpoints.test', t('Not sent'))
  const send = async (): Promise<void> => setEventId((await test.act({ id }))?.event_id)
  return (
    <Section title={t('Test')}>
      <Stack gap="sm">
        <Text size="sm">{t('A test event called ping is sent at once, even while the endpoint is paused.')}</Text>
        <Group>
          <BusyButton variant="default" busy={test.pending} onClick={() => void send()}>
            {t('Send a test event')}
          </BusyButton>
        </Group>
        <div role="status">{event_id && <Result key={event_id} endpoint_id={id} event_id={event_id} />}</div>
      </Stack>
    </Section>
  )
}

function Result({ endpoint_id, event_id }: { endpoint_id: number; event_id: string }) {
  const log = useView('deliveries', { endpoint_id, event_id }, true, found => (found?.length ? false : LOOK_MS))
  const attempt = log.isPlaceholderData ? undefined : log.data?.[0]
  if (attempt === undefined) {
    return (
      <Group gap="xs">
        <Loader size="xs" />
        <Text size="sm">{t('Sending and waiting for a response…')}</Text>
      </Group>
    )
  }
  const delivered = attempt.outcome === 'delivered'
  return (
    <Alert color={delivered ? 'teal' : 'red'} title={delivered ? t('It arrived') : t('It did not arrive')}>
      <Text size="sm">
        {t('{outcome} after {duration}.', { outcome: outcomeWords(attempt), duration: duration(attempt.duration_ms) })}
      </Text>
    </Alert>
  )
}
