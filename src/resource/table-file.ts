/** Lists that are no resources, as CSV files: a view that reads its rows page by page (docs/printing.md). */
import { today } from '../lib/calendar.ts'
import { guarded } from '../lib/csv-guard.ts'
import { type TypedView, view } from './action.ts'
import type { Caller } from './caller.ts'
import { type CsvCell, csvText } from './csv-text.ts'
import type { Fields, Input } from './field.ts'
import { csvFile, type MadeFile } from './made-file.ts'
import type { Allowed } from './roles.ts'
import type { Reading } from './services.ts'

/** What is declared of such a file. */
interface TableFile<N extends string, F extends Fields, Row> {
  /** The view's: `keys_file`. */
  name: N
  may: Allowed
  /** Its filters. */
  fields: F
  /** What the file is called, before the day: `api-keys`. */
  called: string
  /** By the title of the column: what it holds of a row. What is a secret has no column. */
  columns: Readonly<Record<string, (row: Row) => CsvCell | null>>
  /** Its rows in their order, as many at once as may be in memory. */
  rows(reading: Reading, caller: Caller, input: Input<F>): AsyncIterable<readonly Row[]>
}

/** Declares it. What is wrong with the request is said before anything is sent. */
export const tableFile = <const N extends string, F extends Fields, Row>({
  called,
  columns,
  rows,
  ...declared
}: TableFile<N, F, Row>): TypedView<N, Input<F>, MadeFile, false> =>
  view({
    ...declared,
    async run(reading, caller, input) {
      const parts = rows(reading, caller, input)[Symbol.asyncIterator]()
      const first = await parts.next()
      const cells = async function* (): AsyncGenerator<CsvCell[][]> {
        for (let part = first; !part.done; part = await parts.next()) {
          yield part.value.map(row => Object.values(columns).map(cell => cellOf(cell(row))))
        }
      }
      const day = today(reading.clock.now(), caller.church.timezone)
      return csvFile(`${called}-${day}`, csvText(caller.church.country, Object.keys(columns), cells()))
    },
  }) as TypedView<N, Input<F>, MadeFile, false>

const cellOf = (cell: CsvCell | null): CsvCell => (typeof cell === 'string' ? guarded(cell) : (cell ?? ''))

/** The rows of a list that is read at once. */
export async function* atOnce<Row>(list: Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await list
}

/**
 * The rows of a list that is read in parts.
 * @param read the part behind a row; the first without one
 * @param most rows of a part: one with fewer is the last
 */
export async function* inParts<Row>(
  most: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ; ) {
    const part = await read(last)
    yield part
    last = part.at(-1)
    if (part.length < most) return
  }
}
