/** The list of a resource: filters in the address, sums, a way to add. */
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { money } from '../formats/money.ts'
import {
  type AnyRecord,
  fieldsNamed,
  type ShownField,
  type ShownFilter,
  type ShownResource,
  useDeclaredList,
} from '../house/house.ts'
import type { Column } from '../lists/columns.ts'
import {
  ChoiceFilter,
  DateFilter,
  FlagFilter,
  RecordFilter,
  SearchFilter,
  TextFilter,
} from '../lists/filter-fields.tsx'
import { Filters } from '../lists/filters.tsx'
import { ListOutput } from '../lists/list-output.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { MOST_PRINTED, usePrinting } from '../lists/use-printing.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { type ExtraParts, type Marks, useNoMarks } from './extra-parts.ts'
import { type Called, FieldValue, isEmpty, STATUS, useCalled } from './field-value.tsx'

/** The parameter that searches, where a list has it. */
const SEARCH = 'q'

/** Columns that stand right of the others on a phone. */
const ASIDE = ['choice', 'moment', 'date', 'amount']

/** Kinds of values that look alike: where a list has several of one, none says by itself what it is. */
const ALIKE = [['amount'], ['date', 'moment']]

/** Whether a value needs its name on a phone: a number does, and each of several days or amounts. */
const needsName = ({ kind }: ShownField, all: readonly ShownField[]): boolean =>
  kind === 'number' ||
  ALIKE.some(alike => alike.includes(kind) && all.filter(one => alike.includes(one.kind)).length > 1)

const marked = (value: ReactNode, mark: ReactNode) => (
  <Group gap="xs" justify="flex-start">
    {value}
    {mark}
  </Group>
)

/** The columns of a list. @param names of fields; those that the resource declares, unless said */
export function columnsOf(
  resource: ShownResource,
  called: Called,
  marks: Marks,
  names = resource.columns,
): Column<AnyRecord>[] {
  const fields = fieldsNamed(resource, names)
  return fields.map((field, at): Column<AnyRecord> => {
    const { name, label, kind } = field
    const up = resource.sorts.includes(name) ? name : undefined
    const down = resource.sorts.includes(`-${name}`) ? `-${name}` : undefined
    return {
      header: label,
      cell: record => {
        if (at > 0 && field.or === null && isEmpty(record[name])) return null
        const otherwise = at === 0 ? t('No. {number}', { number: record.id }) : undefined
        const value = <FieldValue field={field} record={record} called={called} brief otherwise={otherwise} />
        const mark = name === STATUS && marks(record)
        return mark ? marked(value, mark) : value
      },
      ...(at > 0 && { phone: ASIDE.includes(kind) ? 'aside' : 'below', named: needsName(field, fields) }),
      ...((kind === 'number' || kind === 'amount') && { align: 'right' }),
      ...((kind === 'moment' || kind === 'date' || kind === 'amount') && { nowrap: true }),
      ...(up !== undefined && { sort: { up, ...(down !== undefined && { down }) } }),
      ...(at > 4 && { wide: true }),
    }
  })
}

function FilterField({ filter: { name, label, kind, choices, to } }: { filter: ShownFilter }) {
  if (to !== null) return <RecordFilter name={name} label={label} resource={to} />
  if (kind === 'choice') return <ChoiceFilter name={name} label={label} choices={choices} />
  if (kind === 'switch') return <FlagFilter name={name} label={label} />
  return kind === 'date' ? <DateFilter name={name} label={label} /> : <TextFilter name={name} label={label} />
}

export function DeclaredListPage({ resource, extra }: { resource: ShownResource; extra: ExtraParts }) {
  const { name, create, filters, sum } = resource
  const phrases = phrasesOf(resource)
  const { church, path } = useMembership()
  const [parameters] = useAddress()
  const named = filters.filter(filter => filter.name !== SEARCH)
  const wanted = ['page', 'per_page', 'sort', ...filters.map(filter => filter.name)].flatMap(
    (key): [string, string][] => {
      const value = parameters.get(key)
      return value ? [[key, value]] : []
    },
  )
  const printing = usePrinting()
  const usual = extra.sort ?? (resource.sorts.length === 0 ? '-id' : undefined)
  const query = { ...(usual !== undefined && { sort: usual }), ...Object.fromEntries(wanted) }
  const list = useDeclaredList(name, query, printing ? MOST_PRINTED : undefined)
  const called = useCalled(resource, list.data?.data ?? [])
  const { AboveList, useMarks = useNoMarks } = extra
  const marks = useMarks(list.data?.data ?? [])
  const filtered = filters.some(filter => parameters.get(filter.name))
  const total = sum === null ? undefined : list.data?.meta[sum]
  return (
    <Page
      title={t(phrases.many)}
      actions={
        <>
          <ListOutput file={`${name}/export`} query={query} />
          {create && !printing && <LinkButton to={`/${name}/new`}>{t(phrases.add)}</LinkButton>}
        </>
      }
    >
      {AboveList && !printing && <AboveList />}
      <Filters
        names={named.map(filter => filter.name)}
        {...(named.length < filters.length && {
          search: <SearchFilter name={SEARCH} label={t(phrases.search)} />,
        })}
      >
        {named.map(filter => (
          <FilterField key={filter.name} filter={filter} />
        ))}
      </Filters>
      {total !== undefined && (
        <Text mb="xs">{t('Sum: {amount}', { amount: money(Number(total), church.currency) })}</Text>
      )}
      <RecordList
        label={t(phrases.many)}
        list={{ ...list, filtered }}
        columns={columnsOf(resource, called, marks)}
        href={({ id }) => path(`/${name}/${id}`)}
        empty={<Text c="dimmed">{t(phrases.noneYet)}</Text>}
      />
    </Page>
  )
}
