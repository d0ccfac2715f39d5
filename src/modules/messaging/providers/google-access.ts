/** Access tokens for Google's APIs, by the key of a service account (OAuth 2.0, JWT grant of RFC 7523). */
import { createHash, createPrivateKey } from 'node:crypto'
import { Lru } from '../../../lib/lru.ts'
import { jsonOf } from '../../../outgoing/answer-text.ts'
import { type Network, NoAnswer } from '../../../outgoing/request.ts'
import { msg } from '../../../texts/language.ts'
import { passing, refused } from '../answers.ts'
import type { SendResult } from '../provider.ts'

/** The fields of a service account's key that are used here. */
export interface ServiceAccount {
  project_id: string
  client_email: string
  private_key: string
  private_key_id?: string
}

/** The only place that an assertion is sent to: the file must not be able to name another. */
const TOKEN_URI = 'https://oauth2.googleapis.com/token'
/** What is said of each field that has to be in it. */
const NEEDED = {
  project_id: msg('`project_id` is missing: the whole file of the key is needed.'),
  client_email: msg('`client_email` is missing: the whole file of the key is needed.'),
  private_key: msg('`private_key` is missing: the whole file of the key is needed.'),
  token_uri: msg('`token_uri` is missing: the whole file of the key is needed.'),
}
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** A token that is about to expire might be too old when it arrives. */
const SPARE_MS = 60_000
const KEPT_ACCOUNTS = 1000

/** @returns the account, or what is wrong with the text */
export function readServiceAccount(text: string): ServiceAccount | string {
  const fields = jsonOf(text)
  if (fields === undefined)
    return msg('Not JSON. The whole file of the key is needed, from its first brace to its last.')
  if (fields.type !== 'service_account') return msg('`type` is not `service_account`: this is another kind of file.')
  const missing = Object.entries(NEEDED).find(([name]) => typeof fields[name] !== 'string' || fields[name] === '')
  if (missing !== undefined) return missing[1]
  if (fields.token_uri !== TOKEN_URI) return msg('`token_uri` is not https://oauth2.googleapis.com/token.')
  if (!isRsaKey(String(fields.private_key)))
    return msg('`private_key` is not a private RSA key of 2048 bits or more, in PEM (PKCS #8).')
  return fields as unknown as ServiceAccount
}

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    // Shorter keys may not sign (RFC 7518, 3.3).
    return pem.includes('BEGIN PRIVATE KEY') && asymmetricKeyType === 'rsa' && bits >= 2048
  } catch {
    return false
  }
}

interface Kept {
  /** The token, or why there is none. */
  asked: Promise<string | SendResult>
  /** Milliseconds since 1970; infinite while the answer is not there yet, so that everybody waits for the same one. */
  until: number
}

const kept = new Lru<string, Kept>(KEPT_ACCOUNTS)

const keyOf = ({ client_email, private_key }: ServiceAccount): string =>
  createHash('sha256').update(`${client_email}\n${private_key}`).digest('base64')

/**
 * A token for sending messages, kept in memory until a minute before it expires. Those who need one at the same time
 * share one request.
 * @param timeout milliseconds for the request, if there has to be one
 * @returns the token, or what its lack means for the message, which has surely not been sent
 */
export function accessToken(account: ServiceAccount, network: Network, timeout: number): Promise<string | SendResult> {
  const key = keyOf(account)
  const known = kept.get(key)
  if (known !== undefined && known.until > Date.now()) return known.asked
  const forget = (): void => {
    if (kept.get(key) === entry) kept.delete(key)
  }
  const settle = (got: Token | SendResult): string | SendResult => {
    if ('until' in got) {
      entry.until = got.until
      return got.text
    }
    forget()
    return got
  }
  const fail = (error: unknown): never => {
    forget()
    throw error
  }
  const asked = request(account, network, timeout).then(settle, fail)
  const entry: Kept = { asked, until: Number.POSITIVE_INFINITY }
  kept.set(key, entry)
  return asked
}

/** Forgets a token that Google no longer takes; one that has come since stays. */
export async function dropToken(account: ServiceAccount, token: string): Promise<void> {
  const key = keyOf(account)
  const known = kept.get(key)
  if (known !== undefined && (await known.asked) === token && kept.get(key) === known) kept.delete(key)
}

interface Token {
  text: string
  until: number
}

async function request(account: ServiceAccount, network: Network, timeout: number): Promise<Token | SendResult> {
  const assertion = await signed(account)
  try {
    const answer = await network.request({
      method: 'POST',
      url: TOKEN_URI,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })),
      timeout,
    })
    const { access_token, expires_in, error = '', error_description = '' } = jsonOf(answer.text) ?? {}
    if (answer.status === 200 && typeof access_token === 'string' && typeof expires_in === 'number') {
      return { text: access_token, until: Date.now() + expires_in * 1000 - SPARE_MS }
    }
    const said = `No access token: ${answer.status} ${error} ${error_description}`
    return [400, 401, 403].includes(answer.status) ? refused(said, 'provider_login') : passing(said)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    // Whether or not the request arrived, it was only for a token.
    return passing(`No access token: ${error.message}`)
  }
}

async function signed({ private_key, private_key_id, client_email }: ServiceAccount): Promise<string> {
  // Loaded by those who use it: it would hold up each start.
  const { importPKCS8, SignJWT } = await import('jose')
  return await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) })
    .setIssuer(client_email)
    .setAudience(TOKEN_URI)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(private_key, 'RS256'))
}
