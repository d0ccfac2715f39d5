/** What a message will do, shown before it is sent: who gets it, what one reads, what it costs. */
import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import type { Preview } from '../../../src/modules/messaging/preview.ts'
import { Refusal } from '../api/refusal.ts'
import { wordOf } from '../formats/words.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { rich, t } from '../texts/t.ts'
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
      <Section
        title={t('{count, plural, one {# person} other {# people}} will get it by {channel}', {
          count: reached,
          channel: wordOf(channel),
        })}
      >
        <Stack gap="sm">
          <LeftOut preview={preview} />
          {units !== null && <Costs units={units} />}
          {!provider && (
            <Alert color="yellow">
              {t('Your church has no provider for {channel}. Nothing can be sent until an administrator sets one up.', {
                channel: wordOf(channel),
              })}
            </Alert>
          )}
          {short && (
            <Alert color="yellow">
              {t(
                'There are not enough SMS units: you have {count, number} left. Nothing can be sent until more are added.',
                { count: units.free },
              )}
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
          {t('Send to {count, number}', { count: reached })}
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
          {rich(
            'You pressed Send earlier, with a different text or for different people. Look under <a>Group messages</a> to see what was sent before you send this one as well.',
            {
              a: text => (
                <TextLink to="/messages/batches" underline="always" fz="inherit">
                  {text}
                </TextLink>
              ),
            },
          )}
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
        <Text size="sm">{t('The number of people has changed since you checked. Check again who gets it.')}</Text>
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
    opted_out > 0 &&
      t('{count, plural, one {# person has} other {# people have}} opted out of this channel', { count: opted_out }),
    no_address > 0 &&
      t('{count, plural, one {# person has} other {# people have}} no address for it', { count: no_address }),
    unfit > 0 && t('for {count, number} the text is empty or too long once it is filled in', { count: unfit }),
  ].filter(reason => reason !== false)
  return (
    <div>
      <Text size="sm">
        {t('{count, number} of {total, number} will be left out:', { count: total - reached, total })}
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
  return (
    <Text size="sm">
      {least === most
        ? t('{count, plural, one {# SMS unit} other {# SMS units}} each, {total, number} in total.', {
            count: least,
            total,
          })
        : t('{least, number} to {most, number} SMS units each, {total, number} in total.', { least, most, total })}{' '}
      {t('You have {count, number} left.', { count: free })}
    </Text>
  )
}
