/** What a person gave, the latest first. */
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useRecords } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { counted } from '../formats/words.ts'
import { LoadProblem } from '../lists/record-list.tsx'
import { Section } from '../shell/section.tsx'
import { TextLink } from '../shell/text-link.tsx'

export function PersonGiving({ person }: { person: Person }) {
  const gifts = useRecords('contributions', { person_id: person.id, sort: '-given_on', per_page: 5 })
  const { data: rows = [], meta } = gifts.data ?? {}
  const all = meta && meta.total > rows.length && (
    <TextLink to={`/contributions?person_id=${person.id}&sort=-given_on`} size="sm">
      All gifts
    </TextLink>
  )
  return (
    <Section title="Giving" actions={all}>
      {gifts.isLoading && <Skeleton height={100} />}
      {gifts.error && <LoadProblem error={gifts.error} onRetry={() => gifts.refetch()} />}
      {meta && rows.length === 0 && <Text c="dimmed">No gifts are recorded.</Text>}
      {meta && rows.length > 0 && (
        <Stack gap="xs">
          <Text>
            <b>{money(meta.sum_amount_base, meta.base_currency)}</b> in {counted(meta.total, 'gift', 'gifts')}
          </Text>
          {rows.map(gift => (
            <Group key={gift.id} justify="space-between" wrap="nowrap">
              <TextLink to={`/contributions/${gift.id}`} size="sm">
                {day(gift.given_on)}, {gift.fund_name}
              </TextLink>
              <Text size="sm">{money(gift.amount, gift.currency)}</Text>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  )
}
