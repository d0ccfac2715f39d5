/** What a chart shows: rows along its axis, a value for each of its series. */
export interface ChartData {
  /** What the rows are, such as Month. */
  rowName: string
  /** `short` stands at the axis, `name` everywhere else. Of what nobody counted the value is null: a gap, and no zero. */
  rows: readonly { name: string; short: string; values: readonly (number | null)[] }[]
  series: readonly string[]
  /** A value in full. */
  format(value: number): string
  /** A value beside the axis. */
  shorten(value: number): string
}

/** Colours of the series in their order: dark enough to be told from light and from dark ground (WCAG 2.2, 1.4.11). */
const COLOURS = ['indigo.6', 'orange.8', 'teal.7', 'grape.6', 'cyan.8', 'pink.7', 'gray.6'] as const

/** The colour of a series. */
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? 'gray.6'

/** How the line of a series is dashed: lines are not told apart by colour alone. */
export const dashOf = (index: number): string => ['none', '6 4', '2 3', '10 3 2 3', '14 4'][index % 5] ?? 'none'

/** How many patterns there are; the first is a plain area. */
export const PATTERNS = 7

/** The pattern of a series: areas are not told apart by colour alone, so that they can be printed in black and white. */
export const patternOf = (index: number): number => index % PATTERNS

/** A colour of the theme for a style. */
export const cssColour = (colour: string): string => `var(--mantine-color-${colour.replace('.', '-')})`

/** Null where nobody counted any of them. */
const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((total, value) => (value === null ? total : (total ?? 0) + value), null)

/** All values of a row together. */
export const totalOf = ({ values }: ChartData['rows'][number]): number => sum(values) ?? 0

/** Series beyond the first ones as one: more colours cannot be told apart. The series are sorted, most first. */
export function mostOf<Row extends { values: readonly (number | null)[] }>(
  series: readonly string[],
  rows: readonly Row[],
  most: number,
  others: string,
): { series: string[]; rows: Row[] } {
  if (series.length <= most) return { series: [...series], rows: [...rows] }
  const shown = most - 1
  return {
    series: [...series.slice(0, shown), others],
    rows: rows.map(row => ({ ...row, values: [...row.values.slice(0, shown), sum(row.values.slice(shown))] })),
  }
}
