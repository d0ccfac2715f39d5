/** What the first recipient will read, and what it costs. */
import { Paper, Stack, Text } from '@mantine/core'
import { fillTags, MERGE_TAGS } from '../../../src/modules/messaging/merge-tags.ts'
import { useBranches, useRecord } from '../api/use-records.ts'
import { counted } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import type { MessageValues } from './message-values.ts'
import { useSegments } from './use-segments.ts'

/** The tags as they stand, while nobody is known to fill them. */
const AS_WRITTEN = Object.fromEntries(MERGE_TAGS.map(name => [name, `{${name}}`]))

/** What the merge tags stand for, for the first recipient. */
function useTagValues(values: MessageValues) {
  const { church } = useMembership()
  const [first] = values.recipients
  const person = useRecord('people', first && 'person_id' in first ? first.person_id : undefined).data
  const branch_name = useBranches().data?.find(({ id }) => id === person?.branch_id)?.name
  const address = first && 'to' in first ? { [values.channel === 'email' ? 'email' : 'phone']: first.to } : {}
  const nobody = first === undefined || ('person_id' in first && person === undefined)
  return { ...(nobody && AS_WRITTEN), church_name: church.name, ...(person && { ...person, branch_name }), ...address }
}

export function MessagePreview({ values }: { values: MessageValues }) {
  const { channel, recipients } = values
  const tags = useTagValues(values)
  const body = fillTags(values.body, tags)
  const subject = fillTags(values.subject || '{church_name}', tags)
  const segments = useSegments(body, channel === 'sms')
  const [first] = recipients
  return (
    <Section title={t('Preview')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {first ? t('As {title} will read it', { title: first.title }) : t('As written, without a recipient')}
        </Text>
        <Paper bg="var(--mantine-color-default-hover)" p="sm" mih={80}>
          {(channel === 'email' || channel === 'push') && (
            <Text fw={600} mb={4}>
              {subject}
            </Text>
          )}
          <Text className="pre-line">{body || t('Nothing written yet.')}</Text>
        </Paper>
        {segments && values.body !== '' && (
          <Text size="sm" role="status">
            {counted(segments.characters, 'character', 'characters')},{' '}
            {counted(segments.segments, t('SMS unit'), t('SMS units'))} for each recipient
            {recipients.length > 1 && `, about ${segments.segments * recipients.length} for all`}
            {segments.unicode && t('. Fewer characters fit in a unit because of a special character')}
          </Text>
        )}
      </Stack>
    </Section>
  )
}
