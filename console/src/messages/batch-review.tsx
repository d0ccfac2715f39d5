/** What a message will do, shown before it is sent: who gets it, what one reads, what it costs. */
import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import type { Preview } from '../../../src/modules/messaging/preview.ts'
import { Refusal } from '../api/refusal.ts'
import { count, counted, wordOf } from '../formats/words.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { t } from '../texts/t.ts'
import type { Channel } from './channels.ts'

interface BatchReviewProps {
  preview: Preview
  channel: Channel
  busy: boolean
  error: Error | null
  onSend(): void
  /** Looks again at who gets it. */
  onCheck(): void
  /** Takes it for another message than the one that was sent before. */
  onAnother(): void
  onChange(): void
}

export function BatchReview({ preview, channel, busy, error, onSend, onCheck, onAnother, onChange }: BatchReviewProps) {
  const { reached, provider, units } = preview
  const short = units !== null && units.total > units.free
  return (
    <Stack>
      <Section title={`${counted(reached, 'person', 'people')} will get it by ${wordOf(channel)}`}>
        <Stack gap="sm">
          <LeftOut preview={preview} />
          {units !== null && <Costs units={units} />}
          {!provider && (
            <Alert color="yellow">
              Your church has no provider for {wordOf(channel)}. Nothing can be sent until an administrator sets one up.
            </Alert>
          )}
          {short && (
            <Alert color="yellow">
              There are not enough SMS units: you have {count(units.free)} left. Nothing can be sent until more are
              added.
            </Alert>
          )}
        </Stack>
      </Section>
      {preview.example && (
        <Section title={t('As {name} will read it', { name: preview.example.name })}>
          <Text size="sm" c="dimmed" mb="xs">
            {t('To {to}', { to: preview.example.to })}
          </Text>
          <Paper bg="var(--mantine-color-default-hover)" p="sm">
            {preview.example.subject && (
              <Text fw={600} mb={4}>
                {preview.example.subject}
              </Text>
            )}
            <Text className="pre-line" style={{ overflowWrap: 'anywhere' }}>
              {preview.example.body}
            </Text>
          </Paper>
        </Section>
      )}
      <SendProblem error={error} onSend={onSend} onCheck={onCheck} onAnother={onAnother} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onChange}>
          {t('Edit message')}
        </Button>
        <BusyButton onClick={onSend} busy={busy} disabled={reached === 0 || !provider || short}>
          {`Send to ${count(reached)}`}
        </BusyButton>
      </Group>
    </Stack>
  )
}

type SendProblemProps = Pick<BatchReviewProps, 'error' | 'onSend' | 'onCheck' | 'onAnother'>

function SendProblem({ error, onSend, onCheck, onAnother }: SendProblemProps) {
  const code = error instanceof Refusal ? error.code : undefined
  const expected = error instanceof Refusal ? error.errors.expected : undefined
  if (code === 'idempotency_key_reused') {
    return (
      <Problem title={t('Was this sent already?')}>
        <Text size="sm">
          You pressed Send earlier, with a different text or for different people. Look under{' '}
          <TextLink to="/messages/batches" underline="always" fz="inherit">
            {t('Group messages')}
          </TextLink>{' '}
          to see what was sent before you send this one as well.
        </Text>
        <Button mt="xs" size="xs" variant="default" onClick={onAnother}>
          {t('This is a new message')}
        </Button>
      </Problem>
    )
  }
  if (expected !== undefined) {
    return (
      <Problem title={t('Not sent')}>
        <Text size="sm">{t('The number of people {expected}. Check again who gets it.', { expected })}</Text>
        <Button mt="xs" size="xs" variant="default" onClick={onCheck}>
          {t('Check again')}
        </Button>
      </Problem>
    )
  }
  return <SaveProblem error={error} fields={[]} onRetry={onSend} />
}

function LeftOut({ preview: { total, reached, opted_out, no_address, unfit } }: { preview: Preview }) {
  if (reached === total) return <Text size="sm">{t('Nobody is left out.')}</Text>
  const reasons = [
    opted_out > 0 && `${counted(opted_out, t('person has'), t('people have'))} opted out of this channel`,
    no_address > 0 && `${counted(no_address, t('person has'), t('people have'))} no address for it`,
    unfit > 0 && `for ${count(unfit)} the text is empty or too long once it is filled in`,
  ].filter(reason => reason !== false)
  return (
    <div>
      <Text size="sm">
        {count(total - reached)} of {count(total)} will be left out:
      </Text>
      <List size="sm">
        {reasons.map(reason => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
    </div>
  )
}

function Costs({ units: { least, most, total, free } }: { units: NonNullable<Preview['units']> }) {
  const each =
    least === most ? counted(least, t('SMS unit'), t('SMS units')) : `${count(least)} to ${count(most)} SMS units`
  return (
    <Text size="sm">
      {each} each, {count(total)} in total. You have {count(free)} left.
    </Text>
  )
}
