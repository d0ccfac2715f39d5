/** What the suite of providers has to know of each: one row of its table. */

import type {
  Outbound,
  Provider,
  ProviderEvent,
  Received,
  SendChannel,
  SendResult,
} from '../../../src/modules/messaging/provider.ts'
import type { Network } from '../../../src/outgoing/request.ts'
import type { PublicRequest } from '../../../src/public-routes/public-route.ts'
import { ENGLISH } from '../../../src/texts/language.ts'

/** What is wrong with a provider, whatever it is asked; each as part of a test's name. */
export const TROUBLES = {
  rate_limited: 'having been asked too often',
  server_error: 'an error of the server',
  unavailable: 'being unavailable',
  hanging: 'an answer that never comes',
  reset: 'a connection that is reset once the request was read',
  cut_off: 'a yes that breaks off',
  garbage: 'a yes that cannot be read',
} as const
export type Trouble = keyof typeof TROUBLES

/** A result without the provider's own words. */
export type Judged = Omit<Extract<SendResult, { taken: false }>, 'detail'>

/** Seconds that a provider which is asked too often wants to be left alone. */
export const RETRY_AFTER = 7

/** What a provider took to send on. */
export interface Taken {
  to: string
  body: string
}

/** A stand-in for a provider: it answers, and refuses, as the real one does. */
export interface FakeProvider {
  /** The network on which the provider's own addresses lead here. */
  network: Network
  /** Completes settings by what is not known before it runs, such as a port. */
  values?(values: Record<string, string>): Record<string, string>
  trouble: Trouble | undefined
  taken: Taken[]
  /** Requests that it has read to their end, taken or not; connections, where it is no HTTP. */
  asked: number
  close(): Promise<void>
}

/** An address that the provider refuses, or login data that it does not know. */
export interface Refusal {
  /** As part of the test's name: `a number that is none`. */
  name: string
  to?: string
  /** Settings other than the row's. */
  values?: Record<string, string>
  result: Judged
  /** A pattern for the provider's own words. */
  detail?: RegExp
}

/** A callback, and what it tells. */
export interface Callback {
  /** As part of the test's name: `a receipt of a delivery`. */
  name: string
  /** Genuine: signed as the provider does, with the row's settings. */
  request: PublicRequest
  happenings: ProviderEvent[]
  reply?: Received['reply']
}

export interface ProviderCase {
  provider: Provider
  channel: SendChannel
  /** Settings that the fake accepts; every secret one is in here. */
  values: Record<string, string>
  /** Other settings that it accepts, by what they are. */
  accounts?: Record<string, Record<string, string>>
  /** Values that a setting does not take, by its name. */
  wrongValues: Record<string, string[]>
  /** An address that the fake sends to. */
  to: string
  /** What the id of a message looks like, or null where the provider gives none. */
  providerId: RegExp | null
  start(): Promise<FakeProvider>
  /** Results other than the usual ones; null where a provider cannot have such trouble. */
  troubles?: Partial<Record<Trouble, Judged | null>>
  /** At least: refused for good, an invalid address, and a login that is refused. */
  refusals: Refusal[]
  callbacks?: {
    /** What signs; undefined where a provider signs nothing. */
    signature?: { header: string; sign(request: PublicRequest, values: Record<string, string>): PublicRequest }
    /** Other secrets, by which a callback is not genuine. */
    otherSecrets?: Record<string, string>
    genuine: Callback[]
  }
}

/** Where providers are told to call. */
export const CALLBACK_URL = 'https://sexton.example/callbacks/a1b2c3'

/** A message to one address, with characters that have to be escaped. */
export function messageTo(to: string, channel: SendChannel, timeout = 20_000): Outbound {
  return {
    church: { id: 1, slug: 'grace', name: 'Grace Chapel' },
    message_id: 42,
    channel,
    to,
    subject: channel === 'email' || channel === 'push' ? 'Sunday' : null,
    body: 'Ọjọ́ ìsinmi: 9 & 11 o’clock + tea = "all" 100 %\nhttps://grace.example/?a=1&b=2',
    unsubscribe_url: channel === 'email' ? 'https://sexton.example/unsubscribe/abc' : null,
    language: ENGLISH,
    callback_url: CALLBACK_URL,
    timeout,
  }
}

const EMPTY: PublicRequest = {
  method: 'POST',
  path: ['a1b2c3'],
  url: CALLBACK_URL,
  search: new URLSearchParams(),
  headers: {},
  body: Buffer.alloc(0),
  ip: '203.0.113.9',
  language: ENGLISH,
  admitForm: async () => undefined,
  admitLink: async () => undefined,
}

/** A callback with a form, not signed yet. */
export const formRequest = (fields: Record<string, string>): PublicRequest => ({
  ...EMPTY,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(fields).toString()),
})

/** A callback with JSON, not signed yet. */
export const jsonRequest = (value: unknown): PublicRequest => ({
  ...EMPTY,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})

/** A callback by GET. */
export const getRequest = (fields: Record<string, string>): PublicRequest => {
  const search = new URLSearchParams(fields)
  return { ...EMPTY, method: 'GET', search, url: `${CALLBACK_URL}?${search}` }
}
