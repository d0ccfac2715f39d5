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
      <Section title={`${counted(reached, 'person gets', 'people get')} it by ${wordOf(channel)}`}>
        <Stack gap="sm">
          <LeftOut preview={preview} />
          {units !== null && <Costs units={units} />}
          {!provider && (
            <Alert color="yellow">
              The church has no provider for {wordOf(channel)}. Nothing can be sent until an administrator has set one
              up.
            </Alert>
          )}
          {short && (
            <Alert color="yellow">
              There are not enough SMS units: {count(units.free)} are left. Nothing can be sent until more are noted.
            </Alert>
          )}
        </Stack>
      </Section>
      {preview.example && (
        <Section title={`As ${preview.example.name} will read it`}>
          <Text size="sm" c="dimmed" mb="xs">
            To {preview.example.to}
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
          Change
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
      <Problem title="Was it sent already?">
        <Text size="sm">
          You pressed Send before, and the message was begun with another text or for other people. Look in{' '}
          <TextLink to="/messages/batches" underline="always" fz="inherit">
            Sent to many
          </TextLink>{' '}
          what they got, before you send this one, too.
        </Text>
        <Button mt="xs" size="xs" variant="default" onClick={onAnother}>
          This is another message
        </Button>
      </Problem>
    )
  }
  if (expected !== undefined) {
    return (
      <Problem title="Not sent">
        <Text size="sm">The number of people {expected}. Check again who gets it.</Text>
        <Button mt="xs" size="xs" variant="default" onClick={onCheck}>
          Check again
        </Button>
      </Problem>
    )
  }
  return <SaveProblem error={error} fields={[]} onRetry={onSend} />
}

function LeftOut({ preview: { total, reached, opted_out, no_address, unfit } }: { preview: Preview }) {
  if (reached === total) return <Text size="sm">Nobody is left out.</Text>
  const reasons = [
    opted_out > 0 && `${count(opted_out)} do not want messages on this channel`,
    no_address > 0 && `${count(no_address)} have no address for it`,
    unfit > 0 && `for ${count(unfit)} the text is empty or too long once it is filled in`,
  ].filter(reason => reason !== false)
  return (
    <div>
      <Text size="sm">
        {count(total - reached)} of {count(total)} are left out:
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
  const each = least === most ? counted(least, 'SMS unit', 'SMS units') : `${count(least)} to ${count(most)} SMS units`
  return (
    <Text size="sm">
      {each} for each, {count(total)} in all. {count(free)} are left.
    </Text>
  )
}
