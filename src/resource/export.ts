/** Writes a list as CSV: the list's own pages, one after the other by its cursor, so that no more than a page is in memory. */
import type { Caller } from './caller.ts'
import { type CsvCell, csvText } from './csv-text.ts'
import { type ExportedRecord, type ExportLayout, exportLayout, writtenNames } from './export-columns.ts'
import { MAX_PER_PAGE } from './limits.ts'
import { type ListParts, list, type Query } from './list.ts'
import type { AskedHouse, Resource } from './resource.ts'

/** What exports are read with. */
interface ExportParts extends ListParts {
  house: AskedHouse
}

/** An export that has begun. */
export interface Export {
  /** The file, piece by piece. */
  text: AsyncIterable<string>
  /** Records that are in it so far. */
  written(): number
}

/** Which page is asked for is no matter of an export. */
const OF_PAGES = ['page', 'per_page', 'cursor']

interface Page {
  data: ExportedRecord[]
  meta: { next_cursor: string | null }
}

/**
 * Exports what a list shows a caller, under the filters and in the order of the request.
 * @throws InvalidParameter for a parameter that cannot be read
 */
export async function exportList(
  parts: ExportParts,
  resource: Resource,
  { values, repeated }: Query,
  caller: Caller,
): Promise<Export> {
  const wanted = [...values].filter(([name]) => !OF_PAGES.includes(name))
  const read = async (cursor?: string): Promise<Page> => {
    const page = new Map([...wanted, ['per_page', String(MAX_PER_PAGE)], ...(cursor ? [['cursor', cursor]] : [])] as [
      string,
      string,
    ][])
    return JSON.parse(await list(parts, resource, { values: page, repeated }, caller)) as Page
  }
  // Before anything is sent, so that what is wrong with the request can still be said.
  const first = await read()
  const layout = await exportLayout(parts.database.read, resource, caller, parts.house)
  const count = { written: 0 }
  const head = layout.columns.map(({ name }) => name)
  const text = csvText(caller.church.country, head, pages(parts, layout, caller, first, read, count))
  return { text, written: () => count.written }
}

async function* pages(
  { database }: ExportParts,
  { columns, references }: ExportLayout,
  caller: Caller,
  first: Page,
  read: (cursor: string) => Promise<Page>,
  count: { written: number },
): AsyncGenerator<CsvCell[][]> {
  for (let page: Page | undefined = first; page !== undefined; ) {
    const { data, meta }: Page = page
    count.written += data.length
    const names = await writtenNames(database.read, references, caller, data)
    yield data.map(record => columns.map(({ cell }) => cell(record, names)))
    page = meta.next_cursor === null ? undefined : await read(meta.next_cursor)
  }
}
