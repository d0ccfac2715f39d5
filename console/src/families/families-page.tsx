/** The list of families. */
import { Text } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import type { FamilyInList } from '../api-types.ts'
import type { Column } from '../lists/columns.ts'
import { BranchFilter, DateFilter, SearchFilter } from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { ListOutput } from '../lists/list-output.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { usePrinting } from '../lists/use-printing.ts'
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
    {
      header: t('People'),
      cell: ({ member_count }) => t('{count, plural, one {# person} other {# people}}', { count: member_count }),
      phone: 'aside',
    },
    { header: t('Address'), cell: ({ address }) => address, phone: 'below' },
    { header: t('Phone'), cell: ({ phone }) => phone, wide: true },
    { header: t('Branch'), cell: ({ branch_id }) => branches.get(branch_id), wide: true },
  ]
  const printing = usePrinting()
  const list = useList('families', ['q', ...FILTERS])
  const add = may('families:write') && <LinkButton to="/families/new">{t('Add a family')}</LinkButton>
  return (
    <Page
      title={t('Families')}
      actions={
        <>
          <ListOutput file="families/export" query={list.query} />
          {!printing && add}
        </>
      }
    >
      <Filters search={<SearchFilter name="q" label={t('Search by name')} />} names={FILTERS}>
        <BranchFilter />
        <DateFilter name="updated_since" label={t('Changed since')} />
      </Filters>
      <RecordList
        label={t('Families')}
        list={list}
        columns={columns}
        href={({ id }) => path(`/families/${id}`)}
        empty={<Text c="dimmed">{t('No families yet. Add one, then add people to it.')}</Text>}
      />
    </Page>
  )
}
