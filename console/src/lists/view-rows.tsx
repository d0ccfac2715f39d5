/** The rows of a list that a view shows whole: a table, cards on a phone, and every column of them on paper. */
import { Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { PrintedRows } from './printed-rows.tsx'
import { RecordCards } from './record-cards.tsx'
import { RecordTable, type RowsProps } from './record-table.tsx'
import { usePrinting } from './use-printing.ts'

interface ViewRowsProps<Row> extends RowsProps<Row> {
  /** A border around the table, where the rows stand alone on their page. */
  framed?: boolean
  /** False where these are the first rows only, of nobody knows how many. */
  areAll?: boolean
  /** True where no more than these can be shown. */
  noMore?: boolean
}

export function ViewRows<Row extends { id: number }>({
  framed = false,
  areAll = true,
  noMore = false,
  ...list
}: ViewRowsProps<Row>) {
  const printing = usePrinting()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { label, rows, columns } = list
  if (printing) {
    return (
      <PrintedRows
        label={label}
        rows={rows}
        columns={columns}
        total={areAll ? rows.length : undefined}
        noMore={noMore}
      />
    )
  }
  const Rows = phone ? RecordCards : RecordTable
  return framed ? (
    <Paper withBorder>
      <Rows {...list} />
    </Paper>
  ) : (
    <Rows {...list} />
  )
}
