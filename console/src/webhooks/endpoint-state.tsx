/** Pauses an endpoint, switches it on and off, deletes it. */
import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { reasonOf } from '../api/refusal.ts'
import { useOperation } from '../api/use-operations.ts'
import { moment } from '../formats/dates.ts'
import { counted } from '../formats/words.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { nameOf, pauseReason } from './endpoint-words.ts'

/** An operation on an endpoint that is done at once and says so. */
function useAct<Input extends { id: number }>(name: string, done: string) {
  const operation = useOperation<Input>(name)
  const act = (input: Input): void =>
    operation.mutate(input, {
      onSuccess: () => notifications.show({ message: done }),
      onError: error => notifications.show({ color: 'red', title: 'Not done', message: reasonOf(error) }),
    })
  return { act, pending: operation.isPending }
}

/** Says why no events are sent, and how that ends. */
export function PausedNotice({ endpoint }: { endpoint: Endpoint }) {
  const { church } = useMembership()
  const { id, status, status_reason, status_since, waiting } = endpoint
  const resume = useAct<{ id: number; discard: boolean }>('endpoints.resume', 'The endpoint is active.')
  if (status === 'active') return null
  const held = waiting > 0 ? ` ${counted(waiting, 'event waits', 'events wait')}.` : ''
  return (
    <Alert
      role="note"
      color="yellow"
      title={`${status === 'off' ? 'Switched off' : 'Paused'} since ${moment(status_since, church.timezone)}`}
    >
      <Text size="sm" mb="sm">
        {pauseReason(status, status_reason)}
        {held}
      </Text>
      <Group gap="xs">
        <BusyButton size="xs" busy={resume.pending} onClick={() => resume.act({ id, discard: false })}>
          {waiting > 0 ? 'Resume and send what waits' : 'Resume'}
        </BusyButton>
        {waiting > 0 && (
          <BusyButton
            size="xs"
            variant="default"
            busy={resume.pending}
            onClick={() => resume.act({ id, discard: true })}
          >
            Resume and discard what waits
          </BusyButton>
        )}
      </Group>
    </Alert>
  )
}

export function StateSection({ endpoint }: { endpoint: Endpoint }) {
  const { id, status } = endpoint
  const pause = useAct<{ id: number }>('endpoints.pause', 'The endpoint is paused; its events are held.')
  return (
    <Section title="Pause or remove">
      <Text size="sm" mb="sm">
        While it is paused, events are held and sent afterwards. While it is off, they are not.
      </Text>
      <Group gap="xs">
        {status === 'active' && (
          <BusyButton variant="default" busy={pause.pending} onClick={() => pause.act({ id })}>
            Pause
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
  const operation = useOperation<{ id: number }>('endpoints.switch_off')
  const done = (): void => {
    setAsking(false)
    notifications.show({ message: 'The endpoint is switched off.' })
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Switch off
      </Button>
      <FormDialog
        title="Switch it off?"
        opened={asking}
        onClose={() => setAsking(false)}
        onSubmit={() => operation.mutate({ id }, { onSuccess: done })}
        submit="Switch off"
        danger
        pending={operation.isPending}
        error={operation.error}
      >
        <Text size="sm">
          No events are held for it until it is switched on again.
          {waiting > 0 && ` The ${counted(waiting, 'event that waits is', 'events that wait are')} discarded.`}
        </Text>
      </FormDialog>
    </>
  )
}

function Delete({ endpoint }: { endpoint: Endpoint }) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const operation = useOperation<{ id: number }>('endpoints.delete')
  const done = (): void => {
    notifications.show({ message: `The endpoint ${nameOf(endpoint)} is deleted.` })
    navigate(path('/settings/webhooks'), { replace: true })
  }
  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <FormDialog
        title="Delete the endpoint?"
        opened={asking}
        onClose={() => setAsking(false)}
        onSubmit={() => operation.mutate({ id: endpoint.id }, { onSuccess: done })}
        submit="Delete the endpoint"
        danger
        pending={operation.isPending}
        error={operation.error}
      >
        <Text size="sm">
          Nothing more is sent to <Code>{endpoint.url}</Code>, not even what waits. This cannot be taken back.
        </Text>
      </FormDialog>
    </>
  )
}
