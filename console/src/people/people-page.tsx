/** The list of people: search as one types, filters, sorting. */
import { Text } from '@mantine/core'
import { useBranches } from '../api/use-records.ts'
import type { Person } from '../api-types.ts'
import { day } from '../formats/dates.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { AddThese } from '../groups/add-these.tsx'
import type { Column } from '../lists/columns.ts'
import {
  BranchFilter,
  ChoiceFilter,
  DateFilter,
  FlagFilter,
  RecordFilter,
  SearchFilter,
  SelectFilter,
  TextFilter,
} from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { ListOutput } from '../lists/list-output.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { SortFilter } from '../lists/sort-filter.tsx'
import { useList } from '../lists/use-list.ts'
import { usePrinting } from '../lists/use-printing.ts'
import { WriteToThese } from '../messages/write-to-these.tsx'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { rich, t } from '../texts/t.ts'
import { GivingFilter } from './giving-filter.tsx'
import { PaperOfThese } from './paper-of-these.tsx'
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
  'not_seen_weeks',
  'giving',
] as const

/** Where the address says no other: people are looked for by name. */
const USUAL_ORDER = 'last_name'

const NOT_SEEN_WEEKS = [4, 6, 8, 12, 26]

/** Those who were at a meeting before, and at none since. */
const notSeen = () => [
  { value: '', label: t('Any') },
  ...NOT_SEEN_WEEKS.map(count => ({
    value: String(count),
    label: t('{count, plural, one {# week} other {# weeks}}', { count }),
  })),
]

function useColumns(): Column<Person>[] {
  const branches = new Map(useBranches().data?.map(({ id, name }) => [id, name]))
  return [
    { header: t('Name'), cell: nameOf, sort: { up: 'last_name' }, nowrap: true },
    { header: t('Status'), cell: person => <StatusBadge status={person.status} />, phone: 'aside' },
    { header: t('Phone'), cell: ({ phone }) => phone, phone: 'below', nowrap: true },
    { header: t('Email'), cell: ({ email }) => email, wide: true },
    { header: t('Branch'), cell: ({ branch_id }) => branches.get(branch_id), wide: true },
    { header: t('No.'), cell: ({ member_no }) => member_no, sort: { up: 'id', down: '-id' }, nowrap: true },
    {
      header: t('Changed'),
      cell: ({ updated_at }) => day(updated_at.slice(0, 10)),
      sort: { up: '-updated_at', down: 'updated_at' },
      wide: true,
      nowrap: true,
    },
  ]
}

function nameOf({ full_name, deleted_at }: Person) {
  if (deleted_at === null) return full_name
  return rich('{name} <small>(removed)</small>', {
    name: full_name,
    small: text => (
      <Text span size="xs" c="dimmed">
        {text}
      </Text>
    ),
  })
}

export function PeoplePage() {
  const { may, path } = useMembership()
  const list = useList('people', ['q', ...FILTERS], { sort: USUAL_ORDER })
  const columns = useColumns()
  const printing = usePrinting()
  const output = <ListOutput file="people/export" query={list.query} />
  const actions = (
    <>
      <WriteToThese />
      <PaperOfThese />
      <AddThese total={list.data?.meta.total ?? 0} />
      {output}
      {may('duplicates') && (
        <LinkButton to="/people/duplicates" variant="default">
          {t('Duplicates')}
        </LinkButton>
      )}
      {may('people:write') && <LinkButton to="/people/new">{t('Add a person')}</LinkButton>}
    </>
  )
  return (
    <Page title={t('People')} actions={printing ? output : actions}>
      <Filters search={<SearchFilter name="q" label={t('Search name, email or member number')} />} names={FILTERS}>
        <SortFilter columns={columns} />
        <ChoiceFilter name="status" label={t('Status')} choices={STATUSES} />
        <BranchFilter />
        {may('tags') && <TagFilter />}
        {may('families:read') && <RecordFilter name="family_id" label={t('Family')} resource="families" />}
        <TextFilter name="email" label={t('Email')} placeholder={t('Full address')} />
        <TextFilter name="phone" label={t('Phone')} placeholder={t('Full number')} />
        <DateFilter name="created_since" label={t('Added since')} />
        <DateFilter name="updated_since" label={t('Changed since')} />
        <SelectFilter name="not_seen_weeks" label={t('Not seen for')} data={notSeen()} />
        {may('giving_report') && <GivingFilter />}
        <FlagFilter name="include_deleted" label={t('Include removed people')} />
      </Filters>
      <RecordList
        label={t('People')}
        list={list}
        usualOrder={USUAL_ORDER}
        columns={columns}
        href={({ id }) => path(`/people/${id}`)}
        empty={<Text c="dimmed">{t('No people yet. Add the first person.')}</Text>}
      />
    </Page>
  )
}
