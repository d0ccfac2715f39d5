/** A chart with a line for each series. What has no value is a gap. */
import { Fragment } from 'react'
import { Axes, type Plot } from './axes.tsx'
import { type ChartData, colourOf, cssColour, dashOf } from './chart-data.ts'
import { Marker } from './marker.tsx'

/** Room for counts. */
const SIDE = 48

export function Lines({ data, height }: { data: ChartData; height: number }) {
  const { rows, series } = data
  return (
    <Axes data={data} height={height} values={rows.flatMap(row => row.values.map(value => value ?? 0))} side={SIDE}>
      {plot =>
        series.map((name, index) => (
          <Line key={name} index={index} values={rows.map(({ values }) => values[index] ?? null)} plot={plot} />
        ))
      }
    </Axes>
  )
}

function Line({ index, values, plot }: { index: number; values: readonly (number | null)[]; plot: Plot }) {
  return (
    <>
      <path
        d={pathOf(values, plot)}
        fill="none"
        strokeWidth={2}
        strokeDasharray={dashOf(index)}
        style={{ stroke: cssColour(colourOf(index)) }}
      />
      {values.map((value, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place.
        <Fragment key={row}>
          {value !== null && <Marker index={index} x={plot.across(row)} y={plot.down(value)} />}
        </Fragment>
      ))}
    </>
  )
}

/** From point to point; after a gap it begins anew. */
const pathOf = (values: readonly (number | null)[], { across, down }: Plot): string =>
  values
    .map((value, row) => {
      if (value === null) return ''
      const begins = row === 0 || values[row - 1] === null
      return `${begins ? 'M' : 'L'}${across(row).toFixed(1)} ${down(value).toFixed(1)}`
    })
    .join('')
