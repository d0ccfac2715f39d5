/** What a record says, name by name. Empty values are left out. */
import { Box, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../texts/t.ts'

/** One name with its value; a value that is empty is not shown. */
export interface Detail {
  label: string
  value: ReactNode
}

export function Details({ details, cols = 2 }: { details: readonly Detail[]; cols?: number }) {
  const given = details.filter(({ value }) => value !== null && value !== undefined && value !== '')
  if (given.length === 0) return <Text c="dimmed">{t('Nothing recorded yet.')}</Text>
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: cols }} spacing="lg" verticalSpacing="sm" m={0}>
      {given.map(({ label, value }) => (
        <Box key={label} style={{ overflowWrap: 'anywhere' }}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  )
}
