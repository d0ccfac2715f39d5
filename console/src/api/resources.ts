/** The resources of a church: the same routes as the API's, below the console's own prefix. */
import type { Resources } from '../api-types.ts'
import { type Answer, request } from './request.ts'

/** Such as `people`. */
export type ResourceName = keyof Resources

/** `meta` of every list (spec, Lists and pagination). */
export interface ListMeta {
  page: number
  per_page: number
  total: number
  total_pages: number
  has_more: boolean
  /** Of the lists that the API has, too; null at the end. */
  next_cursor?: string | null
}

/** Parameters of a list; those that only the console has are not in the API's document. */
export type ListQuery<Name extends ResourceName> = Resources[Name]['query'] &
  (Name extends 'people' ? { tag?: string; not_seen_weeks?: number; giving?: string } : unknown)

/** Parameters of a list. */
export type Query = Record<string, string | number | undefined>

/** As they stand in an address; what demands nothing is left out. */
export function parametersOf(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(key, String(value))
  }
  return parameters.toString()
}

function address(slug: string, name: ResourceName, query: Query): string {
  const text = parametersOf(query)
  return `/${slug}/${name}${text === '' ? '' : `?${text}`}`
}

/** One page of a list. */
export function list<Name extends ResourceName>(
  slug: string,
  name: Name,
  query: ListQuery<Name>,
  signal?: AbortSignal,
): Promise<Answer<Resources[Name]['item'][], Resources[Name]['meta'] & ListMeta>> {
  return request(address(slug, name, query as Query), signal ? { signal } : {})
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
  const removed = name === 'people' ? '?include_deleted=1' : ''
  const { data } = await request<Resources[Name]['one']>(`/${slug}/${name}/${id}${removed}`, signal ? { signal } : {})
  return data
}

/** Every role that may write a kind of record may read it, so what is answered is the record. */
type Created<Name extends ResourceName> = [Resources[Name]['one']] extends [never]
  ? Resources[Name]['created']
  : Resources[Name]['one']

/** Creates a record. */
export function createRecord<Name extends ResourceName>(
  slug: string,
  name: Name,
  body: Resources[Name]['create'],
  idempotencyKey: string,
): Promise<Answer<Created<Name>, Resources[Name]['created_meta'] | undefined>> {
  return request(`/${slug}/${name}`, { method: 'POST', body, idempotencyKey })
}

/** Changes a record: only what is named in `body`. */
export async function updateRecord<Name extends ResourceName>(
  slug: string,
  name: Name,
  id: number,
  body: Resources[Name]['update'],
): Promise<Resources[Name]['one']> {
  return (await request<Resources[Name]['one']>(`/${slug}/${name}/${id}`, { method: 'PATCH', body })).data
}
