/** The drawing of a chart with lines, loaded when one is shown: it brings the drawing library along. */
import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import type { Key } from 'react'
import { type ChartData, colourOf, dashOf } from './chart-data.ts'
import { Marker } from './marker.tsx'

const PREFIX = 'series'

interface Point {
  key?: Key | null | undefined
  cx?: number | undefined
  cy?: number | undefined
  value?: unknown
}

/** The points of a series; a gap has none. */
const pointOf =
  (index: number) =>
  ({ key, cx, cy, value }: Point) => {
    const isGap = cx === undefined || cy === undefined || value === null || value === undefined
    return isGap ? <g key={key} /> : <Marker key={key} index={index} x={cx} y={cy} />
  }

/** Drawn at once and not reached by keyboard: the table beside it says the same. What has no value is a gap. */
export default function Lines({ data, height }: { data: ChartData; height: number }) {
  const { rows, series, format, shorten } = data
  const drawn = rows.map(({ name, short, values }) => ({
    name,
    short,
    ...Object.fromEntries(values.map((value, index) => [`${PREFIX}${index}`, value])),
  }))
  return (
    <LineChart
      h={height}
      data={drawn}
      dataKey="short"
      series={series.map((label, index) => ({
        name: `${PREFIX}${index}`,
        label,
        color: colourOf(index),
        strokeDasharray: dashOf(index),
      }))}
      valueFormatter={format}
      curveType="linear"
      connectNulls={false}
      tickLine="none"
      gridAxis="x"
      lineProps={({ name }) => ({ isAnimationActive: false, dot: pointOf(Number(name.slice(PREFIX.length))) })}
      // Room for the points of the last week and of the highest value.
      lineChartProps={{ accessibilityLayer: false, margin: { top: 8, right: 8 } }}
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={{ tickFormatter: shorten, width: 48, allowDecimals: false }}
      tooltipAnimationDuration={0}
    />
  )
}
