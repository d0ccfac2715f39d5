/** The points of a line. Each line has a shape of its own: lines that cross are not told apart by colour alone. */
import { colourOf, cssColour } from './chart-data.ts'

/** A circle, a square, a triangle, a diamond, a cross: paths around the point. */
const SHAPES = [
  'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
  'M-3-3h6v6h-6z',
  'M0-4l4 7h-8z',
  'M0-4.5l4 4.5l-4 4.5l-4-4.5z',
  'M-4-1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8z',
] as const

/** Lines that can be told from one another. */
export const MOST_LINES = SHAPES.length

/** A point of the series of this index. */
export const Marker = ({ index, x, y }: { index: number; x: number; y: number }) => (
  <path
    data-shape={index % SHAPES.length}
    d={SHAPES[index % SHAPES.length]}
    transform={`translate(${x} ${y})`}
    style={{ fill: cssColour(colourOf(index)) }}
  />
)
