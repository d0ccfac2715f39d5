/** The list of families. */
import { Text } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import type { FamilyInList } from '../api-types.ts'
import { counted } from '../formats/words.ts'
import type { Column } from '../lists/columns.ts'
import { BranchFilter, DateFilter, SearchFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'

const FILTERS = ['branch_id', 'updated_since'] as const

export function FamiliesPage() {
  const { may, path } = useMembership()
  const branches = new Map(useBranches().data?.map(({ id, name }) => [id, name]))
  const columns: Column<FamilyInList>[] = [
    { header: t('Name'), cell: ({ name }) => name },
    { header: t('People'), cell: ({ member_count }) => counted(member_count, 'person', 'people'), phone: 'aside' },
    { header: t('Address'), cell: ({ address }) => address, phone: 'below' },
    { header: t('Phone'), cell: ({ phone }) => phone, wide: true },
    { header: t('Branch'), cell: ({ branch_id }) => branches.get(branch_id), wide: true },
  ]
  const add = may('families:write') && <LinkButton to="/families/new">{t('Add a family')}</LinkButton>
  return (
    <Page title={t('Families')} actions={add}>
      <Filters search={<SearchFilter name="q" label={t('Search by name')} />} names={FILTERS}>
        <BranchFilter />
        <DateFilter name="updated_since" label={t('Changed since')} />
      </Filters>
      <RecordList
        label={t('Families')}
        list={useList('families', ['q', ...FILTERS])}
        columns={columns}
        href={({ id }) => path(`/families/${id}`)}
        empty={<Text c="dimmed">{t('No families yet. Add one, then add people to it.')}</Text>}
      />
    </Page>
  )
}
