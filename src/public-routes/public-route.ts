/**
 * A public route: what a module offers to the public beside the API, without a key. Pages for people (giving, unsubscribing) and
 * callbacks of providers. The HTTP side is in http/public-routes.ts.
 */

import type { Readable } from 'node:stream'
import type { GuidePlace } from '../texts/chapter.ts'
import type { Language } from '../texts/language.ts'
import type { ChurchLanguages } from '../texts/spoken.ts'

/** Someone at a public route, before their body is read. */
export interface Visitor {
  method: 'GET' | 'POST'
  /** The parts of the path after the route's own, decoded. */
  path: readonly string[]
  /** The address as it was called, public origin included, as a provider has signed it. */
  url: string
  search: URLSearchParams
  /** Names in small letters. */
  headers: Readonly<Record<string, string>>
  ip: string
  /** What pages for them are written in: what they chose or their browser asks for, where there is such a language. */
  language: Language
  /** Of pages that say that nothing is there: in it nobody sees whether there is a church, and what it speaks. */
  unplaced: Language
  /** The same visitor at a page of a church: in a language that it offers, its own where they ask for none of those. */
  at(church: ChurchLanguages): Visitor
  /**
   * Reads the body: a route asks for it when the rest is right, so that nobody is waited for in vain.
   * @throws ApiError for one that is too large, or ends early
   */
  request(): Promise<PublicRequest>
  /** Counts a form that makes work: an address may send few of them. @throws ApiError `rate_limited` */
  admitForm(): Promise<unknown>
  /** Counts a form that came by a link without an account. @param link tells it from others @throws ApiError `rate_limited` */
  admitLink(link: string): Promise<unknown>
}

/** What somebody at a public route sent, as a whole. */
export interface PublicRequest extends Omit<Visitor, 'request' | 'at' | 'unplaced'> {
  /** The raw body, at most 256 KiB. */
  body: Buffer
}

/** What a public route answers. */
export interface PublicReply {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Sent in place of `body`, as it comes; who asks for the head alone gets none of it. */
  stream?: Readable
}

export interface PublicRoute {
  /** The beginning of its paths: `/give`. */
  root: string
  /** True where the paths hold secrets: they are then kept out of the log. */
  secretPath?: boolean
  /** True where others call for many, from few addresses: only calls that are refused are counted, and limited. */
  unlimited?: boolean
  /** True where people come to it: its faults are pages. */
  forPeople?: boolean
  /** Where the guide tells volunteers more of its pages; it is not for givers and visitors. */
  guide?: GuidePlace
  /** Answers; a path it does not know gives 404. Whatever it throws becomes a 500 or 503. */
  answer(visitor: Visitor): Promise<PublicReply>
}

/** Nothing is there. */
export const NOTHING: PublicReply = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'There is nothing here.\n',
}

/** A plain answer for machines. */
export const plain = (status: number, body = ''): PublicReply => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body,
})

/** Sends the browser on to another address, which it then gets (RFC 9110, 15.4.4). */
export const seeOther = (location: string): PublicReply => ({ status: 303, headers: { Location: location } })

/** The fields of a form. */
export const formOf = ({ body }: PublicRequest): URLSearchParams => new URLSearchParams(body.toString('utf8'))
