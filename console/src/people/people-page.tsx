/** The list of people: search as one types, filters, sorting. */
import { Text } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import type { Column } from '../lists/columns.ts'
import {
  BranchFilter,
  ChoiceFilter,
  DateFilter,
  FlagFilter,
  RecordFilter,
  SearchFilter,
  TextFilter,
} from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useList } from '../lists/use-list.ts'
import { WriteToThese } from '../messages/write-to-these.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { STATUSES } from './statuses.ts'
import { TagFilter } from './tag-filter.tsx'

const FILTERS = [
  'status',
  'branch_id',
  'family_id',
  'email',
  'phone',
  'created_since',
  'updated_since',
  'include_deleted',
  'tag',
] as const

function useColumns(): Column<Person>[] {
  const branches = new Map(useBranches().data?.map(({ id, name }) => [id, name]))
  return [
    { header: 'Name', cell: nameOf, sort: { up: 'last_name' }, nowrap: true },
    { header: 'Status', cell: person => <StatusBadge status={person.status} />, phone: 'aside' },
    { header: 'Phone', cell: ({ phone }) => phone, phone: 'below', nowrap: true },
    { header: 'Email', cell: ({ email }) => email, wide: true },
    { header: 'Branch', cell: ({ branch_id }) => branches.get(branch_id), wide: true },
    { header: 'No.', cell: ({ member_no }) => member_no, sort: { up: 'id', down: '-id' } },
    {
      header: 'Changed',
      cell: ({ updated_at }) => day(updated_at.slice(0, 10)),
      sort: { up: '-updated_at', down: 'updated_at' },
      wide: true,
      nowrap: true,
    },
  ]
}

function nameOf({ full_name, deleted_at }: Person) {
  if (deleted_at === null) return full_name
  return (
    <>
      {full_name}{' '}
      <Text span size="xs" c="dimmed">
        (removed)
      </Text>
    </>
  )
}

export function PeoplePage() {
  const { may, path } = useMembership()
  const list = useList('people', ['q', ...FILTERS])
  const columns = useColumns()
  const actions = (
    <>
      <WriteToThese />
      {may('duplicates') && (
        <LinkButton to="/people/duplicates" variant="default">
          Duplicates
        </LinkButton>
      )}
      {may('people:write') && <LinkButton to="/people/new">Add a person</LinkButton>}
    </>
  )
  return (
    <Page title="People" actions={actions}>
      <Filters search={<SearchFilter name="q" label="Search name, email or member number" />} names={FILTERS}>
        <ChoiceFilter name="status" label="Status" choices={STATUSES} />
        <BranchFilter />
        {may('tags') && <TagFilter />}
        {may('families:read') && <RecordFilter name="family_id" label="Family" resource="families" />}
        <TextFilter name="email" label="Email" placeholder="Full address" />
        <TextFilter name="phone" label="Phone" placeholder="Full number" />
        <DateFilter name="created_since" label="Added since" />
        <DateFilter name="updated_since" label="Changed since" />
        <FlagFilter name="include_deleted" label="Include removed people" />
      </Filters>
      <RecordList
        label="People"
        list={list}
        columns={columns}
        href={({ id }) => path(`/people/${id}`)}
        empty={<Text c="dimmed">No people yet. Add the first person.</Text>}
      />
    </Page>
  )
}
