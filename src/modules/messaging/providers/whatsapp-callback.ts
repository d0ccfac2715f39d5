/** Callbacks of Meta's Cloud API: the check of the address, states of messages, and what people write. */
import { createHmac } from 'node:crypto'
import { isSame } from '../../../lib/same-text.ts'
import { jsonOf, objectOf, objectsOf, oneLine, textOf } from '../../../outgoing/answer-text.ts'
import type { PublicRequest } from '../../../public-routes/public-route.ts'
import { withPlus } from '../number.ts'
import { type ProviderEvent, type Received, Unverified } from '../provider.ts'
import { describeError } from './whatsapp-error.ts'

type Fields = Record<string, unknown>

/**
 * Answers Meta's question whether the address is ours, asked once when it is entered.
 * @throws Unverified
 */
export function answerChallenge({ search }: PublicRequest, token: string | undefined): Received {
  const challenge = search.get('hub.challenge')
  if (search.get('hub.mode') === 'subscribe' && challenge && token && isSame(search.get('hub.verify_token'), token)) {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
    return { happenings: [], reply: { status: 200, headers, body: challenge } }
  }
  throw new Unverified('The verify token is not the one of the account.')
}

/** @throws Unverified */
export function verifyCall({ headers, body }: PublicRequest, secret: string | undefined): void {
  const sent = headers['x-hub-signature-256']
  if (secret && isSame(sent, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)) return
  throw new Unverified('This is not signed by Meta with the app secret of the account.')
}

function receiptOf({ id, status, errors }: Fields): ProviderEvent[] {
  const provider_id = textOf(id)
  if (provider_id === undefined) return []
  // Who read it got it, also where the state in between was lost.
  if (status === 'delivered' || status === 'read') return [{ kind: 'receipt', provider_id, status: 'delivered' }]
  if (status !== 'failed') return []
  const [error] = objectsOf(errors)
  const said = error === undefined ? undefined : oneLine(describeError(error))
  return [{ kind: 'receipt', provider_id, status, ...(said && { error: said }) }]
}

/** What was written, or tapped; for the other types, what it was. */
function wordsOf(message: Fields): string {
  const type = textOf(message.type) ?? 'unknown'
  const content = objectOf(message[type])
  if (type === 'text') return textOf(content?.body) ?? ''
  if (type === 'button') return textOf(content?.text) ?? '[button]'
  const tapped = objectOf(content?.button_reply) ?? objectOf(content?.list_reply)
  if (type === 'interactive' && tapped !== undefined) return textOf(tapped.title) ?? '[interactive]'
  return [`[${type}]`, textOf(content?.caption)].filter(Boolean).join(' ')
}

function inboundOf(message: Fields, to: string): ProviderEvent[] {
  const [provider_id, from] = [textOf(message.id), textOf(message.from)]
  // Who hides their number behind a user name cannot be matched with anybody.
  if (provider_id === undefined || from === undefined) return []
  return [{ kind: 'inbound', provider_id, from: withPlus(from), to, body: wordsOf(message) }]
}

/** The happenings of one number: an app may have several, and Meta calls one address for all. */
export function happeningsOf(text: string, number: string | undefined): ProviderEvent[] {
  const changes = objectsOf(jsonOf(text)?.entry).flatMap(entry => objectsOf(entry.changes))
  const found = changes.flatMap(({ field, value }) => {
    const { metadata, statuses, messages } = objectOf(value) ?? {}
    const { phone_number_id, display_phone_number } = objectOf(metadata) ?? {}
    if (field !== 'messages' || phone_number_id !== number) return []
    const to = withPlus((textOf(display_phone_number) ?? '').replace(/\D/g, ''))
    const inbound = objectsOf(messages).flatMap(message => inboundOf(message, to))
    return [...objectsOf(statuses).flatMap(receiptOf), ...inbound]
  })
  // Delivered and read often come together, and both say the same here.
  return [...new Map(found.map(one => [JSON.stringify(one), one])).values()]
}
