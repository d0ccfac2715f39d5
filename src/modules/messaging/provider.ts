/**
 * What a provider of messages is: one file in providers/ that says which channels it serves, which settings it needs, how
 * it sends one message and what its callbacks mean.
 */

import type { Account, AccountSettings } from '../../account-settings.ts'
import type { Network } from '../../outgoing/request.ts'
import type { PublicRequest } from '../../public-routes/public-route.ts'
import type { Language } from '../../texts/language.ts'

/** The channels that can be sent to (spec, Messages, rule 1); `voice` is in the log only. */
export const SEND_CHANNELS = ['sms', 'email', 'whatsapp', 'push'] as const
export type SendChannel = (typeof SEND_CHANNELS)[number]

/** A message as a provider is to send it, to one address. */
export interface Outbound {
  church: { id: number; slug: string; name: string }
  message_id: number
  /** Tells it from any other where it is no message of the log. */
  name?: string
  channel: SendChannel
  /** An E.164 number, an e-mail address, or what tells a device. */
  to: string
  subject: string | null
  body: string
  /** Where the recipient can unsubscribe, with one POST and nothing else (RFC 8058); e-mail only. */
  unsubscribe_url: string | null
  /** In which the recipient is told so. */
  language: Language
  /** Where the provider shall report what became of the message; null where it could not reach this service. */
  callback_url: string | null
  /** Milliseconds that the provider gets to answer. */
  timeout: number
}

/**
 * What became of an attempt to send. `permanent` and `passing` both mean that the provider surely has not taken the
 * message; a passing failure may be tried again. `unknown`: it may have been taken, so it is never tried again.
 */
export type SendResult =
  | { taken: true; provider_id: string | null }
  | {
      taken: false
      kind: 'permanent' | 'passing' | 'unknown'
      /** For the log: `refused`, `invalid_address`, `opted_out`, `window_closed`, `rate_limited`, `provider_login`, `provider_unavailable`, `unknown_outcome`. */
      code: string
      /** What the provider said, one line; never a secret. */
      detail: string
      /** Seconds to wait before another try. */
      retryAfter?: number
      /** The address is dead for good: a device that unregistered. */
      gone?: boolean
    }

/** What a callback of a provider tells. */
export type ProviderEvent =
  | { kind: 'receipt'; provider_id: string; status: 'delivered' | 'failed'; error?: string }
  | {
      kind: 'inbound'
      /** The provider's id of the incoming message: a callback that is repeated is known by it. */
      provider_id: string
      from: string
      to: string
      body: string
      /** The provider has itself confirmed an opt-out. */
      confirmed?: boolean
    }

/** A callback, understood. */
export interface Received {
  happenings: readonly ProviderEvent[]
  /** What the provider wants to hear; default an empty 200. */
  reply?: { status: number; headers?: Record<string, string>; body?: string }
}

/** A callback that is not the provider's, or not for this account. Answered with 403 and nothing more. */
export class Unverified extends Error {}

/** What a provider is, before anything is sent. */
export interface ProviderDeclaration {
  /** As it is named in commands: `twilio`. */
  name: string
  title: string
  channels: readonly SendChannel[]
  settings: AccountSettings
  /** What the provider takes from one account: messages a second, and requests at the same time. */
  rate: { perSecond: number; atOnce: number }
  /**
   * Verifies and reads a callback.
   * @throws Unverified
   */
  receive?(request: PublicRequest, account: Account): Received
}

export interface Provider extends ProviderDeclaration {
  /** Sends one message; whatever goes wrong is a result, never thrown. */
  send(message: Outbound, account: Account, network: Network): Promise<SendResult>
}
