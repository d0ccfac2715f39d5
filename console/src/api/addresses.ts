/**
 * Where requests go, each with the type of what is answered there: from the server's declarations, and from the API's document. No
 * page says by itself what it expects of an address.
 */
import type { Answers, ChurchAnswers } from '../../../src/console/answers.ts'
import type { Resources } from '../api-types.ts'
import type { Actions, Views } from './offers.ts'

/** What the server answers when it did as asked. */
export interface Answer<Data, Meta = unknown> {
  data: Data
  meta: Meta
}

declare const answered: unique symbol

/** A method and a path below `/console/api`. */
export interface Address<Data, Meta = unknown> {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** Never there: it only carries the type. */
  readonly [answered]?: Answer<Data, Meta>
}

/** Such as `people`. */
export type ResourceName = keyof Resources

/** A record of any resource. */
export type AnyRecord = Record<string, unknown> & { id: number }

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

/** Parameters of an address. */
export type Query = Readonly<Record<string, string | number | undefined>>

/** As they stand in an address; what demands nothing is left out. */
export function parametersOf(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(key, String(value))
  }
  return parameters.toString()
}

function withQuery(path: string, query: Query): string {
  const text = parametersOf(query)
  return text === '' ? path : `${path}?${text}`
}

const read = <Data, Meta = unknown>(path: string, query: Query = {}): Address<Data, Meta> => ({
  method: 'GET',
  path: withQuery(path, query),
})

/** What belongs to no church: signing in, joining. */
export function own<Route extends keyof Answers>(route: Route, query: Query = {}): Address<Answers[Route]> {
  const [method = '', path = ''] = route.split(' ')
  return { method: method as Address<unknown>['method'], path: withQuery(path, query) }
}

type Of<What extends keyof ChurchAnswers> = ChurchAnswers[What] extends { data: infer Data; meta: infer Meta }
  ? Address<Data, Meta>
  : Address<ChurchAnswers[What]['data']>

/** What the pages of a church are drawn from. */
export const houseAt = (slug: string): Of<'house'> => read(`/${slug}/house`)

/** Several views at once. */
export const viewsAt = (slug: string, names: readonly string[]): Of<'views'> => ({
  method: 'GET',
  path: `/${slug}/views?names=${names.join()}`,
})

/** What records of a resource are called: those of these ids, or what a text finds among those that filters of the list let through. */
export const namesAt = (
  slug: string,
  resource: string,
  asked: { ids: string } | (Query & { q: string }),
): Of<'names'> => ({
  method: 'GET',
  path: `/${slug}/${resource}/names?${'q' in asked ? parametersOf(asked) : `ids=${asked.ids}`}`,
})

/** A view. */
export const viewAt = <Name extends keyof Views>(slug: string, name: Name, query: Query = {}) =>
  read<Views[Name]['output']>(`/${slug}/views/${name}`, query)

/** An action. */
export const actionAt = <Name extends keyof Actions>(slug: string, name: Name): Address<Actions[Name]['output']> => ({
  method: 'POST',
  path: `/${slug}/actions/${name}`,
})

/** A list of the API. */
export const listAt = <Name extends ResourceName>(slug: string, name: Name, query: Query) =>
  read<Resources[Name]['item'][], Resources[Name]['meta'] & ListMeta>(`/${slug}/${name}`, query)

/** A record of the API. */
export const recordAt = <Name extends ResourceName>(slug: string, name: Name, id: number, query: Query = {}) =>
  read<Resources[Name]['one']>(`/${slug}/${name}/${id}`, query)

/** Every role that may write a kind of record may read it, so what is answered is the record. */
export type Created<Name extends ResourceName> = [Resources[Name]['one']] extends [never]
  ? Resources[Name]['created']
  : Resources[Name]['one']

/** Where a record is added. */
export const additionAt = <Name extends ResourceName>(
  slug: string,
  name: Name,
): Address<Created<Name>, Resources[Name]['created_meta'] | undefined> => ({ method: 'POST', path: `/${slug}/${name}` })

/** Where a record is changed. */
export const changeAt = <Name extends ResourceName>(
  slug: string,
  name: Name,
  id: number,
): Address<Resources[Name]['one']> => ({ method: 'PATCH', path: `/${slug}/${name}/${id}` })

/** The same of any resource, for pages that are drawn from its declaration: a record as it is. */
export const drawn = {
  list: (slug: string, name: string, query: Query): Address<AnyRecord[], ListMeta & Record<string, unknown>> =>
    read(`/${slug}/${name}`, query),
  record: (slug: string, name: string, id: number): Address<AnyRecord> => read(`/${slug}/${name}/${id}`),
  addition: (slug: string, name: string): Address<AnyRecord, { duplicate?: boolean } | undefined> => ({
    method: 'POST',
    path: `/${slug}/${name}`,
  }),
  change: (slug: string, name: string, id: number): Address<AnyRecord, undefined> => ({
    method: 'PATCH',
    path: `/${slug}/${name}/${id}`,
  }),
  /** The action that adds or changes one, where the API has no write of it. */
  action: (slug: string, name: string): Address<AnyRecord, undefined> => ({
    method: 'POST',
    path: `/${slug}/actions/${name}`,
  }),
}
