/** Reads the records of a resource as the command line, which sees all of a church. */
import { ApiError } from '../errors.ts'
import type { Fields } from '../resource/field.ts'
import { MAX_PER_PAGE } from '../resource/limits.ts'
import { findOne, list, type Query } from '../resource/list.ts'
import type { RecordOf, Resource } from '../resource/resource.ts'
import type { Open } from './command.ts'
import { callerIn } from './doing.ts'

/** A record as the API prints it. */
export type Shown = Record<string, unknown>

/** A page of a list, as the API answers it. */
export interface Page {
  data: Shown[]
  meta: Shown & { total: number; next_cursor: string | null }
}

/** @throws InvalidParameter for a parameter that cannot be read */
export async function readPage(open: Open, resource: Resource, slug: string, query: Query): Promise<Page> {
  const caller = await callerIn(open, await open.church(slug))
  return JSON.parse(await list({ ...open, clock: { now: () => new Date() } }, resource, query, caller)) as Page
}

/** All records of a resource, in the order in which they were made: for those of which a church has few. */
export async function readAll<F extends Fields>(
  open: Open,
  resource: Resource<F>,
  slug: string,
): Promise<RecordOf<F>[]> {
  const all: RecordOf<F>[] = []
  let cursor: string | null | undefined
  do {
    const values = new Map([['per_page', String(MAX_PER_PAGE)], ...(cursor ? [['cursor', cursor] as const] : [])])
    const { data, meta }: Page = await readPage(open, resource, slug, { values, repeated: new Set() })
    all.push(...(data as RecordOf<F>[]))
    cursor = meta.next_cursor
  } while (cursor !== null)
  return all
}

/** @throws ApiError `not_found` */
export async function readOne(open: Open, resource: Resource, slug: string, id: number): Promise<Shown> {
  const caller = await callerIn(open, await open.church(slug))
  const row = await findOne(open.database.read, resource, caller, id)
  if (row === undefined) throw new ApiError('not_found', { message: `This church has no ${resource.words.one} ${id}.` })
  return JSON.parse(resource.alone.print(row)) as Shown
}
