/** The list of sermons. */
import { Text } from '@mantine/core'
import type { SermonInList } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import { ChoiceFilter, DateFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { useMembership } from '../session/membership.tsx'
import { LinkButton } from '../shell/link-button.tsx'
import { Page } from '../shell/page.tsx'

const FILTERS = ['status', 'updated_since']

const COLUMNS: Column<SermonInList>[] = [
  { header: 'Title', cell: ({ title }) => title },
  { header: 'Speaker', cell: ({ speaker }) => speaker, phone: 'below' },
  { header: 'Preached', cell: ({ preached_on }) => preached_on && day(preached_on), phone: 'below' },
  { header: 'Series', cell: ({ series }) => series, wide: true },
  { header: 'Scripture', cell: ({ scripture }) => scripture, wide: true },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} />, phone: 'aside' },
]

export function SermonsPage() {
  const { may, path } = useMembership()
  const add = may('sermons.create') && <LinkButton to="/sermons/new">Add a sermon</LinkButton>
  return (
    <Page title="Sermons" actions={add}>
      <Filters names={FILTERS}>
        <ChoiceFilter name="status" label="Status" choices={['draft', 'published']} />
        <DateFilter name="updated_since" label="Changed since" />
      </Filters>
      <RecordList
        label="Sermons"
        list={useList('sermons', FILTERS, { sort: '-id' })}
        columns={COLUMNS}
        href={({ id }) => path(`/sermons/${id}`)}
        empty={<Text c="dimmed">No sermons yet.</Text>}
      />
    </Page>
  )
}
