/** WhatsApp by Meta's Cloud API: text messages. What it calls back is read in whatsapp-callback.ts. */

import { jsonOf, objectOf, objectsOf, textOf } from '../../../outgoing/answer-text.ts'
import type { OutgoingResponse } from '../../../outgoing/request.ts'
import { msg } from '../../../texts/language.ts'
import { exchange, isSuccess, passing, refusal, refused, unknown } from '../answers.ts'
import type { Provider, SendResult } from '../provider.ts'
import { checkForm, checkSecret } from '../setting.ts'
import { answerChallenge, happeningsOf, verifyCall } from './whatsapp-callback.ts'
import { describeError, WINDOW_CLOSED } from './whatsapp-error.ts'

// Out since February 2026; Meta serves a version for two years at least, and a later one in its place then.
const ORIGIN = 'https://graph.facebook.com'
const VERSION = 'v25.0'

/** Meta's error codes (developers.facebook.com, WhatsApp, Error codes); those that are not here go by the status. */
const REFUSED = new Map<unknown, string>([
  [131026, 'invalid_address'], // Undeliverable: no WhatsApp there, or one that is too old.
  [131021, 'invalid_address'], // The recipient is the sender.
  [WINDOW_CLOSED, 'window_closed'],
  [131050, 'opted_out'], // The recipient wants no marketing from this sender.
  [0, 'provider_login'], // The user behind the token could not be authenticated.
  [3, 'provider_login'], // The token may not do this.
  [10, 'provider_login'], // A permission is missing or was withdrawn.
  [190, 'provider_login'], // The token has expired or was withdrawn.
  [131005, 'provider_login'], // A permission is missing or was withdrawn.
])

/** Too fast for the app, for the account, for the number, for this recipient; too much that was marked as spam. */
const LIMITED = new Set<unknown>([4, 80007, 130429, 131056, 131048])

/** Down or overloaded, a service unavailable, the account in maintenance: not taken, and asked to come again. */
const UNAVAILABLE = new Set<unknown>([2, 131016, 131057])

/** "Unknown error": whether before or after the message was taken is not told. */
const UNKNOWN = new Set<unknown>([1, 131000])

const isPermission = (code: unknown): boolean => typeof code === 'number' && code >= 200 && code < 300

function judge(answer: OutgoingResponse): SendResult {
  const body = jsonOf(answer.text)
  if (isSuccess(answer)) {
    const id = textOf(objectsOf(body?.messages)[0]?.id)
    return id === undefined ? unknown(`${answer.status} without a message id`) : { taken: true, provider_id: id }
  }
  const error = objectOf(body?.error)
  const said = error === undefined ? '' : describeError(error)
  const code = isPermission(error?.code) ? 'provider_login' : REFUSED.get(error?.code)
  if (code !== undefined) return refused(said, code)
  if (UNKNOWN.has(error?.code)) return unknown(said)
  const plain = refusal(answer, said)
  if (LIMITED.has(error?.code)) return passing(said, 'rate_limited', plain.retryAfter)
  return UNAVAILABLE.has(error?.code) ? passing(said, 'provider_unavailable', plain.retryAfter) : plain
}

export const whatsapp: Provider = {
  name: 'whatsapp',
  title: 'WhatsApp (Meta Cloud API)',
  channels: ['whatsapp'],
  settings: {
    phone_number_id: {
      title: 'Phone number ID',
      label: 'Phone number ID, in the app at developers.facebook.com under WhatsApp, API Setup',
      secret: false,
      required: true,
      check: checkForm(/^\d{5,25}$/, msg('must be the ID of the phone number, digits only')),
    },
    access_token: {
      title: 'Access token',
      label: 'Access token of a system user with whatsapp_business_messaging, one that does not expire',
      secret: true,
      required: true,
      check: checkSecret,
    },
    app_secret: {
      title: 'App secret',
      label: 'App secret, in the app’s basic settings; it proves that callbacks are Meta’s',
      secret: true,
      required: true,
      check: checkSecret,
    },
    verify_token: {
      title: 'Verify token',
      label: 'Verify token: any text of your own, entered here and with the callback URL at Meta',
      secret: true,
      required: true,
      check: checkSecret,
    },
  },
  // A number sends 80 messages a second by default (Cloud API, Throughput).
  rate: { perSecond: 80, atOnce: 20 },

  async send(message, account, network) {
    const { phone_number_id = '', access_token = '' } = account.values
    const body = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      // With its plus: without, Meta may take it for a number in the sender's country.
      to: message.to,
      type: 'text',
      text: { body: message.body, preview_url: true },
    }
    const request = {
      method: 'POST' as const,
      url: `${ORIGIN}/${VERSION}/${encodeURIComponent(phone_number_id)}/messages`,
      headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      timeout: message.timeout,
    }
    return await exchange({ settings: whatsapp.settings, network, account }, request, judge)
  },

  receive(request, { values }) {
    if (request.method === 'GET') return answerChallenge(request, values.verify_token)
    verifyCall(request, values.app_secret)
    return { happenings: happeningsOf(request.body.toString('utf8'), values.phone_number_id) }
  },
}
