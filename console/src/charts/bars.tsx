/** The drawing of a chart, loaded when one is shown: it brings the drawing library along. */
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useId } from 'react'
import { type ChartData, colourOf } from './chart-data.ts'
import { fillOf, Patterns } from './patterns.tsx'

interface BarsProps {
  data: ChartData
  height: number
  /** Bars that lie, with the rows' names beside them. */
  lying?: boolean
  /** Beside one another, to be compared. */
  apart?: boolean
}

/** Drawn at once and not reached by keyboard: the table beside it says the same. */
export default function Bars({
  data: { rows, series, format, shorten },
  height,
  lying = false,
  apart = false,
}: BarsProps) {
  const id = useId()
  const drawn = rows.map(({ name, short, values }) => ({
    name,
    short: lying ? name : short,
    ...Object.fromEntries(values.map((value, index) => [`series${index}`, value])),
  }))
  return (
    <BarChart
      h={height}
      data={drawn}
      dataKey="short"
      type={apart ? 'default' : 'stacked'}
      orientation={lying ? 'vertical' : 'horizontal'}
      series={series.map((label, index) => ({ name: `series${index}`, label, color: colourOf(index) }))}
      valueFormatter={format}
      tickLine="none"
      gridAxis={lying ? 'none' : 'x'}
      withXAxis={!lying}
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      maxBarWidth={48}
      barProps={({ name }) => ({
        isAnimationActive: false,
        stroke: 'var(--mantine-color-body)',
        strokeWidth: 1,
        fill: fillOf(id, Number(String(name).slice('series'.length))),
      })}
      barChartProps={{ accessibilityLayer: false }}
      tooltipAnimationDuration={0}
      yAxisProps={lying ? { width: 124, interval: 0 } : { tickFormatter: shorten, width: 64, allowDecimals: false }}
    >
      <Patterns id={id} count={series.length} />
    </BarChart>
  )
}
