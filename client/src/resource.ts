/** The operations of one resource, typed by what the API says of it. */

import type { Answer } from './answer.ts'
import { OPERATIONS, type Resources } from './api.ts'
import type { RequestOptions, SextonRequest } from './request.ts'

/** The name of a resource: `people`, `prayer_requests` and so on. */
export type ResourceName = keyof Resources

/** One page of a list. */
export type Page<Name extends ResourceName> = Answer<Resources[Name]['item'][], Resources[Name]['meta']>

/** What a creation may be told. */
export interface CreateOptions extends RequestOptions {
  /**
   * What makes it happen once, however often it is sent, for 30 days: at most 120 visible ASCII characters. Each call makes
   * one of its own unless it is given; give it where your program itself may send the same thing again.
   */
  idempotencyKey?: string | undefined
}

/** Reading a list. */
export interface Lists<Name extends ResourceName> {
  /** One page: 25 records, unless `per_page` says otherwise. */
  list(query?: Resources[Name]['query'], options?: RequestOptions): Promise<Page<Name>>
  /** Every page, one after the other, behind the cursor of the one before: 100 records each, unless `per_page` says otherwise. */
  pages(query?: Resources[Name]['query'], options?: RequestOptions): AsyncGenerator<Page<Name>, void, void>
  /** Every record of the list, asked for a page at a time. */
  all(query?: Resources[Name]['query'], options?: RequestOptions): AsyncGenerator<Resources[Name]['item'], void, void>
}

/** Reading one record. */
export interface Gets<Name extends ResourceName> {
  get(
    id: number,
    query?: Resources[Name]['one_query'],
    options?: RequestOptions,
  ): Promise<Answer<Resources[Name]['one'], Resources[Name]['one_meta'] | undefined>>
}

/** Adding a record. */
export interface Creates<Name extends ResourceName> {
  /** Retried without fear: sent again with the same idempotency key, it is done once. */
  create(
    body: Resources[Name]['create'],
    options?: CreateOptions,
  ): Promise<Answer<Resources[Name]['created'], Resources[Name]['created_meta'] | undefined>>
}

/** Changing a record. */
export interface Updates<Name extends ResourceName> {
  /** Changes what `body` names and leaves the rest. Sent again only where the service refused it unread (429). */
  update(
    id: number,
    body: Resources[Name]['update'],
    options?: RequestOptions,
  ): Promise<Answer<Resources[Name]['updated'], Resources[Name]['updated_meta'] | undefined>>
}

type If<Type, Has> = [Type] extends [never] ? unknown : Has

/** A resource with the operations that it has. */
export type Resource<Name extends ResourceName> = Lists<Name> &
  If<Resources[Name]['one'], Gets<Name>> &
  If<Resources[Name]['create'], Creates<Name>> &
  If<Resources[Name]['update'], Updates<Name>>

/** All resources, by name. */
export type ResourcesByName = { readonly [Name in ResourceName]: Resource<Name> }

type Send = (request: SextonRequest) => Promise<Answer<unknown>>

const MOST_PER_PAGE = 100

/** Makes them. @param send sends a request and gives its answer */
export function makeResources(send: Send): ResourcesByName {
  const made = Object.entries(OPERATIONS).map(([name, operations]) => {
    const every = operationsOf(send, `/${name}`)
    const own = operations.map(operation => [operation, every[operation]])
    return [name, { ...Object.fromEntries(own), pages: every.pages, all: every.all }]
  })
  return Object.fromEntries(made) as ResourcesByName
}

interface AnyPage {
  data: unknown[]
  meta: { next_cursor: string | null }
}

function operationsOf(send: Send, path: string) {
  const list = (query: object = {}, options: RequestOptions = {}) => send({ method: 'GET', path, query, ...options })
  async function* pages(query: object = {}, options: RequestOptions = {}): AsyncGenerator<AnyPage, void, void> {
    let next: object = { per_page: MOST_PER_PAGE, ...query }
    for (;;) {
      const page = (await list(next, options)) as AnyPage
      yield page
      const cursor = page.meta.next_cursor
      if (cursor === null) return
      next = { ...next, cursor, page: undefined }
    }
  }
  return {
    list,
    pages,
    async *all(query: object = {}, options: RequestOptions = {}) {
      for await (const { data } of pages(query, options)) yield* data
    },
    get: (id: number, query: object = {}, options: RequestOptions = {}) =>
      send({ method: 'GET', path: `${path}/${id}`, query, ...options }),
    create: (body: unknown, { idempotencyKey = newKey(), signal }: CreateOptions = {}) =>
      send({ method: 'POST', path, body, idempotencyKey, signal }),
    update: (id: number, body: unknown, options: RequestOptions = {}) =>
      send({ method: 'PATCH', path: `${path}/${id}`, body, ...options }),
  }
}

/** 128 random bits. `crypto.randomUUID` is missing from pages that came by plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
