/** CSV as spreadsheets want it: UTF-8 with a mark, lines that end as Windows ends them, the separator of the country. */
import { markOf } from '../lib/amount-number.ts'
import { lazily } from '../lib/lazily.ts'
import { delimiterOf } from '../lib/plain-amount.ts'

/** Texts are guarded already (`lib/csv-guard.ts`); numbers are numbers. */
export type CsvCell = string | number

const csv = lazily<typeof import('csv-stringify/sync')>('csv-stringify/sync')

const layoutOf = (country: string) =>
  ({ delimiter: delimiterOf(markOf(country)), record_delimiter: 'windows' }) as const

/** The text of a small file, in one piece. @param country whose spreadsheets read it (ISO 3166-1) */
export const csvOf = (country: string, rows: readonly (readonly CsvCell[])[]): string =>
  csv().stringify(rows as CsvCell[][], { ...layoutOf(country), bom: true })

/**
 * The text of a file, a piece for each batch of rows.
 * @param country whose spreadsheets read it (ISO 3166-1)
 */
export async function* csvText(
  country: string,
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  const layout = layoutOf(country)
  yield csv().stringify([[...head]], { ...layout, bom: true })
  for await (const rows of batches) yield csv().stringify(rows as CsvCell[][], layout)
}
