/** The resources of a church: the same routes as the API's, below the console's own prefix. */
import type { Resources } from '../api-types.ts'
import {
  type Answer,
  additionAt,
  type Created,
  changeAt,
  type ListMeta,
  listAt,
  type Query,
  type ResourceName,
  recordAt,
} from './addresses.ts'
import { request } from './request.ts'

/** Parameters of a list; those that only the console has are not in the API's document. */
export type ListQuery<Name extends ResourceName> = Resources[Name]['query'] &
  (Name extends 'people' ? { tag?: string; not_seen_weeks?: number; giving?: string } : unknown)

/** One page of a list. */
export function list<Name extends ResourceName>(
  slug: string,
  name: Name,
  query: ListQuery<Name>,
  signal?: AbortSignal,
): Promise<Answer<Resources[Name]['item'][], Resources[Name]['meta'] & ListMeta>> {
  return request(listAt(slug, name, query as Query), signal ? { signal } : {})
}

/** The records of a list from its beginning, page after page by its cursor; not more than `most`. */
export async function listUpTo<Item, Meta extends ListMeta>(
  read: (query: Query) => Promise<Answer<Item[], Meta>>,
  query: Query,
  most: number,
): Promise<Answer<Item[], Meta>> {
  const { page: _page, per_page: _size, ...wanted } = query
  const records: Item[] = []
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await read({ ...wanted, per_page: 100, cursor })
    records.push(...data)
    if (!meta.next_cursor || records.length >= most) return { data: records.slice(0, most), meta }
    cursor = meta.next_cursor
  }
}

/** Every record of a short list, such as branches and funds. */
export async function listAll<Name extends ResourceName>(
  slug: string,
  name: Name,
  signal?: AbortSignal,
): Promise<Resources[Name]['item'][]> {
  const records: Resources[Name]['item'][] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await list(slug, name, { page, per_page: 100 } as ListQuery<Name>, signal)
    records.push(...data)
    if (!meta.has_more) return records
  }
}

/** One record. */
export async function one<Name extends ResourceName>(
  slug: string,
  name: Name,
  id: number,
  signal?: AbortSignal,
): Promise<Resources[Name]['one']> {
  // A removed person has a page, too.
  const removed = name === 'people' ? { include_deleted: 1 } : {}
  return (await request(recordAt(slug, name, id, removed), signal ? { signal } : {})).data
}

/** Creates a record. */
export function createRecord<Name extends ResourceName>(
  slug: string,
  name: Name,
  body: Resources[Name]['create'],
  idempotencyKey: string,
): Promise<Answer<Created<Name>, Resources[Name]['created_meta'] | undefined>> {
  return request(additionAt(slug, name), { body, idempotencyKey })
}

/** Changes a record: only what is named in `body`. */
export async function updateRecord<Name extends ResourceName>(
  slug: string,
  name: Name,
  id: number,
  body: Resources[Name]['update'],
): Promise<Resources[Name]['one']> {
  return (await request(changeAt(slug, name, id), { body })).data
}
