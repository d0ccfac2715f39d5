/** SMS by Termii: single messages, delivery reports and incoming messages. */
import { createHmac } from 'node:crypto'
import { isSame } from '../../../lib/same-text.ts'
import { jsonOf, objectsOf, textOf } from '../../../outgoing/answer-text.ts'
import type { OutgoingResponse } from '../../../outgoing/request.ts'
import type { PublicRequest } from '../../../public-routes/public-route.ts'
import { msg } from '../../../texts/language.ts'
import { exchange, isSuccess, refusal, refused, unknown } from '../answers.ts'
import { withoutPlus, withPlus } from '../number.ts'
import { type Provider, type ProviderEvent, type SendResult, Unverified } from '../provider.ts'
import { checkForm, checkSecret } from '../setting.ts'

const DEFAULT_URL = 'https://v3.api.termii.com'
const DEFAULT_CHANNEL = 'generic'

/** Termii has no error codes for it, only words; those about a sender may speak of a number, too. */
const ABOUT_NUMBER =
  /^(?!.*sender).*(invalid\s+(phone|recip|destination|mobile|number)|number\W+(is\s+)?(invalid|not valid))/i

/** The key goes there, so it must be Termii's: https, one of its hosts, and nothing after. */
const checkUrl = checkForm(
  /^https:\/\/([a-z\d-]+\.)*termii\.com\/?$/,
  msg('must be the base URL from the Termii dashboard: https, on a host of termii.com, without a path'),
)

/** Ids have more digits than a number holds; one that came as a number would be another. */
const idOf = (body: Record<string, unknown>): string | undefined =>
  textOf(body.message_id_str) ?? textOf(body.message_id)

function judge(answer: OutgoingResponse): SendResult {
  const body = jsonOf(answer.text)
  // Wrong fields come as a list of issues.
  const said = textOf(body?.message) ?? textOf(objectsOf(body?.message)[0]?.issue) ?? ''
  const denied = body?.code === 'error' || body?.status === 'error'
  if (isSuccess(answer) && !denied) {
    const id = body === undefined ? undefined : idOf(body)
    // Older accounts get no code with it.
    if (id === undefined || (body?.code ?? 'ok') !== 'ok')
      return unknown(`${answer.status} without a message id ${said}`)
    return { taken: true, provider_id: id }
  }
  if (answer.status < 500 && ABOUT_NUMBER.test(said)) return refused(said, 'invalid_address')
  return isSuccess(answer) ? refused(said) : refusal(answer, said)
}

function verify({ headers, body }: PublicRequest, key: string | undefined): void {
  const sent = headers['x-termii-signature']?.toLowerCase()
  if (key && isSame(sent, createHmac('sha512', key).update(body).digest('hex'))) return
  throw new Unverified('This is not signed by Termii with the secret key of the account.')
}

/** The other states of a report, such as Message Sent, come before one of these. */
const FAILED = new Set(['message failed', 'failed', 'rejected', 'expired', 'dnd active on phone number'])

function happeningsOf(body: Record<string, unknown>): ProviderEvent[] {
  const provider_id = idOf(body) ?? textOf(body.id)
  if (provider_id === undefined) return []
  const [sender, receiver] = [textOf(body.sender), textOf(body.receiver) ?? '']
  if (body.type === 'inbound') {
    if (sender === undefined) return []
    const text = textOf(body.message) ?? ''
    return [{ kind: 'inbound', provider_id, from: withPlus(sender), to: withPlus(receiver), body: text }]
  }
  const error = textOf(body.status) ?? ''
  // "DELIVERED | Message delivered to handset": the state, and the same for people.
  const status = error.split('|')[0]?.trim().toLowerCase() ?? ''
  if (status === 'delivered') return [{ kind: 'receipt', provider_id, status }]
  return FAILED.has(status) ? [{ kind: 'receipt', provider_id, status: 'failed', error }] : []
}

export const termii: Provider = {
  name: 'termii',
  title: 'Termii',
  channels: ['sms'],
  settings: {
    api_key: {
      title: 'API key',
      label: 'API key, on the Termii dashboard',
      secret: true,
      required: true,
      check: checkSecret,
    },
    from: {
      title: 'Sender ID',
      label: 'Sender ID that Termii has approved',
      secret: false,
      required: true,
      check: checkForm(/^[\w .&+-]{3,20}$/, msg('must be a sender ID of 3 to 20 characters')),
    },
    channel: {
      title: 'Route',
      label: 'Route: `generic` (not to numbers on the do-not-disturb list), or `dnd` once Termii has activated it',
      secret: false,
      required: false,
      check: checkForm(/^(generic|dnd)$/, msg('must be generic or dnd')),
    },
    api_url: {
      title: 'Base URL',
      label: 'Base URL, on the Termii dashboard',
      secret: false,
      required: false,
      check: checkUrl,
    },
    secret_key: {
      title: 'Secret key',
      label: 'Secret key, for signatures of callbacks; without it, no callback is accepted',
      secret: true,
      required: false,
      check: checkSecret,
    },
  },
  // No limit is documented but that there is one (status 429), so this is careful.
  rate: { perSecond: 10, atOnce: 5 },

  async send(message, account, network) {
    const { api_key, from, channel, api_url } = account.values
    const route = channel || DEFAULT_CHANNEL
    const body = { api_key, to: withoutPlus(message.to), from, sms: message.body, type: 'plain', channel: route }
    const request = {
      method: 'POST' as const,
      url: new URL('/api/sms/send', api_url || DEFAULT_URL).href,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      timeout: message.timeout,
    }
    return await exchange({ settings: termii.settings, network, account }, request, judge)
  },

  receive(request, { values }) {
    verify(request, values.secret_key)
    const body = jsonOf(request.body.toString('utf8'))
    return { happenings: body === undefined ? [] : happeningsOf(body) }
  },
}
