/** Sheets of self-adhesive labels: where each label lies. Measures are the makers', as printed on their templates. */
import { INCH, MM, type Paper, paperOf } from './sheet.ts'

/** A sheet of labels in rows and columns; all measures in points. */
export interface LabelSheet {
  paper: Paper
  columns: number
  rows: number
  /** Of one label. */
  width: number
  height: number
  /** From the edge of the paper to the first label. */
  left: number
  top: number
  /** From the edge of one label to the same edge of the next. */
  across: number
  down: number
}

/** By the numbers under which they are sold. */
export const LABEL_SHEETS = {
  L7160: {
    paper: 'A4',
    columns: 3,
    rows: 7,
    width: 63.5 * MM,
    height: 38.1 * MM,
    left: 7.2 * MM,
    top: 15.1 * MM,
    across: 66 * MM,
    down: 38.1 * MM,
  },
  L7163: {
    paper: 'A4',
    columns: 2,
    rows: 7,
    width: 99.1 * MM,
    height: 38.1 * MM,
    left: 4.65 * MM,
    top: 15.1 * MM,
    across: 101.6 * MM,
    down: 38.1 * MM,
  },
  '5160': {
    paper: 'Letter',
    columns: 3,
    rows: 10,
    width: 2.625 * INCH,
    height: INCH,
    left: 0.1875 * INCH,
    top: 0.5 * INCH,
    across: 2.75 * INCH,
    down: INCH,
  },
  '5163': {
    paper: 'Letter',
    columns: 2,
    rows: 5,
    width: 4 * INCH,
    height: 2 * INCH,
    left: 0.15625 * INCH,
    top: 0.5 * INCH,
    across: 4.1875 * INCH,
    down: 2 * INCH,
  },
} as const satisfies Record<string, LabelSheet>

/** Which sheets there are. */
export const LABEL_FORMATS = ['L7160', 'L7163', '5160', '5163'] as const satisfies (keyof typeof LABEL_SHEETS)[]

/** The number of a sheet. */
export type LabelFormat = (typeof LABEL_FORMATS)[number]

/** What is usual in a country, by its paper. @param country ISO 3166-1 */
export const labelsIn = (country: string): LabelFormat => (paperOf(country) === 'Letter' ? '5160' : 'L7160')

/** How many labels a sheet has. */
export const labelsOn = ({ columns, rows }: LabelSheet): number => columns * rows

/** The upper left corner of a label. @param n from 0, row by row */
export const cornerOf = ({ columns, left, top, across, down }: LabelSheet, n: number): { x: number; y: number } => ({
  x: left + (n % columns) * across,
  y: top + Math.floor(n / columns) * down,
})
