/** The rows of a list that a view shows whole: a table, cards on a phone, and every column of them on paper. */
import { Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { PrintedRows } from './printed-rows.tsx'
import { RecordCards } from './record-cards.tsx'
import { RecordTable, type RowsProps } from './record-table.tsx'
import { usePrinting } from './use-printing.ts'

/** @param framed a border around the table, where the rows stand alone on their page */
export function ViewRows<Row extends { id: number }>({
  framed = false,
  ...list
}: RowsProps<Row> & { framed?: boolean }) {
  const printing = usePrinting()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { label, rows, columns } = list
  if (printing) return <PrintedRows label={label} rows={rows} columns={columns} total={rows.length} />
  const Rows = phone ? RecordCards : RecordTable
  return framed ? (
    <Paper withBorder>
      <Rows {...list} />
    </Paper>
  ) : (
    <Rows {...list} />
  )
}
