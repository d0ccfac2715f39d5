/** Sends a test event and says what came of it, as soon as the log knows. */
import { Alert, Group, Loader, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { DeliveryEntry, Endpoint } from '../../../src/webhooks/console-views.ts'
import { reasonOf } from '../api/refusal.ts'
import { useOperation, useView } from '../api/use-operations.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { duration, outcomeWords } from './endpoint-words.ts'

const LOOK_MS = 1_000

export function TestSection({ endpoint: { id } }: { endpoint: Endpoint }) {
  const [event_id, setEventId] = useState<string>()
  const test = useOperation<{ id: number }, { event_id: string }>('endpoints.test')
  const send = (): void =>
    test.mutate(
      { id },
      {
        onSuccess: data => setEventId(data.event_id),
        onError: error => notifications.show({ color: 'red', title: 'Not sent', message: reasonOf(error) }),
      },
    )
  return (
    <Section title="Test">
      <Stack gap="sm">
        <Text size="sm">A test event is called ping and is sent at once, also while the endpoint is paused.</Text>
        <Group>
          <BusyButton variant="default" busy={test.isPending} onClick={send}>
            Send a test event
          </BusyButton>
        </Group>
        <div role="status">{event_id && <Result key={event_id} endpoint_id={id} event_id={event_id} />}</div>
      </Stack>
    </Section>
  )
}

function Result({ endpoint_id, event_id }: { endpoint_id: number; event_id: string }) {
  const log = useView<DeliveryEntry[]>('deliveries', { endpoint_id, event_id }, true, found =>
    found?.length ? false : LOOK_MS,
  )
  const attempt = log.isPlaceholderData ? undefined : log.data?.[0]
  if (attempt === undefined) {
    return (
      <Group gap="xs">
        <Loader size="xs" />
        <Text size="sm">Sending, and waiting for the answer…</Text>
      </Group>
    )
  }
  const delivered = attempt.outcome === 'delivered'
  return (
    <Alert color={delivered ? 'teal' : 'red'} title={delivered ? 'It arrived' : 'It did not arrive'}>
      <Text size="sm">
        {outcomeWords(attempt)} after {duration(attempt.duration_ms)}.
      </Text>
    </Alert>
  )
}
