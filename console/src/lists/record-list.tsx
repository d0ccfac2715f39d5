/** A list of records: skeleton, error, empty and the rows; a table, or cards on a phone. */
import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { KeyboardEvent, ReactNode } from 'react'
import type { ListMeta } from '../api/addresses.ts'
import { reasonOf } from '../api/refusal.ts'
import { Problem } from '../parts/problem.tsx'
import { t } from '../texts/t.ts'
import type { Column } from './columns.ts'
import { Pager } from './pager.tsx'
import { PrintedRows } from './printed-rows.tsx'
import { RecordCards } from './record-cards.tsx'
import { RecordTable } from './record-table.tsx'
import { useAddress } from './use-address.ts'
import { usePrinting } from './use-printing.ts'

interface Loading<Row> {
  data?: { data: Row[]; meta: ListMeta } | undefined
  error: Error | null
  isPlaceholderData: boolean
  filtered?: boolean
  refetch(): unknown
}

interface RecordListProps<Row> {
  /** What is listed, for screen readers. */
  label: string
  list: Loading<Row>
  columns: readonly Column<Row>[]
  /** Address of a record's page; none where records have no page. */
  href?(row: Row): string
  /** What is said when there is nothing at all. */
  empty: ReactNode
  /** The value of `sort` by which it is sorted where the address says nothing. */
  usualOrder?: string
  /** Whether it has pages, whose number is in the address. */
  paged?: boolean
}

/** Up and down move from row to row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.record-link')]
  const target = links[links.indexOf(document.activeElement as HTMLElement) + step]
  if (!links.includes(document.activeElement as HTMLElement) || target === undefined) return
  event.preventDefault()
  target.focus()
}

export function RecordList<Row extends { id: number }>({
  label,
  list,
  columns,
  href,
  empty,
  usualOrder,
  paged = true,
}: RecordListProps<Row>) {
  const printing = usePrinting()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  if (!list.data) {
    return list.error ? <LoadProblem error={list.error} onRetry={() => list.refetch()} /> : <RowsSkeleton />
  }
  const { data: rows, meta } = list.data
  if (printing && rows.length > 0) {
    return <PrintedRows label={label} rows={rows} columns={columns} total={meta.total} />
  }
  const Rows = phone ? RecordCards : RecordTable
  return (
    <Stack gap="sm">
      {list.error && <LoadProblem error={list.error} onRetry={() => list.refetch()} />}
      {rows.length === 0 ? (
        <Paper withBorder p="xl" ta="center">
          <Nothing past={meta.total > 0} filtered={list.filtered} empty={empty} />
        </Paper>
      ) : (
        <Paper withBorder className={list.isPlaceholderData ? 'loading-again' : ''} onKeyDown={moveBetweenRows}>
          <Rows usualOrder={usualOrder} label={label} rows={rows} columns={columns} {...(href && { href })} />
        </Paper>
      )}
      {paged && <Pager meta={meta} />}
    </Stack>
  )
}

/** Why there are no rows: the page is past the end, the filters fit none, there are none at all. */
function Nothing({ past, filtered, empty }: { past: boolean; filtered: boolean | undefined; empty: ReactNode }) {
  const [, change] = useAddress()
  if (past) {
    return (
      <Stack gap="sm" align="center">
        <Text c="dimmed">{t('This page is past the end of the list.')}</Text>
        <Button size="xs" variant="default" onClick={() => change({ page: undefined })}>
          {t('Go to the first page')}
        </Button>
      </Stack>
    )
  }
  return filtered ? <Text c="dimmed">{t('Nothing matches these filters.')}</Text> : empty
}

/** A list or a record that could not be loaded. */
export function LoadProblem({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <Problem title={t('Could not load this')}>
      <Text size="sm" mb="xs">
        {reasonOf(error)}
      </Text>
      <Button size="xs" variant="default" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Problem>
  )
}

/** The place of rows that are on their way. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Paper withBorder p="md" role="status" aria-label={t('Loading')}>
      <Stack gap="md">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          <Skeleton key={index} height={18} width={`${90 - ((index * 13) % 40)}%`} />
        ))}
      </Stack>
    </Paper>
  )
}
