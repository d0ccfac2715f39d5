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
}

/** Parameters of a list; those that only the console has are not in the API's document. */
export type ListQuery<Name extends ResourceName> = Resources[Name]['query'] &
  (Name extends 'people' ? { tag?: string } : unknown)

type Query = Record<string, string | number | undefined>

function address(slug: string, name: ResourceName, query: Query): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(key, String(value))
  }
  const text = parameters.toString()
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
