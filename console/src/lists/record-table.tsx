/** Records as a table. */
import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { rich } from '../texts/t.ts'
import { Cell } from './cell.tsx'
import type { Column } from './columns.ts'
import { useAddress } from './use-address.ts'

/** Rows as a table or as cards. */
export interface RowsProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  href?(row: Row): string
  /** The value of `sort` where the address has none. */
  usualOrder?: string | undefined
}

export function RecordTable<Row extends { id: number }>({ label, rows, columns, href, usualOrder }: RowsProps<Row>) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table highlightOnHover={href !== undefined}>
        <Table.Caption className="mantine-visually-hidden" style={{ display: 'none' }}>
          {label}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(column => (
              <Heading key={column.header} column={column as Column<unknown>} usualOrder={usualOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.id} className={href ? 'record-row' : ''}>
              {columns.map((column, index) => (
                <Table.Td
                  key={column.header}
                  ta={column.align}
                  className={column.nowrap ? 'nowrap' : ''}
                  visibleFrom={column.wide ? 'md' : undefined}
                >
                  <Cell column={column} row={row} href={index === 0 ? href?.(row) : undefined} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface HeadingProps {
  column: Column<unknown>
  usualOrder: string | undefined
}

function Heading({ column: { header, align, sort, wide }, usualOrder }: HeadingProps) {
  const [parameters, change] = useAddress()
  const visibleFrom = wide ? 'md' : undefined
  if (sort === undefined) {
    return (
      <Table.Th ta={align} visibleFrom={visibleFrom}>
        {header}
      </Table.Th>
    )
  }
  const now = parameters.get('sort') ?? usualOrder
  const up = now === sort.up
  const down = sort.down !== undefined && now === sort.down
  // What stands so anyway is turned round; else the third press goes back to the usual order.
  const next = up ? sort.down : down && usualOrder !== sort.down ? undefined : sort.up
  return (
    <Table.Th ta={align} visibleFrom={visibleFrom} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => change({ sort: next })}>
        {rich('{header}<hidden>, sort</hidden>', { header, hidden: text => <VisuallyHidden>{text}</VisuallyHidden> })}
        {(up || down) && <Icon name={up ? 'up' : 'down'} size={12} />}
      </UnstyledButton>
    </Table.Th>
  )
}
