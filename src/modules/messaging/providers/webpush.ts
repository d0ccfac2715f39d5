/** Notifications to browsers by Web Push: RFC 8030, encrypted by RFC 8291, signed by VAPID (RFC 8292). */

import { ECDH } from 'node:crypto'
import type { PushSubscription, VapidKeys } from 'web-push'
import type { Account } from '../../../account-settings.ts'
import { lazily } from '../../../lib/lazily.ts'
import { readUrl } from '../../../lib/read-url.ts'
import { jsonOf, oneLine } from '../../../outgoing/answer-text.ts'
import type { OutgoingRequest, OutgoingResponse } from '../../../outgoing/request.ts'
import { msg } from '../../../texts/language.ts'
import { passing, refusal, refused, unanswered } from '../answers.ts'
import type { Outbound, Provider, SendResult } from '../provider.ts'

const library = lazily<typeof import('web-push')>('web-push')

/** How long a push service keeps a message for a device that is off. */
const TTL_SECONDS = 24 * 60 * 60

// Chrome, Edge on Windows, Firefox and Safari, each with the service that its maker runs.
const PUSH_SERVICES =
  /^(fcm\.googleapis\.com|([a-z0-9-]+\.)+notify\.windows\.com|([a-z0-9-]+\.)+push\.services\.mozilla\.com|([a-z0-9-]+\.)+push\.apple\.com)$/

/** @returns a new pair of VAPID keys, as base64url, for an installation that has none */
export const makeVapidKeys = (): VapidKeys => library().generateVAPIDKeys()

/**
 * What is wrong with the address of a browser, or undefined. Only the push services of browsers are called: an endpoint
 * anywhere else would make this server send requests to whatever it names.
 * @param address the JSON text of a PushSubscription (Push API, W3C)
 */
export function subscriptionFault(address: string): string | undefined {
  const { endpoint, keys } = jsonOf(address) ?? {}
  if (typeof endpoint !== 'string' || !isPushService(endpoint)) {
    return 'The endpoint is not an https address of a known push service (Google, Mozilla, Microsoft, Apple).'
  }
  const { p256dh, auth } = Object(keys) as Record<string, unknown>
  if (typeof p256dh !== 'string' || !isPublicKey(p256dh)) return 'keys.p256dh is not a public key of the curve P-256.'
  if (typeof auth !== 'string' || bytesOf(auth).length !== 16) return 'keys.auth is not 16 bytes as base64url.'
  return undefined
}

function isPushService(endpoint: string): boolean {
  const address = readUrl(endpoint)
  if (address === undefined) return false
  const { protocol, hostname, port, username, password } = address
  return protocol === 'https:' && port + username + password === '' && PUSH_SERVICES.test(hostname)
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64url')

function isPublicKey(base64: string): boolean {
  try {
    const bytes = bytesOf(base64)
    return bytes.length === 65 && ECDH.convertKey(bytes, 'prime256v1').length > 0
  } catch {
    return false
  }
}

/** The push services of browsers. */
export const webPush: Provider = {
  name: 'webpush',
  title: 'Web Push',
  channels: ['push'],
  settings: {
    subject: {
      title: 'Contact address',
      label: 'Where the push services can reach you: mailto:office@example.org, or an https address',
      secret: false,
      required: true,
      check: value =>
        readUrl(value) !== undefined && /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value)
          ? undefined
          : msg('Neither mailto: with an email address nor an https address.'),
    },
    public_key: {
      title: 'Public key',
      label: 'Public VAPID key, which browsers subscribe with',
      secret: false,
      required: true,
      check: value =>
        /^[\w-]+$/.test(value) && isPublicKey(value)
          ? undefined
          : msg('Not a public VAPID key: 65 bytes as base64url.'),
    },
    private_key: {
      title: 'Private key',
      label: 'Private VAPID key of the same pair',
      secret: true,
      required: true,
      check: value =>
        /^[\w-]+$/.test(value) && bytesOf(value).length === 32
          ? undefined
          : msg('Not a private VAPID key: 32 bytes as base64url.'),
    },
  },
  // No push service publishes a number; RFC 8030, 8.4, has them answer 429 when it is too much.
  rate: { perSecond: 100, atOnce: 20 },
  async send(message, { values }, network) {
    const fault = subscriptionFault(message.to)
    if (fault !== undefined) return refused(fault, 'invalid_address')
    const request = requestFor(message, values)
    if (request === undefined) return refused('The VAPID keys or their subject cannot be used.', 'provider_login')
    try {
      return meaning(await network.request(request))
    } catch (error) {
      return unanswered(error)
    }
  },
}

/** The request, or undefined when the settings give no signature. */
function requestFor(
  { church, to, subject, body, timeout }: Outbound,
  values: Account['values'],
): OutgoingRequest | undefined {
  const { endpoint, keys } = JSON.parse(to) as PushSubscription
  const { subject: contact = '', public_key: publicKey = '', private_key: privateKey = '' } = values
  try {
    const details = library().generateRequestDetails(
      { endpoint: new URL(endpoint).href, keys },
      JSON.stringify({ title: subject ?? church.name, body }),
      { TTL: TTL_SECONDS, vapidDetails: { subject: contact, publicKey, privateKey } },
    )
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
    return { method: 'POST', url: details.endpoint, headers, body: details.body, timeout }
  } catch {
    // The subscription was checked before, so it is the keys; what the library says of them might quote them.
    return undefined
  }
}

function meaning(answer: OutgoingResponse): SendResult {
  const { status, headers } = answer
  if (status === 200 || status === 201 || status === 202) return { taken: true, provider_id: headers.location || null }
  const detail = said(answer)
  if (status === 404 || status === 410) {
    const code = 'invalid_address'
    return { taken: false, kind: 'permanent', code, detail: oneLine(`${status} ${detail}`), gone: true }
  }
  // Microsoft's service says 406 where others say 429.
  if (status === 406) return passing(`${status} ${detail}`, 'rate_limited')
  return refusal(answer, detail)
}

/** What the service said: Mozilla and Apple in JSON, Google in plain text; a web page says nothing. */
function said({ text }: OutgoingResponse): string {
  const { message, reason } = jsonOf(text) ?? {}
  if (typeof message === 'string') return message
  if (typeof reason === 'string') return reason
  return /^\s*[<{]/.test(text) ? '' : text
}
