/** The headers of a webhook request: those of the spec (Events, Request headers) and those of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 24

/** A new signing secret: one string that serves both recipes (decisions, Webhooks, Standard Webhooks). */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

const isSecret = (text: string): boolean => text.startsWith(PREFIX) && text.length > PREFIX.length

/** What is signed and sent. */
export interface Message {
  /** Id of the attempt, as the log shows it. */
  attempt: string
  event_id: string
  event: string
  body: string
}

/**
 * The headers of one attempt.
 * @param secrets the current one first, then the one before while it is still valid
 * @param seconds the moment of sending, in whole seconds since 1970
 * @throws Error where a secret is none: anybody could sign with an empty one
 */
export function headersOf(message: Message, secrets: readonly string[], seconds: number): Record<string, string> {
  const { event_id, body } = message
  const [current] = secrets
  if (current === undefined || !secrets.every(isSecret)) throw new Error('A webhook cannot be signed without a secret.')
  return {
    ...sentHeaders(message),
    // Exactly one v1: a receiver that follows the spec's recipe may take the first of several, or the last.
    'X-Service-Signature': `t=${seconds},v1=${createHmac('sha256', current).update(`${seconds}.${body}`).digest('hex')}`,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map(secret => standardSignature(secret, event_id, seconds, body)).join(' '),
  }
}

/** Those of them that say nothing of the moment of sending, so that the log can show them. */
export const sentHeaders = ({ attempt, event, event_id }: Omit<Message, 'body'>): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'Sexton-Webhooks/1',
  'X-Service-Event': event,
  'X-Service-Event-Id': event_id,
  'X-Service-Delivery': attempt,
  'webhook-id': event_id,
})

/** Standard Webhooks 1.0: the key is what follows `whsec_`, decoded, and the id is signed, too. */
function standardSignature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}
