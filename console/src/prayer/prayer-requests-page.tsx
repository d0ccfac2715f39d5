/** The list of prayer requests. */
import { Badge, Group, Text } from '@mantine/core'
import { type Names, useNames } from '../api/use-names.ts'
import type { PrayerRequest } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { everyOf } from '../formats/every-of.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import type { Column } from '../lists/columns.ts'
import { ChoiceFilter, DateFilter, FlagFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useViewList } from '../lists/use-view-list.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { Asking } from './asking.tsx'

const FILTERS = ['status', 'urgent', 'updated_since'] as const

const STATUSES = everyOf<PrayerRequest['status']>({ open: true, praying: true, answered: true, closed: true })

const columnsFor = (names: Names): Column<PrayerRequest>[] => [
  { header: 'Request', cell: request => <Request request={request} /> },
  { header: 'From', cell: request => <Asking request={request} names={names} />, phone: 'below' },
  { header: 'Category', cell: ({ category }) => category && wordOf(category), wide: true },
  { header: 'Prayed', cell: ({ prayed_count }) => prayed_count, align: 'right', wide: true },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, phone: 'aside' },
  { header: 'Added', cell: ({ created_at }) => day(created_at.slice(0, 10)), phone: 'aside', nowrap: true },
]

function Request({ request: { body, is_urgent } }: { request: PrayerRequest }) {
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      {is_urgent && (
        <Badge color="red" variant="light" tt="none" c="var(--mantine-color-text)" style={{ flexShrink: 0 }}>
          Urgent
        </Badge>
      )}
      <Text span inherit lineClamp={2}>
        {body}
      </Text>
    </Group>
  )
}

export function PrayerRequestsPage() {
  const { may, path } = useMembership()
  const list = useViewList('prayers', FILTERS)
  const names = useNames(list.data?.data.map(({ person_id }) => person_id) ?? [])
  const add = may('prayer_requests:write') && <LinkButton to="/prayer_requests/new">Add a request</LinkButton>
  return (
    <Page title="Prayer requests" actions={add}>
      <Filters names={FILTERS}>
        <ChoiceFilter name="status" label="Status" choices={STATUSES} />
        <DateFilter name="updated_since" label="Changed since" />
        <FlagFilter name="urgent" label="Urgent only" />
      </Filters>
      <RecordList
        label="Prayer requests"
        list={list}
        columns={columnsFor(names)}
        href={({ id }) => path(`/prayer_requests/${id}`)}
        empty={<Text c="dimmed">No prayer requests yet.</Text>}
      />
    </Page>
  )
}
