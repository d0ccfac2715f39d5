/** The signing secret: revealed on demand, or exchanged for a new one. */
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import type { NewEndpoint } from '../../../src/webhooks/endpoints.ts'
import { reasonOf } from '../api/refusal.ts'
import { useOperation } from '../api/use-operations.ts'
import { moment } from '../formats/dates.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useMembership } from '../session/membership.tsx'
import { BusyButton } from '../shell/busy-button.tsx'
import { CopyText } from '../shell/copy-text.tsx'
import { Section } from '../shell/section.tsx'

const HOURS = 24

export function SecretSection({ endpoint: { id, previous_secret_until } }: { endpoint: Endpoint }) {
  const { church } = useMembership()
  const [secret, setSecret] = useState<string>()
  const [rotating, setRotating] = useState(false)
  const reveal = useOperation<{ id: number }, { secret: string }>('endpoints.reveal')
  const show = (): void =>
    reveal.mutate(
      { id },
      {
        onSuccess: data => setSecret(data.secret),
        onError: error => notifications.show({ color: 'red', title: 'Not revealed', message: reasonOf(error) }),
      },
    )
  return (
    <Section title="Signing secret">
      <Stack gap="sm">
        <Text size="sm">Your receiver checks with it that an event comes from here and was not changed.</Text>
        {previous_secret_until && (
          <Text size="sm">
            The secret before is valid, too, until {moment(previous_secret_until, church.timezone)}.
          </Text>
        )}
        {secret && <CopyText label="Signing secret" value={secret} monospace />}
        <Group gap="xs">
          {secret ? (
            <Button variant="default" onClick={() => setSecret(undefined)}>
              Hide
            </Button>
          ) : (
            <BusyButton variant="default" busy={reveal.isPending} onClick={show}>
              Reveal
            </BusyButton>
          )}
          <Button variant="default" onClick={() => setRotating(true)}>
            Rotate
          </Button>
        </Group>
      </Stack>
      <RotateDialog id={id} opened={rotating} onClose={() => setRotating(false)} onRotated={setSecret} />
    </Section>
  )
}

interface RotateDialogProps {
  id: number
  opened: boolean
  onClose(): void
  onRotated(secret: string): void
}

function RotateDialog({ id, opened, onClose, onRotated }: RotateDialogProps) {
  const [hours, setHours] = useState<number | string>(HOURS)
  const rotate = useOperation<{ id: number; hours: number | string }, NewEndpoint>('endpoints.rotate')
  const done = ({ secret }: NewEndpoint): void => {
    onRotated(secret)
    notifications.show({ message: 'The endpoint has a new secret. It is shown below.' })
    onClose()
  }
  return (
    <FormDialog
      title="Rotate the secret?"
      opened={opened}
      onClose={onClose}
      onSubmit={() => rotate.mutate({ id, hours }, { onSuccess: done })}
      submit="Make a new secret"
      pending={rotate.isPending}
      error={rotate.error}
      fields={['hours']}
    >
      <Text size="sm">
        Events are signed with the new secret at once. For a time the header of Standard Webhooks carries the signature
        of both, so that your receiver can change over.
      </Text>
      <NumberInput
        label="Hours for which the secret before stays valid"
        description="0 ends it at once, for when it leaked; at most 720"
        min={0}
        max={720}
        allowDecimal={false}
        value={hours}
        error={sortErrors(rotate.error, ['hours']).beside.hours}
        onChange={setHours}
      />
    </FormDialog>
  )
}
