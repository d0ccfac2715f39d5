/** What stands around the drawing of a chart: the values at its side, the names of its rows below. */
import { useElementSize } from '@mantine/hooks'
import { nice, ticks } from 'd3-array'
import type { ReactNode } from 'react'
import type { ChartData } from './chart-data.ts'

/** Where a drawing has its rows and its values, in pixels of its own. */
export interface Plot {
  left: number
  top: number
  width: number
  height: number
  /** The middle of a row. */
  across(row: number): number
  /** Room of each row. */
  step: number
  /** How high a value stands, from above. */
  down(value: number): number
}

const [TOP, END, BELOW] = [8, 8, 24]
const TICKS = 4
/** About as wide as a letter of a label is. */
const LETTER = 7
/** Pixels of text where nobody has set their browser to larger one. */
const USUAL_TEXT = 16

/** How large text is, beside the usual: labels grow with it, and so does their room. */
const textSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT

/** The values at the side: round ones, from nought or from the least below it to the most or what is round above it. */
export function scaleOf(values: readonly number[], count = TICKS): number[] {
  const [least, most] = nice(Math.min(0, ...values), Math.max(1, ...values), count)
  // Half of a gift or of a person is nothing that was counted.
  return ticks(least, most, count).filter(Number.isInteger)
}

/** Every how many rows have their name below them, so that names do not run into one another. */
function namesEvery(names: readonly string[], step: number, text: number): number {
  const widest = Math.max(1, ...names.map(name => name.length)) * LETTER * text + 8
  return Math.max(1, Math.ceil(widest / step))
}

interface AxesProps {
  data: ChartData
  height: number
  /** Highest values of the rows, as they are drawn. */
  values: readonly number[]
  /** Room at the side for the values, beside text of the usual size. */
  side: number
  children(plot: Plot): ReactNode
}

/** A drawing that is as wide as its place. It is not reached by keyboard: the table below it says the same. */
export function Axes({ data, height, values, side: usualSide, children }: AxesProps) {
  const { rows, shorten } = data
  const { ref, width } = useElementSize()
  const scale = scaleOf(values)
  const text = textSize()
  const side = usualSide * text
  const plot = plotOf(scale, rows.length, { side, below: BELOW * text, width, height })
  const every = namesEvery(
    rows.map(({ short }) => short),
    plot.step,
    text,
  )
  return (
    <div ref={ref} style={{ height, overflow: 'hidden' }}>
      {width > 0 && (
        <svg aria-hidden="true" className="chart" width="100%" height={height} viewBox={`0 0 ${width} ${height}`}>
          {scale.map(value => (
            <g key={value}>
              <line className="chart-grid" x1={side} x2={width - END} y1={plot.down(value)} y2={plot.down(value)} />
              <text x={side - 8} y={plot.down(value)} dy="0.35em" textAnchor="end">
                {shorten(value)}
              </text>
            </g>
          ))}
          {rows.map(({ name, short }, index) =>
            index % every === 0 ? (
              <text key={name} x={plot.across(index)} y={height - 6 * text} textAnchor="middle">
                {short}
              </text>
            ) : null,
          )}
          {children(plot)}
          <Told data={data} plot={plot} />
        </svg>
      )}
    </div>
  )
}

interface Room {
  side: number
  below: number
  width: number
  height: number
}

function plotOf(scale: readonly number[], rows: number, room: Room): Plot {
  const width = Math.max(0, room.width - room.side - END)
  const height = room.height - TOP - room.below
  const [least = 0, most = 1] = [scale[0], scale.at(-1)]
  const step = width / Math.max(1, rows)
  return {
    left: room.side,
    top: TOP,
    width,
    height,
    step,
    across: row => room.side + (row + 0.5) * step,
    down: value => TOP + height * (1 - (value - least) / Math.max(1, most - least)),
  }
}

/** Over each row, what it holds: read by whoever points at it. */
function Told({ data: { rows, series, format }, plot }: { data: ChartData; plot: Plot }) {
  return rows.map(({ name, values }, index) => (
    <rect
      key={name}
      className="chart-row"
      x={plot.across(index) - plot.step / 2}
      y={plot.top}
      width={plot.step}
      height={plot.height}
    >
      <title>{[name, ...lines(series, values, format)].join('\n')}</title>
    </rect>
  ))
}

/** A series and its value on each line; what nobody counted is left out. */
const lines = (
  series: ChartData['series'],
  values: readonly (number | null)[],
  format: ChartData['format'],
): string[] =>
  series.flatMap((name, index) => {
    const value = values[index] ?? null
    return value === null ? [] : [`${name}: ${format(value)}`]
  })
