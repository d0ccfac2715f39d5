/** Patterns over the colours of areas: what is printed without colours can be read as well. */
import { colourOf, cssColour, patternOf } from './chart-data.ts'

const SIDE = 8

/** What is drawn over the colour, in the order of the series. */
const MARKS = [
  null,
  <path key="rising" d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" strokeWidth="2" />,
  <path key="dots" d="M2,2 h.1 M6,6 h.1" strokeWidth="3" strokeLinecap="round" />,
  <path key="lying" d="M0,2 h8 M0,6 h8" strokeWidth="1.6" />,
  <path key="falling" d="M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4" strokeWidth="2" />,
  <path key="standing" d="M2,0 v8 M6,0 v8" strokeWidth="1.6" />,
  <path key="crossed" d="M0,0 l8,8 M0,8 l8,-8" strokeWidth="1.4" />,
]

/** Fills an area with the colour and the pattern of a series. @param id of the drawing, from `useId` */
export const fillOf = (id: string, index: number): string =>
  patternOf(index) === 0 ? cssColour(colourOf(index)) : `url(#${idOf(id, index)})`

const idOf = (id: string, index: number): string => `${id.replaceAll(/[^\w-]/g, '')}-${index}`

/** The patterns of so many series, for a drawing that fills areas with them. */
export function Patterns({ id, count }: { id: string; count: number }) {
  return (
    <defs>
      {Array.from({ length: count }, (_, index) => index).map(index => (
        <pattern key={index} id={idOf(id, index)} width={SIDE} height={SIDE} patternUnits="userSpaceOnUse">
          <rect width={SIDE} height={SIDE} style={{ fill: cssColour(colourOf(index)) }} />
          <g style={{ stroke: 'var(--mantine-color-body)' }} fill="none">
            {MARKS[patternOf(index)]}
          </g>
        </pattern>
      ))}
    </defs>
  )
}
