/** How far the sending is, and what became of it for each recipient. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { reasonOf } from '../api/refusal.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import { OutcomeTable, type RecipientOutcome } from './outcome-table.tsx'
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
      <Section title={state === 'sending' ? t('Sending') : t('Result')}>
        <Stack gap="xs">
          {state !== 'done' && <Progress value={(results.length / total) * 100} aria-label={t('Sending')} />}
          <Text role="status">
            {t('{done, number} of {total, number} done: {sent, number} sent, {unsent, number} not sent', {
              done: results.length,
              total,
              sent,
              unsent: results.length - sent,
            })}
          </Text>
          {state === 'stopped' && error && (
            <Problem title={t('Stopped')}>
              <Text size="sm" mb="xs">
                {reasonOf(error)} {t('Continuing will not send anything twice.')}
              </Text>
              <Button size="xs" variant="default" onClick={onRetry}>
                {t('Continue')}
              </Button>
            </Problem>
          )}
        </Stack>
      </Section>
      {results.length > 0 && (
        <Section title={t('Recipients')}>
          <OutcomeTable header={t('Result')} outcomes={results.map(outcomeOf)} />
        </Section>
      )}
      {state === 'done' && (
        <Group>
          <Button onClick={onAgain}>{t('Write another message')}</Button>
          <LinkButton to="/messages" variant="default">
            {t('Go to messages')}
          </LinkButton>
        </Group>
      )}
    </Stack>
  )
}

const outcomeOf = ({ recipient, status, error }: Result): RecipientOutcome => ({
  key: recipientKey(recipient),
  name: recipient.title,
  person_id: 'person_id' in recipient ? recipient.person_id : undefined,
  status,
  error,
})
