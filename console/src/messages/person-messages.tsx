/** What was written to a person. */
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useRecords } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { moment } from '../formats/dates.ts'
import { wordOf } from '../formats/words.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { LoadProblem } from '../lists/record-list.tsx'
import { Section } from '../parts/section.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

const SHOWN = 5

/** The list of messages begins with the oldest, so the latest are at the end of its last page. */
function useLatest(person_id: number) {
  const query = { person_id, per_page: 100 }
  const first = useRecords('messages', query)
  const { total_pages = 1, has_more = false } = first.data?.meta ?? {}
  const last = useRecords('messages', { ...query, page: total_pages }, has_more)
  const messages = has_more ? last : first
  return { messages, meta: messages.data?.meta, rows: (messages.data?.data ?? []).slice(-SHOWN).reverse() }
}

function PersonMessages({ person }: { person: Person }) {
  const { church, may } = useMembership()
  const { messages, meta, rows } = useLatest(person.id)
  const actions = (
    <Group gap="md">
      {meta && meta.total > rows.length && (
        <TextLink to={`/messages?person_id=${person.id}`} size="sm">
          {t('All messages')}
        </TextLink>
      )}
      {may('messages:write') && person.deleted_at === null && (
        <TextLink to={`/messages/new?person_id=${person.id}`} size="sm">
          {t('Write a message')}
        </TextLink>
      )}
    </Group>
  )
  return (
    <Section title={t('Messages')} actions={actions}>
      {messages.isLoading && <Skeleton height={80} />}
      {messages.error && <LoadProblem error={messages.error} onRetry={() => messages.refetch()} />}
      {meta && rows.length === 0 && <Text c="dimmed">{t('No messages yet.')}</Text>}
      <Stack gap="sm">
        {rows.map(message => (
          <div key={message.id}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="xs" c="dimmed">
                {wordOf(message.channel)}, {moment(message.created_at, church.timezone)}
              </Text>
              <StatusBadge status={message.status} of="message" />
            </Group>
            <Text size="sm" lineClamp={2}>
              {message.subject ?? message.body}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  )
}

/** On the page of a person. */
export const personMessages: PagePart<{ person: Person }> = { needs: 'messages:read', Part: PersonMessages }
