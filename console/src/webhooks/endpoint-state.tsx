/** Pauses an endpoint, switches it on and off, deletes it. */
import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { moment } from '../formats/dates.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { rich, t } from '../texts/t.ts'
import { nameOf, pauseReason } from './endpoint-words.ts'

/** Says why no events are sent, and how that ends. */
export function PausedNotice({ endpoint }: { endpoint: Endpoint }) {
  const { church } = useMembership()
  const { id, status, status_reason, status_since, waiting } = endpoint
  const resume = useNotifiedAction('endpoints.resume', t('Not resumed'))
  if (status === 'active') return null
  const go = (discard: boolean): void => void resume.act({ id, discard }, t('The endpoint is active.'))
  const since = moment(status_since, church.timezone)
  return (
    <Alert
      role="note"
      color="yellow"
      title={status === 'off' ? t('Switched off since {since}', { since }) : t('Paused since {since}', { since })}
    >
      <Text size="sm" mb="sm">
        {pauseReason(status, status_reason)}{' '}
        {waiting > 0 &&
          t('{count, plural, one {# event is waiting.} other {# events are waiting.}}', { count: waiting })}
      </Text>
      <Group gap="xs">
        <BusyButton size="xs" busy={resume.pending} onClick={() => go(false)}>
          {waiting > 0 ? t('Resume and send waiting events') : t('Resume')}
        </BusyButton>
        {waiting > 0 && (
          <BusyButton size="xs" variant="default" busy={resume.pending} onClick={() => go(true)}>
            {t('Resume and discard waiting events')}
          </BusyButton>
        )}
      </Group>
    </Alert>
  )
}

export function StateSection({ endpoint }: { endpoint: Endpoint }) {
  const { id, status } = endpoint
  const pause = useNotifiedAction('endpoints.pause', t('Not paused'))
  const hold = (): void => void pause.act({ id }, t('The endpoint is paused; its events are held.'))
  return (
    <Section title={t('Pause or remove')}>
      <Text size="sm" mb="sm">
        {t('While it is paused, events are held and sent later. While it is switched off, they are not.')}
      </Text>
      <Group gap="xs">
        {status === 'active' && (
          <BusyButton variant="default" busy={pause.pending} onClick={hold}>
            {t('Pause')}
          </BusyButton>
        )}
        {status !== 'off' && <SwitchOff endpoint={endpoint} />}
        <Delete endpoint={endpoint} />
      </Group>
    </Section>
  )
}

function SwitchOff({ endpoint: { id, waiting } }: { endpoint: Endpoint }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('Switch off')}
      </Button>
      {asking && (
        <ConfirmDialog
          action="endpoints.switch_off"
          input={{ id }}
          title={t('Switch off this endpoint?')}
          submit={t('Switch off')}
          done={t('The endpoint is switched off.')}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            {t('No events will be held for it until you switch it on again.')}{' '}
            {waiting > 0 &&
              t('{count, plural, one {# waiting event} other {# waiting events}} will be discarded.', {
                count: waiting,
              })}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}

function Delete({ endpoint }: { endpoint: Endpoint }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
        {t('Delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          action="endpoints.delete"
          input={{ id: endpoint.id }}
          title={t('Delete this endpoint?')}
          submit={t('Delete endpoint')}
          done={t('The endpoint {name} was deleted.', { name: nameOf(endpoint) })}
          onDone={() => navigate(path('/settings/webhooks'), { replace: true })}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">
            {rich('Nothing more will be sent to <code>{url}</code>, not even waiting events. This cannot be undone.', {
              url: endpoint.url,
              code: text => <Code>{text}</Code>,
            })}
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
