/** The filters of a list, from its declaration; a resource may have some of its own, made by hand. */
import type { ComponentType, ReactNode } from 'react'
import type { AnyRecord, ShownFilter, ShownResource } from '../house/house.ts'
import type { Column } from '../lists/columns.ts'
import {
  ChoiceFilter,
  DateFilter,
  EitherFilter,
  FlagFilter,
  LanguageFilter,
  RecordFilter,
  SearchFilter,
  TextFilter,
} from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { PeriodFilter } from '../lists/period-filter.tsx'
import { SortFilter } from '../lists/sort-filter.tsx'
import { useMembership } from '../session/membership.tsx'

/** The parameter that searches, where a list has it. */
const SEARCH = 'q'

/** The parameters of a period, where a list has both. */
const PERIOD = ['from', 'to']

interface ListFiltersProps {
  resource: ShownResource
  columns: readonly Column<AnyRecord>[]
  /** Filters that are made by hand, by parameter. */
  own: Readonly<Record<string, ComponentType>>
  /** In the place of the search, where the list has none. */
  sum: ReactNode
}

export function ListFilters({ resource: { filters }, columns, own, sum }: ListFiltersProps) {
  const search = filters.find(({ name }) => name === SEARCH)
  const named = filters.filter(({ name }) => name !== SEARCH)
  const [only] = named
  if (only !== undefined && named.length === 1 && only.kind === 'either' && !search && !sum)
    return <EitherFilter {...only} either={only.either ?? ['', '']} alone />
  return (
    <Filters
      names={named.map(({ name }) => name)}
      search={search ? <SearchFilter name={SEARCH} label={search.label} /> : sum}
    >
      <SortFilter columns={columns} />
      {PERIOD.every(wanted => filters.some(({ name, kind }) => name === wanted && kind === 'date')) && <PeriodFilter />}
      {/* What is only ticked comes last. */}
      {[...named.filter(({ kind }) => kind !== 'switch'), ...named.filter(({ kind }) => kind === 'switch')].map(
        filter => {
          const Own = own[filter.name]
          return Own === undefined ? <FilterField key={filter.name} filter={filter} /> : <Own key={filter.name} />
        },
      )}
    </Filters>
  )
}

/** Nothing where it names records that the member may not read. */
function FilterField({ filter }: { filter: ShownFilter }) {
  const { name, label, kind, to, either, usual, hint } = filter
  const { sees } = useMembership()
  if (to !== null) return sees(to) && <RecordFilter name={name} label={label} resource={to} />
  if (either !== null) return <EitherFilter name={name} label={label} either={either} />
  if (kind === 'choice')
    return (
      <ChoiceFilter
        name={name}
        label={label}
        choices={filter.choices}
        of={filter.of}
        {...(usual !== null && { usual })}
      />
    )
  if (kind === 'language') return <LanguageFilter name={name} label={label} choices={filter.choices} />
  if (kind === 'switch') return <FlagFilter name={name} label={label} />
  if (kind === 'date') return <DateFilter name={name} label={label} />
  return <TextFilter name={name} label={label} {...(hint !== null && { placeholder: hint })} />
}
