/** What the suite of providers has to know of each: one row of its table. */
import type { Knock } from '../../../src/door/door.ts'
import type {
  Happening,
  Outbound,
  Provider,
  Received,
  SendChannel,
  SendResult,
} from '../../../src/modules/messaging/provider.ts'
import type { Network } from '../../../src/outgoing/request.ts'

/** What is wrong with a provider, whatever it is asked. */
export type Trouble =
  /** Too many requests; come again in 7 seconds, where the provider can say so. */
  | 'rate_limited'
  | 'server_error'
  | 'unavailable'
  /** Takes the request and never answers. */
  | 'hanging'
  /** Reads the whole request, then resets the connection. */
  | 'reset'
  /** Says yes, and loses the connection within the answer. */
  | 'cut_off'
  /** Says yes with a body that is none of the provider's. */
  | 'garbage'

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
  trouble: Trouble | undefined
  taken: Taken[]
  /** Requests that it has read to their end, taken or not. */
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
  /** What is expected; `detail` as a pattern. */
  result: Omit<Extract<SendResult, { taken: false }>, 'detail'>
  detail?: RegExp
}

/** A callback, and what it tells. */
export interface Callback {
  /** As part of the test's name: `a receipt of a delivery`. */
  name: string
  /** Genuine: signed as the provider does, with the row's settings. */
  knock: Knock
  happenings: Happening[]
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
  /** At least: refused for good, an invalid address, and a login that is refused. */
  refusals: Refusal[]
  callbacks?: {
    /** What signs; undefined where a provider signs nothing. */
    signature?: { header: string; sign(knock: Knock, values: Record<string, string>): Knock }
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
    callback_url: CALLBACK_URL,
    timeout,
  }
}

const EMPTY: Knock = {
  method: 'POST',
  path: ['a1b2c3'],
  url: CALLBACK_URL,
  search: new URLSearchParams(),
  headers: {},
  body: Buffer.alloc(0),
  ip: '203.0.113.9',
}

/** A callback with a form, not signed yet. */
export const formKnock = (fields: Record<string, string>): Knock => ({
  ...EMPTY,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from(new URLSearchParams(fields).toString()),
})

/** A callback with JSON, not signed yet. */
export const jsonKnock = (value: unknown): Knock => ({
  ...EMPTY,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})

/** A callback by GET. */
export const getKnock = (fields: Record<string, string>): Knock => {
  const search = new URLSearchParams(fields)
  return { ...EMPTY, method: 'GET', search, url: `${CALLBACK_URL}?${search}` }
}
