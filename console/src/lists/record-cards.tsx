/** Records on a phone: one below the other. */
import { Text } from '@mantine/core'
import { Cell } from './cell.tsx'
import type { Column } from './columns.ts'
import type { RowsProps } from './record-table.tsx'

/** A value, with what it is where that does not go without saying; nothing where there is none. */
function Named<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, named } = column
  const value = cell(row)
  if (!named || value === null || value === undefined || value === '') return <Cell column={column} row={row} />
  return (
    <>
      <Text span size="xs" c="dimmed">
        {header}
      </Text>{' '}
      <Cell column={column} row={row} />
    </>
  )
}

export function RecordCards<Row extends { id: number }>({ label, rows, columns, href }: RowsProps<Row>) {
  const [title] = columns
  const below = columns.filter(column => column.phone === 'below')
  const aside = columns.filter(column => column.phone === 'aside')
  return (
    <ul aria-label={label} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map(row => (
        <li key={row.id} className="record-card record-row">
          <div>
            {title && <Cell column={title} row={row} href={href?.(row)} />}
            {below.map(column => (
              <Text key={column.header} component="div" size="sm" c="dimmed" lineClamp={2}>
                <Named column={column} row={row} />
              </Text>
            ))}
          </div>
          <div className="record-card-aside">
            {aside.map(column => (
              <Text key={column.header} component="div" size="sm">
                <Named column={column} row={row} />
              </Text>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
