/** What endpoints receive: whether it is genuine, and what it tells (spec, Events; Standard Webhooks 1.0). */
import type { Events } from './api.ts'

/** The name of an event, such as `person.created`. */
export type EventName = keyof Events

/** An event. Its `event` tells which it is, and so what `data` and `previous` are. Names may be added. */
export type WebhookEvent<Name extends EventName = EventName> = Events[Name]

/** Headers of a request, as `fetch` handlers or Node.js have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** How to judge a request. */
export interface VerifyOptions {
  /** How far its time may be from now, in either direction. Default 300 */
  toleranceSeconds?: number
  /** Seconds since 1970; in place of the clock. */
  now?: number
}

/** A request that is not to be believed: answer it with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: 'not_signed' | 'too_old' | 'not_genuine'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** A signature as a recipe makes it: of these bytes, with this key. */
interface Claim {
  seconds: number
  signed: Bytes
  signatures: Bytes[]
  keyOf: (secret: string) => Bytes
}

const PREFIX = 'whsec_'

/**
 * Verifies a request and gives its event. While a secret is being replaced, requests carry the signatures of both, so the
 * old one is enough until you have the new one; or give both.
 * @param rawBody the body as it arrived: parsing it and printing it again would change it
 * @param secret what `sexton webhook create` printed: `whsec_…`
 * @throws WebhookError where it is not signed with the secret, or not now; TypeError where the secret cannot be one
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = [secret].flat()
  if (secrets.length === 0 || !secrets.every(one => typeof one === 'string' && /^whsec_./.test(one))) {
    throw new TypeError('The signing secret of a webhook endpoint begins with whsec_')
  }
  const body = typeof rawBody === 'string' ? bytesOf(rawBody) : new Uint8Array(rawBody)
  const claims = [ownClaim(headers, body), standardClaim(headers, body)].filter(claim => claim !== undefined)
  if (claims.length === 0) throw new WebhookError('not_signed', 'The request has no signature.')
  const current = claims.filter(({ seconds }) => Math.abs(now - seconds) <= toleranceSeconds)
  if (current.length === 0) throw new WebhookError('too_old', 'The signature is too old, or a clock is wrong.')
  for (const claim of current) {
    for (const one of secrets) {
      if (await isGenuine(claim, one)) return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
    }
  }
  throw new WebhookError('not_genuine', 'The request was not signed with this secret, or was changed.')
}

/** `X-Service-Signature: t=<unix time>,v1=<hex>`, of time and body, with the whole secret (spec, Events, Request headers). */
function ownClaim(headers: WebhookHeaders, body: Uint8Array): Claim | undefined {
  const parts = headerOf(headers, 'x-service-signature')
    .split(',')
    .map(part => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [fromHex(value)] : []))
  if (!time || !/^\d+$/.test(time) || signatures.length === 0) return undefined
  return { seconds: Number(time), signed: joined(`${time}.`, body), signatures, keyOf: bytesOf }
}

/** `webhook-signature: v1,<base64> …`, of id, time and body, with the decoded secret (Standard Webhooks, Signature scheme). */
function standardClaim(headers: WebhookHeaders, body: Uint8Array): Claim | undefined {
  const [id, time] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap(one => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []))
  if (id === '' || !/^\d+$/.test(time) || signatures.length === 0) return undefined
  const keyOf = (secret: string): Bytes => fromBase64(secret.slice(PREFIX.length))
  return { seconds: Number(time), signed: joined(`${id}.${time}.`, body), signatures, keyOf }
}

/** The platform compares in constant time. */
async function isGenuine({ signed, signatures, keyOf }: Claim, secret: string): Promise<boolean> {
  const bytes = keyOf(secret)
  if (bytes.length === 0) return false
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const judged = await Promise.all(signatures.map(signature => crypto.subtle.verify('HMAC', key, signature, signed)))
  return judged.includes(true)
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? ''
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return [found ?? ''].flat().join(',')
}

/** By what it can do: the platform and libraries have classes of their own for it. */
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function'

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text) as Bytes

function joined(text: string, body: Uint8Array): Bytes {
  const head = bytesOf(text)
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}

/** What is no hexadecimal becomes no bytes, which match nothing. */
const fromHex = (text: string): Bytes =>
  /^([0-9a-f]{2})*$/.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
    : new Uint8Array()

/** What is no base64 becomes no bytes, which match nothing. */
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
