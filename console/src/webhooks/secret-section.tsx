/** The signing secret: revealed on demand, or exchanged for a new one. */
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint } from '../../../src/webhooks/console-views.ts'
import { moment } from '../formats/dates.ts'
import { ActionDialog } from '../forms/action-dialog.tsx'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

const HOURS = 24
const MOST_HOURS = 720

export function SecretSection({ endpoint: { id, previous_secret_until } }: { endpoint: Endpoint }) {
  const { church } = useMembership()
  const [secret, setSecret] = useState<string>()
  const [rotating, setRotating] = useState(false)
  const reveal = useNotifiedAction('endpoints.reveal', t('Not shown'))
  const show = async (): Promise<void> => setSecret((await reveal.act({ id }))?.secret)
  return (
    <Section title={t('Signing secret')}>
      <Stack gap="sm">
        <Text size="sm">{t('Your system uses it to check that an event comes from here and was not changed.')}</Text>
        {previous_secret_until && (
          <Text size="sm">
            {t('The previous secret also works until {moment}.', {
              moment: moment(previous_secret_until, church.timezone),
            })}
          </Text>
        )}
        {secret && <CopyText label={t('Signing secret')} value={secret} monospace />}
        <Group gap="xs">
          {secret ? (
            <Button variant="default" onClick={() => setSecret(undefined)}>
              {t('Hide')}
            </Button>
          ) : (
            <BusyButton variant="default" busy={reveal.pending} onClick={() => void show()}>
              {t('Show')}
            </BusyButton>
          )}
          <Button variant="default" onClick={() => setRotating(true)}>
            {t('Replace')}
          </Button>
        </Group>
      </Stack>
      {rotating && <RotateDialog id={id} onClose={() => setRotating(false)} onRotated={setSecret} />}
    </Section>
  )
}

interface RotateDialogProps {
  id: number
  onClose(): void
  onRotated(secret: string): void
}

function RotateDialog({ id, onClose, onRotated }: RotateDialogProps) {
  return (
    <ActionDialog
      action="endpoints.rotate"
      title={t('Replace the secret?')}
      submit={t('Create new secret')}
      initial={{ hours: HOURS as number | string }}
      check={({ hours }) =>
        hours === '' ? { hours: t('Type a number of hours, 0 to {MOST_HOURS}', { MOST_HOURS }) } : {}
      }
      input={({ hours }) => ({ id, hours: Number(hours) })}
      done={() => t('The endpoint has a new secret. It is shown below.')}
      onDone={({ secret }) => onRotated(secret)}
      onClose={onClose}
    >
      {({ values, errors, change }) => (
        <>
          <Text size="sm">
            {t(
              'Events are signed with the new secret at once. For a while, the Standard Webhooks header carries both signatures, so that your system can switch over.',
            )}
          </Text>
          <NumberInput
            label={t('Hours for which the previous secret still works')}
            description={t('0 ends it at once, for example if it leaked; at most {MOST_HOURS}', { MOST_HOURS })}
            min={0}
            max={MOST_HOURS}
            allowDecimal={false}
            value={values.hours}
            error={errors.hours}
            onChange={hours => change({ hours })}
          />
        </>
      )}
    </ActionDialog>
  )
}
