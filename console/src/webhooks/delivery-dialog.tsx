/** One attempt: what was sent, what came back, and sending it again. */
import { Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { DeliveryDetail } from '../../../src/webhooks/console-views.ts'
import { useView } from '../api/use-offers.ts'
import { exactMoment } from '../formats/dates.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Details } from '../parts/details.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { duration, outcomeWords } from './endpoint-words.ts'

/** @param delivery id of the attempt; the dialog is closed while there is none */
export function DeliveryDialog({ delivery, onClose }: { delivery: string | undefined; onClose(): void }) {
  return (
    <Dialog opened={delivery !== undefined} onClose={onClose} title={t('Delivery')} size="xl">
      {delivery !== undefined && <Delivery delivery={delivery} onClose={onClose} />}
    </Dialog>
  )
}

function Delivery({ delivery, onClose }: { delivery: string; onClose(): void }) {
  const { may } = useMembership()
  const found = useView('delivery', { delivery })
  const again = useNotifiedAction('endpoints.redeliver', t('Not sent again'))
  async function send(): Promise<void> {
    if ((await again.act({ delivery }, t('The event is being sent again.'))) !== undefined) onClose()
  }
  if (found.error) return <LoadProblem error={found.error} onRetry={() => found.refetch()} />
  if (!found.data || found.isPlaceholderData) return <Skeleton height={320} role="status" aria-label={t('Loading')} />
  return (
    <Stack>
      <About detail={found.data} />
      <Request detail={found.data} />
      <Response detail={found.data} />
      {may('endpoints.redeliver') && found.data.request.body !== null && (
        <Group justify="flex-end">
          <BusyButton busy={again.pending} onClick={() => void send()}>
            {t('Send again')}
          </BusyButton>
        </Group>
      )}
    </Stack>
  )
}

function About({ detail: { attempt } }: { detail: DeliveryDetail }) {
  const { church } = useMembership()
  const details = [
    { label: t('Outcome'), value: outcomeWords(attempt) },
    { label: t('Event'), value: `${attempt.event} (${attempt.event_id})` },
    { label: t('when|Sent'), value: exactMoment(attempt.started_at, church.timezone) },
    { label: t('Took'), value: duration(attempt.duration_ms) },
    { label: t('Attempt'), value: attempt.number > 0 && `${attempt.number} · ${attempt.id}` },
    { label: t('Next retry'), value: attempt.next_at && exactMoment(attempt.next_at, church.timezone) },
  ]
  return <Details details={details.filter(({ value }) => value !== false)} />
}

function Request({ detail: { attempt, request } }: { detail: DeliveryDetail }) {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Stack gap="xs" component="section">
      <Title order={3}>{t('to a server|Request')}</Title>
      <Lines label={t('Request headers')} text={[`POST ${attempt.url}`, ...headers].join('\n')} />
      <Text size="xs" c="dimmed">
        {t('The signatures are made when an event is sent and are not kept.')}
      </Text>
      {request.body === null ? (
        <Text size="sm" c="dimmed">
          {t('This event is no longer kept.')}
        </Text>
      ) : (
        <Lines label={t('Request body')} text={pretty(request.body)} />
      )}
    </Stack>
  )
}

function Response({ detail: { attempt } }: { detail: DeliveryDetail }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={3}>{t('Response')}</Title>
      <Text size="sm">
        {attempt.status === null ? t('No response.') : t('Status {status}', { status: attempt.status })}
      </Text>
      {attempt.response && <Lines label={t('Response body')} text={attempt.response} />}
    </Stack>
  )
}

/** Text as it was sent; it can be scrolled by keyboard. */
function Lines({ label, text }: { label: string; text: string }) {
  return (
    <Code
      block
      mah={280}
      tabIndex={0}
      role="region"
      aria-label={label}
      style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Code>
  )
}

/** Easier to read; the bytes that are signed have no spaces. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
