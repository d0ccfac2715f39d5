/** The drawing of a chart with lines, loaded when one is shown: it brings the drawing library along. */
import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { type ChartData, colourOf, dashOf } from './chart-data.ts'

/** Drawn at once and not reached by keyboard: the table beside it says the same. What has no value is a gap. */
export default function Lines({ data, height }: { data: ChartData; height: number }) {
  const { rows, series, format, shorten } = data
  const drawn = rows.map(({ name, short, values }) => ({
    name,
    short,
    ...Object.fromEntries(values.map((value, index) => [`series${index}`, value])),
  }))
  return (
    <LineChart
      h={height}
      data={drawn}
      dataKey="short"
      series={series.map((label, index) => ({
        name: `series${index}`,
        label,
        color: colourOf(index),
        strokeDasharray: dashOf(index),
      }))}
      valueFormatter={format}
      curveType="linear"
      connectNulls={false}
      tickLine="none"
      gridAxis="x"
      dotProps={{ r: 2.5, strokeDasharray: 'none' }}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: false }}
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={{ tickFormatter: shorten, width: 48, allowDecimals: false }}
      tooltipAnimationDuration={0}
    />
  )
}
