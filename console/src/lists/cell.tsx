/** What stands in one place of a list: a value, what is beside it, and a second line. */
import { Anchor, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Column } from './columns.ts'

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  /** Address of the record's page, where the value is the link of the row. */
  href?: string | undefined
}

const isNothing = (value: ReactNode): boolean =>
  value === null || value === undefined || value === false || value === ''

export function Cell<Row>({ column: { cell, beside, below, align }, row, href }: CellProps<Row>) {
  const value = href === undefined ? cell(row) : <RowLink href={href}>{cell(row)}</RowLink>
  const [marks, second] = [beside?.(row), below?.(row)]
  const first = isNothing(marks) ? (
    value
  ) : (
    <Group gap="xs" {...(align === 'end' && { justify: 'flex-end', wrap: 'nowrap' })}>
      {align === 'end' && marks}
      <span>{value}</span>
      {align !== 'end' && marks}
    </Group>
  )
  if (isNothing(second)) return first
  return (
    <>
      {first}
      <Text component="div" size="xs" c="dimmed" lineClamp={2}>
        {second}
      </Text>
    </>
  )
}

/** The link of a row. */
function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor
      component={Link}
      href={href}
      className="record-link"
      c="var(--mantine-color-text)"
      fw={500}
      fz="inherit"
      underline="never"
    >
      {children}
    </Anchor>
  )
}
