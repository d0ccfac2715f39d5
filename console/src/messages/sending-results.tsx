/** How far the sending is, and what became of it for each recipient. */
import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { reasonOf } from '../api/refusal.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { count } from '../formats/words.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { reasonText } from './channels.ts'
import { recipientKey } from './recipients.ts'
import type { Result, Sending } from './use-sending.ts'

interface SendingResultsProps {
  sending: Sending
  onRetry(): void
  onAgain(): void
}

export function SendingResults({ sending: { state, total, results, error }, onRetry, onAgain }: SendingResultsProps) {
  const sent = results.filter(({ status }) => status === 'sent' || status === 'delivered').length
  return (
    <Stack>
      <Section title={state === 'sending' ? 'Sending' : 'Result'}>
        <Stack gap="xs">
          {state !== 'done' && <Progress value={(results.length / total) * 100} aria-label="Sending" />}
          <Text role="status">
            {count(results.length)} of {count(total)} done: {count(sent)} sent, {count(results.length - sent)} not
          </Text>
          {state === 'stopped' && error && (
            <Problem title="Stopped">
              <Text size="sm" mb="xs">
                {reasonOf(error)} Going on never sends twice.
              </Text>
              <Button size="xs" variant="default" onClick={onRetry}>
                Go on
              </Button>
            </Problem>
          )}
        </Stack>
      </Section>
      {results.length > 0 && <Results results={results} />}
      {state === 'done' && (
        <Group>
          <Button onClick={onAgain}>Write another</Button>
          <LinkButton to="/messages" variant="default">
            To the messages
          </LinkButton>
        </Group>
      )}
    </Stack>
  )
}

function Results({ results }: { results: readonly Result[] }) {
  return (
    <Section title="Recipients">
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>To</Table.Th>
              <Table.Th>Result</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.map(({ recipient, status, error }) => (
              <Table.Tr key={recipientKey(recipient)}>
                <Table.Td>
                  {'person_id' in recipient ? (
                    <TextLink to={`/people/${recipient.person_id}`}>{recipient.title}</TextLink>
                  ) : (
                    recipient.title
                  )}
                </Table.Td>
                <Table.Td>
                  <StatusBadge status={status} />
                  {error && <Text size="xs">{reasonText(error)}</Text>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}
