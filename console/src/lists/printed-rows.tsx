/** A list as it is printed: every column, every row, the header again on each page. */
import { Text } from '@mantine/core'
import { BusyButton } from '../parts/busy-button.tsx'
import { t } from '../texts/t.ts'
import { Cell } from './cell.tsx'
import type { Column } from './columns.ts'
import { useAddress } from './use-address.ts'
import { ALL, ALL_ROWS, PRINT, useMostPrinted } from './use-printing.ts'

interface PrintedRowsProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** How many there are; those that are printed may be the first of them. Undefined where nobody counted them. */
  total: number | undefined
  /** True where no more than these can be shown. */
  noMore?: boolean
}

/** Asks for what is not shown yet; while it is on its way, that is said. */
function AllOfThem() {
  const [, change] = useAddress()
  const isAsked = useMostPrinted() === ALL_ROWS
  return (
    <BusyButton
      className="no-print"
      variant="default"
      size="compact-sm"
      mb="xs"
      busy={isAsked}
      onClick={() => change({ [PRINT]: ALL })}
    >
      {t('Show all rows (with thousands, this takes a while)')}
    </BusyButton>
  )
}

export function PrintedRows<Row extends { id: number }>({
  label,
  rows,
  columns,
  total,
  noMore = false,
}: PrintedRowsProps<Row>) {
  const printed = columns.filter(({ onScreen }) => !onScreen)
  return (
    <>
      <Text size="sm" mb="xs" role="status">
        {total === undefined
          ? t('The first {shown, number}. Use filters for fewer, or export all of them.', { shown: rows.length })
          : rows.length < total
            ? t('The first {shown, number} of {total, number}. Use filters for fewer, or export all of them.', {
                shown: rows.length,
                total,
              })
            : t('{total, plural, one {# row} other {# rows}}', { total })}
      </Text>
      {!noMore && (total === undefined || rows.length < total) && <AllOfThem />}
      {/* Wider than a phone, it is moved sideways, by keyboard as well. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot move it */}
      <div className="printed" tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              {printed.map(({ header, align }) => (
                <th key={header} scope="col" style={{ textAlign: align ?? 'start' }}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.id}>
                {printed.map((column, index) => (
                  <td
                    key={column.header}
                    style={{ textAlign: column.align ?? 'start' }}
                    className={column.nowrap && index > 0 ? 'nowrap' : ''}
                  >
                    <Cell column={column} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
