/** Records on a phone: one below the other. */
import { Text } from '@mantine/core'
import { RowLink, type RowsProps } from './record-table.tsx'

export function RecordCards<Row extends { id: number }>({ label, rows, columns, href }: RowsProps<Row>) {
  const [title] = columns
  const below = columns.filter(column => column.phone === 'below')
  const aside = columns.filter(column => column.phone === 'aside')
  return (
    <ul aria-label={label} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map(row => (
        <li key={row.id} className="record-card record-row">
          <div>
            {href ? <RowLink href={href(row)}>{title?.cell(row)}</RowLink> : title?.cell(row)}
            {below.map(({ header, cell }) => (
              <Text key={header} component="div" size="sm" c="dimmed" lineClamp={2}>
                {cell(row)}
              </Text>
            ))}
          </div>
          <div style={{ textAlign: 'right', flexShrink: 0 }}>
            {aside.map(({ header, cell }) => (
              <Text key={header} component="div" size="sm">
                {cell(row)}
              </Text>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
