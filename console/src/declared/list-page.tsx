/** The list of a resource: filters in the address, its sum, ways to take it along, a way to add. */
import { Box, Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { type AnyRecord, type ShownForm, type ShownResource, useDeclaredList } from '../house/house.ts'
import { ListOutput } from '../lists/list-output.tsx'
import { RecordList } from '../lists/record-list.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useMostPrinted, usePrinting } from '../lists/use-printing.ts'
import { LinkButton } from '../parts/link-button.tsx'
import { useMembership } from '../session/membership.tsx'
import { Page } from '../shell/page.tsx'
import { t } from '../texts/t.ts'
import { columnsOf, namesShown } from './columns.tsx'
import { type ExtraParts, useNoMarks, useNoNote } from './extra-parts.ts'
import { useCalled } from './field-value.tsx'
import { RecordFormDialog } from './form-dialog.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListSum } from './list-sum.tsx'
import { useRowColumns } from './row-columns.tsx'

interface ListPageProps {
  resource: ShownResource
  extra: ExtraParts
}

/** One page of the list, as the address says; for paper all of it. */
function useShownList({ name, filters, shownBy }: ShownResource) {
  const [parameters] = useAddress()
  const most = useMostPrinted()
  const printing = usePrinting()
  const wanted = ['page', 'per_page', 'sort', ...filters.map(filter => filter.name)].flatMap(
    (key): [string, string][] => {
      const value = parameters.get(key)
      return value ? [[key, value]] : []
    },
  )
  const query = { ...(shownBy !== null && { sort: shownBy }), ...Object.fromEntries(wanted) }
  const list = useDeclaredList(name, query, printing ? most : undefined)
  const filtered = filters.some(filter => parameters.get(filter.name))
  return { list: { ...list, filtered }, query }
}

export function DeclaredListPage({ resource, extra }: ListPageProps) {
  const { name, columns: names, none, hasPages, sum, shownBy } = resource
  const { AboveList, ListActions, filters = {}, useMarks = useNoMarks, useSumNote = useNoNote } = extra
  const phrases = phrasesOf(resource)
  const { path } = useMembership()
  const printing = usePrinting()
  const { list, query } = useShownList(resource)
  const records = list.data?.data ?? []
  const called = useCalled(resource, records, namesShown(resource, names))
  const columns = columnsOf({ resource, called, marks: useMarks(records) })
  const more = useRowColumns(resource)
  const note = useSumNote()
  const total = sum !== null && (list.data !== undefined || !list.error) && (
    <ListSum resource={resource} list={list.data} note={note} />
  )
  const searches = resource.filters.some(filter => filter.name === 'q')
  return (
    <Page
      title={t(phrases.many)}
      actions={
        <>
          {ListActions && !printing && <ListActions total={list.data?.meta.total ?? 0} />}
          <ListOutput file={`${name}/export`} query={query} />
          {resource.create && !printing && <AddButton resource={resource} form={resource.create} />}
        </>
      }
    >
      {AboveList && !printing && <AboveList />}
      <ListFilters resource={resource} columns={columns} own={filters} sum={!searches && total} />
      {searches && total && <Box mb="md">{total}</Box>}
      <RecordList
        label={t(phrases.many)}
        list={list}
        columns={[...columns, ...more]}
        empty={<Text c="dimmed">{none ?? t(phrases.noneYet)}</Text>}
        {...(shownBy !== null && { usualOrder: shownBy })}
        {...(hasPages && { href: ({ id }: AnyRecord) => path(`/${name}/${id}`) })}
      />
    </Page>
  )
}

/** To the form; where records have no pages, the form is a dialog. */
function AddButton({ resource, form }: { resource: ShownResource; form: ShownForm }): ReactNode {
  const [opened, setOpened] = useState(false)
  const wanted = useHistoryState<{ add?: boolean } | null>()?.add === true
  useEffect(() => {
    if (!wanted || resource.hasPages) return
    setOpened(true)
    // Whoever comes back, or loads the page again, did not ask for it.
    history.replaceState(null, '')
  }, [wanted, resource.hasPages])
  const label = t(phrasesOf(resource).add)
  if (resource.hasPages) return <LinkButton to={`/${resource.name}/new`}>{label}</LinkButton>
  return (
    <>
      <Button onClick={() => setOpened(true)}>{label}</Button>
      {opened && <RecordFormDialog resource={resource} form={form} onClose={() => setOpened(false)} />}
    </>
  )
}
