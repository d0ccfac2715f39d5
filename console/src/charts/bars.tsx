/** A chart with bars that stand: those of a row on top of one another, or beside one another. */
import { useId } from 'react'
import { Axes, type Plot } from './axes.tsx'
import { type ChartData, totalOf } from './chart-data.ts'
import { fillOf, Patterns } from './patterns.tsx'

interface BarsProps {
  data: ChartData
  height: number
  /** Beside one another, to be compared. */
  apart?: boolean
}

/** Room for amounts of money. */
const SIDE = 64
const [WIDEST, OF_STEP] = [48, 0.8]

export function Bars({ data, height, apart = false }: BarsProps) {
  const id = useId()
  const { rows, series } = data
  const values = apart ? rows.flatMap(row => row.values.map(value => value ?? 0)) : rows.map(totalOf)
  return (
    <Axes data={data} height={height} values={values} side={SIDE}>
      {plot => (
        <>
          <Patterns id={id} count={series.length} />
          {rows.map((row, index) =>
            (apart ? besideOneAnother : onTopOfOneAnother)(row.values, plot).map(({ series, ...bar }) => (
              <rect
                key={`${row.name} ${series}`}
                className="chart-bar"
                {...bar}
                x={plot.across(index) + bar.x}
                style={{ fill: fillOf(id, series) }}
              />
            )),
          )}
        </>
      )}
    </Axes>
  )
}

/** A bar; `x` from the middle of its row. */
interface Bar {
  series: number
  x: number
  y: number
  width: number
  height: number
}

const barOf = (series: number, x: number, width: number, from: number, to: number, { down }: Plot): Bar => ({
  series,
  x,
  y: Math.min(down(from), down(to)),
  width,
  height: Math.abs(down(from) - down(to)),
})

/** What is below nought goes down from there, so that neither hides the other. */
function onTopOfOneAnother(values: ChartData['rows'][number]['values'], plot: Plot): Bar[] {
  const width = Math.min(WIDEST, plot.step * OF_STEP)
  const reached = { above: 0, below: 0 }
  return values.flatMap((value, series) => {
    if (!value) return []
    const side = value > 0 ? 'above' : 'below'
    const from = reached[side]
    reached[side] += value
    return barOf(series, -width / 2, width, from, from + value, plot)
  })
}

function besideOneAnother(values: ChartData['rows'][number]['values'], plot: Plot): Bar[] {
  const width = Math.min(WIDEST, (plot.step * OF_STEP) / values.length)
  return values.flatMap((value, series) =>
    value ? barOf(series, (series - values.length / 2) * width, width, 0, value, plot) : [],
  )
}
