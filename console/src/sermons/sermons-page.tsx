/** The list of sermons. */
import { Text } from '@mantine/core'
import type { SermonInList } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { everyOf } from '../formats/every-of.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import { ChoiceFilter, DateFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

const FILTERS = ['status', 'updated_since'] as const

const STATUSES = everyOf<SermonInList['status']>({ draft: true, published: true })

const COLUMNS: Column<SermonInList>[] = [
  { header: t('Title'), cell: ({ title }) => title },
  { header: t('Speaker'), cell: ({ speaker }) => speaker, phone: 'below' },
  { header: t('Preached'), cell: ({ preached_on }) => preached_on && day(preached_on), phone: 'below' },
  { header: t('Series'), cell: ({ series }) => series, wide: true },
  { header: t('Scripture'), cell: ({ scripture }) => scripture, wide: true },
  { header: t('Status'), cell: ({ status }) => <StatusBadge status={status} />, phone: 'aside' },
]

export function SermonsPage() {
  const { may, path } = useMembership()
  const add = may('sermons.create') && <LinkButton to="/sermons/new">{t('Add a sermon')}</LinkButton>
  return (
    <Page title={t('Sermons')} actions={add}>
      <Filters names={FILTERS}>
        <ChoiceFilter name="status" label={t('Status')} choices={STATUSES} />
        <DateFilter name="updated_since" label={t('Changed since')} />
      </Filters>
      <RecordList
        label={t('Sermons')}
        list={useList('sermons', FILTERS, { sort: '-id' })}
        columns={COLUMNS}
        href={({ id }) => path(`/sermons/${id}`)}
        empty={<Text c="dimmed">{t('No sermons yet.')}</Text>}
      />
    </Page>
  )
}
