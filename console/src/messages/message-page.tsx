/** One message: what was sent, to whom, and what became of it. */
import { Alert, Stack, Text } from '@mantine/core'
import { useView } from '../api/use-offers.ts'
import { useRecord } from '../api/use-records.ts'
import type { Message } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { Details } from '../parts/details.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useId } from '../parts/use-id.ts'
import { Written } from '../parts/written.tsx'
import { useMembership } from '../session/membership.tsx'
import { explained } from '../shell/explained-page.tsx'
import { Page } from '../shell/page.tsx'
import { RecordFrame } from '../shell/record-frame.tsx'
import { t } from '../texts/t.ts'
import { reasonText } from './channels.ts'

const BACK = { path: '/messages', label: t('Messages') }

const OUTCOMES: Record<Message['status'], string> = {
  sent: t('Handed to the provider. It is not known yet whether it arrived.'),
  delivered: t('Delivered, according to the provider.'),
  failed: t('It was not sent.'),
  skipped: t('It was skipped, so nothing was sent.'),
}

function MessagePage() {
  const id = useId()
  const message = useView('message', { id }, id !== undefined)
  return (
    <RecordFrame id={id} record={message} title={t('Message')} back={BACK}>
      {data => <MessageView message={data} />}
    </RecordFrame>
  )
}

function MessageView({ message }: { message: Message }) {
  const { church, may } = useMembership()
  const { person_id, to, channel, status, error, units, source, subject, body } = message
  const person = useRecord('people', may('people:read') ? person_id : undefined).data
  const when = (at: string | null) => at && moment(at, church.timezone)
  const details = [
    {
      label: t('recipient|To'),
      value: person ? <TextLink to={`/people/${person.id}`}>{person.full_name}</TextLink> : to && <Written text={to} />,
    },
    { label: t('of a recipient|Address'), value: person && to && <Written text={to} /> },
    { label: t('Channel'), value: wordOf(channel) },
    { label: t('Units'), value: units || null },
    { label: t('Source'), value: wordOf(source) },
    { label: t('Written'), value: when(message.created_at) },
    { label: t('when|Sent'), value: when(message.sent_at) },
    { label: t('Arrived'), value: when(message.delivered_at) },
  ]
  const again = may('messages:write') && person_id !== null && (
    <LinkButton to={`/messages/new?person_id=${person_id}&channel=${channel}`} variant="default">
      {t('Write another message')}
    </LinkButton>
  )
  const actions = (
    <>
      <StatusBadge status={status} of="message" />
      {again}
    </>
  )
  const bad = status === 'failed' || status === 'skipped'
  return (
    <Page title={subject ?? t('Message')} back={BACK} actions={actions} maw={760}>
      <Stack>
        <Alert role="note" color={bad ? 'yellow' : 'teal'}>
          <Text size="sm" fw={500}>
            {OUTCOMES[status]}
          </Text>
          {error && <Text size="sm">{reasonText(error)}</Text>}
        </Alert>
        <Section title={t('Text')}>
          <Text className="pre-line" style={{ overflowWrap: 'anywhere' }}>
            {body}
          </Text>
        </Section>
        <Section title={t('Details')}>
          <Details details={details} />
        </Section>
      </Stack>
    </Page>
  )
}

/** What the church's pages show of it. */
export const page = explained(MessagePage, {
  says: t('One message, what became of it, and why it did not arrive if it failed.'),
  chapter: 'writing-to-people#did-it-arrive',
})
