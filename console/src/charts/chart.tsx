/** A chart with everything that colours and shapes do not say: its legend, its summary, the same as a table. */
import { Box, Group, Table, Text } from '@mantine/core'
import { useId } from 'react'
import { t } from '../texts/t.ts'
import { Bars } from './bars.tsx'
import { type ChartData, colourOf, cssColour, dashOf, totalOf } from './chart-data.ts'
import { Lines } from './lines.tsx'
import { LyingBars } from './lying-bars.tsx'
import { Marker } from './marker.tsx'
import { fillOf, Patterns } from './patterns.tsx'

interface ChartProps {
  /** What is shown, and what stands out: read out in place of the drawing. */
  summary: string
  data: ChartData
  /** Of bars that stand, and of lines. */
  height?: number
  /** Bars that lie, with the rows' names beside them. */
  lying?: boolean
  /** A line for each series, which are compared and not added up. */
  lines?: boolean
  /** Bars beside one another, which are compared and not added up. */
  apart?: boolean
}

export function Chart({ summary, data, height = 220, lying = false, lines = false, apart = false }: ChartProps) {
  return (
    <Box component="figure" m={0}>
      <Box role="img" aria-label={summary} mih={lying ? undefined : height}>
        {lines && <Lines data={data} height={height} />}
        {lying && <LyingBars data={data} />}
        {!lines && !lying && <Bars data={data} height={height} apart={apart} />}
      </Box>
      {data.series.length > 1 && <Legend series={data.series} lines={lines} />}
      <ChartTable summary={summary} data={data} summed={!lines && !apart} />
    </Box>
  )
}

function Legend({ series, lines }: { series: readonly string[]; lines: boolean }) {
  return (
    <Group component="ul" gap="md" m={0} mt="xs" p={0} style={{ listStyle: 'none' }}>
      {series.map((name, index) => (
        <Group key={name} component="li" gap={6} wrap="nowrap">
          {lines ? <LineSample index={index} /> : <BarSample index={index} />}
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

function BarSample({ index }: { index: number }) {
  const id = useId()
  return (
    <svg aria-hidden="true" width={16} height={16} style={{ flexShrink: 0 }}>
      <Patterns id={id} count={index + 1} />
      <rect width={16} height={16} rx={3} style={{ fill: fillOf(id, index) }} />
    </svg>
  )
}

const LineSample = ({ index }: { index: number }) => (
  <svg aria-hidden="true" width={24} height={12} style={{ flexShrink: 0 }}>
    <line
      x1={0}
      x2={24}
      y1={6}
      y2={6}
      strokeWidth={2}
      strokeDasharray={dashOf(index)}
      style={{ stroke: cssColour(colourOf(index)) }}
    />
    <Marker index={index} x={12} y={6} />
  </svg>
)

interface ChartTableProps {
  summary: string
  data: Omit<ChartData, 'shorten'>
  /** Whether the series of a row have a sum. */
  summed?: boolean
}

/** What a drawing shows, in numbers. */
export function ChartTable({ summary, data, summed = true }: ChartTableProps) {
  const { rowName, rows, series, format } = data
  const several = series.length > 1 && summed
  const shown = (value: number | null | undefined): string => (value === null ? '–' : format(value ?? 0))
  return (
    <Box component="details" mt="sm">
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        {t('Show as a table')}
      </Text>
      {/* Wider than a phone, it is moved sideways, by keyboard as well. */}
      <Box role="region" aria-label={summary} tabIndex={0} style={{ overflowX: 'auto' }}>
        <Table fz="sm" className="nowrap">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{rowName}</Table.Th>
              {series.map(name => (
                <Table.Th key={name} scope="col" ta="end">
                  {name}
                </Table.Th>
              ))}
              {several && (
                <Table.Th scope="col" ta="end">
                  {t('Total')}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={row.name}>
                <Table.Th scope="row" fw={400}>
                  {row.name}
                </Table.Th>
                {series.map((name, index) => (
                  <Table.Td key={name} ta="end">
                    {shown(row.values[index])}
                  </Table.Td>
                ))}
                {several && <Table.Td ta="end">{format(totalOf(row))}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </Box>
  )
}
