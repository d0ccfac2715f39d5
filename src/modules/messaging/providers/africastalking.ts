/** SMS by Africa's Talking: bulk messages, delivery reports, incoming messages and opt-outs. */
import { randomUUID } from 'node:crypto'
import { jsonOf, objectOf, objectsOf, oneLine } from '../../../outgoing/answer-text.ts'
import type { OutgoingResponse } from '../../../outgoing/request.ts'
import { formOf } from '../../../public-routes/public-route.ts'
import { msg } from '../../../texts/language.ts'
import { exchange, isSuccess, refusal, refused, unknown } from '../answers.ts'
import { withPlus } from '../number.ts'
import { type Provider, type ProviderEvent, type SendResult, Unverified } from '../provider.ts'
import { checkForm, checkSecret } from '../setting.ts'

const LIVE = 'https://api.africastalking.com'
const SANDBOX = 'https://api.sandbox.africastalking.com'

/** Processed, sent, queued (developers.africastalking.com/docs/sms/sending). */
const TAKEN = new Set<unknown>([100, 101, 102])

/** Status codes of a recipient, with their names: where no recipient is left, only the name is told. */
const REFUSED = [
  { status: 402, name: 'InvalidSenderId', code: 'refused' },
  { status: 403, name: 'InvalidPhoneNumber', code: 'invalid_address' },
  { status: 404, name: 'UnsupportedNumberType', code: 'invalid_address' },
  { status: 405, name: 'InsufficientBalance', code: 'refused' },
  { status: 406, name: 'UserInBlacklist', code: 'opted_out' },
  { status: 407, name: 'CouldNotRoute', code: 'refused' },
  { status: 409, name: 'DoNotDisturbRejection', code: 'refused' },
  { status: 502, name: 'RejectedByGateway', code: 'refused' },
] as const

/** The others may still go out: 401 RiskHold is held for now, 500 and 501 failed at a point that nobody tells. */
function judgeRecipient({ statusCode, status, messageId }: Record<string, unknown>): SendResult {
  if (TAKEN.has(statusCode)) {
    const known = typeof messageId === 'string' && messageId !== '' && messageId !== 'None'
    return { taken: true, provider_id: known ? messageId : null }
  }
  const said = `${statusCode} ${status}`
  const known = REFUSED.find(one => one.status === statusCode)
  return known === undefined ? unknown(said) : refused(said, known.code)
}

function judge(answer: OutgoingResponse): SendResult {
  const data = objectOf(jsonOf(answer.text)?.SMSMessageData)
  const [recipient] = objectsOf(data?.Recipients)
  // A refusal for the time of day comes with status 409 and the same body.
  if (recipient !== undefined) return judgeRecipient(recipient)
  if (!isSuccess(answer)) return refusal(answer, oneLine(answer.text))
  if (!Array.isArray(data?.Recipients) || data.Recipients.length > 0) {
    return unknown(`${answer.status} without a recipient`)
  }
  // An empty list says that nobody was sent to, and the message why.
  const said = String(data.Message)
  return refused(said, REFUSED.find(one => said.includes(one.name))?.code)
}

/** States of a delivery report that are final; Sent, Submitted and Buffered come before. */
const FAILED = new Set<string | null>(['Failed', 'Rejected', 'AbsentSubscriber', 'Expired'])

function receiptOf(form: URLSearchParams, provider_id: string): ProviderEvent[] {
  const status = form.get('status')
  if (status === 'Success') return [{ kind: 'receipt', provider_id, status: 'delivered' }]
  if (!FAILED.has(status)) return []
  const error = [status, form.get('failureReason')].filter(Boolean).join(': ')
  return [{ kind: 'receipt', provider_id, status: 'failed', error }]
}

function happeningsOf(form: URLSearchParams): ProviderEvent[] {
  const [id, from, number] = [form.get('id'), form.get('from'), form.get('phoneNumber')]
  if (id !== null && form.has('status')) return receiptOf(form, id)
  if (id !== null && from !== null) {
    const [to, body] = [form.get('to') ?? '', form.get('text') ?? '']
    return [{ kind: 'inbound', provider_id: id, from: withPlus(from), to, body }]
  }
  const sender = form.get('senderId')
  if (sender === null || number === null) return []
  // An opt-out has no id. It gets a new one each time: who opts out, in, and out again must not be taken for a repeat.
  const provider_id = `optout-${randomUUID()}`
  return [{ kind: 'inbound', provider_id, from: withPlus(number), to: sender, body: 'STOP', confirmed: true }]
}

export const africastalking: Provider = {
  name: 'africastalking',
  title: 'Africa’s Talking',
  channels: ['sms'],
  settings: {
    username: {
      title: 'Username',
      label: 'Username of the app; `sandbox` for trying out',
      secret: false,
      required: true,
      check: checkForm(/^[\w.-]{1,100}$/, msg('must be the username of an app at Africa’s Talking')),
    },
    api_key: {
      title: 'API key',
      label: 'API key, in the settings of the app',
      secret: true,
      required: true,
      check: checkSecret,
    },
    from: {
      title: 'Sender',
      label: 'Sender: a registered sender ID or short code; without it, messages come from AFRICASTKNG',
      secret: false,
      required: false,
      check: checkForm(/^[\w .&+-]{1,20}$/, msg('must be a sender ID or short code of at most 20 characters')),
    },
  },
  // No limit is documented but that there is one (status 429), so this is careful.
  rate: { perSecond: 10, atOnce: 5 },

  async send(message, account, network) {
    const { username = '', api_key = '', from } = account.values
    const form = new URLSearchParams({ username, to: message.to, message: message.body, ...(from && { from }) })
    const request = {
      method: 'POST' as const,
      url: `${username === 'sandbox' ? SANDBOX : LIVE}/version1/messaging`,
      headers: { apiKey: api_key, 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: form.toString(),
      timeout: message.timeout,
    }
    return await exchange({ settings: africastalking.settings, network, account }, request, judge)
  },

  // Africa's Talking signs nothing. What tells a callback from a forged one is the secret in its address, which the
  // church enters in the dashboard of Africa's Talking; it is checked before anything comes here.
  receive(request) {
    if (request.method !== 'POST') throw new Unverified('Africa’s Talking calls with POST.')
    return { happenings: happeningsOf(formOf(request)) }
  },
}
