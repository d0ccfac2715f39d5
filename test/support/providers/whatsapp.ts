/** Meta's WhatsApp Cloud API. What it calls back is in whatsapp-callbacks.ts. */

import { whatsapp } from '../../../src/modules/messaging/providers/whatsapp.ts'
import { jsonOf, objectOf } from '../../../src/outgoing/answer-text.ts'
import type { ProviderCase, Refusal } from './case.ts'
import { type Answer, type Asked, json, startFake, WAIT } from './fake-http.ts'
import { OTHER_SECRETS, sign, VALUES, WAMID, WHATSAPP_CALLBACKS } from './whatsapp-callbacks.ts'

const error = (status: number, code: number, message: string, details?: string, headers = {}): Answer => {
  const error_data = details && { messaging_product: 'whatsapp', details }
  return json(status, { error: { message, type: 'OAuthException', code, error_data, fbtrace_id: 'Aj' } }, headers)
}

function answer({ method, url, headers, body }: Asked): Answer {
  const token = headers.authorization?.replace('Bearer ', '')
  if (token !== VALUES.access_token) return error(401, 190, `Malformed access token ${token}`)
  const path = /^https:\/\/graph\.facebook\.com\/v\d+\.0\/(\d+)\/messages$/.exec(url)
  if (method !== 'POST' || path?.[1] !== VALUES.phone_number_id) {
    return error(400, 100, `Unsupported post request. Object with ID '${path?.[1]}' does not exist`)
  }
  const sent = headers['content-type'] === 'application/json' ? jsonOf(body) : undefined
  if (sent?.messaging_product !== 'whatsapp' || sent.recipient_type !== 'individual') {
    return error(400, 100, '(#100) The parameter messaging_product is required.')
  }
  const [to, text] = [String(sent.to), objectOf(sent.text)]
  if (sent.type !== 'text' || typeof text?.body !== 'string' || text.preview_url !== true) {
    return error(400, 131008, '(#131008) Required parameter is missing', 'Parameter text is missing.')
  }
  const wrong = REFUSED[to]
  if (wrong !== undefined) return error(...wrong)
  const said = {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to.replace('+', '') }],
    messages: [{ id: WAMID }],
  }
  return { ...json(200, said), taken: { to, body: text.body } }
}

const REFUSED: Record<string, [status: number, code: number, message: string, details?: string]> = {
  '+15550000001': [400, 131026, '(#131026) Message undeliverable', 'Message Undeliverable.'],
  '+15550000002': [400, 131047, '(#131047) Re-engagement message', 'More than 24 hours have passed'],
  '+15550000003': [400, 131056, '(#131056) (Business Account, Consumer Account) pair rate limit hit'],
  '+15550000004': [400, 80007, '(#80007) Rate limit issues'],
  '+15550000005': [400, 4, '(#4) Application request limit reached'],
  '+15550000006': [403, 368, '(#368) Temporarily blocked for policies violations'],
  '+15550000007': [500, 131000, '(#131000) Something went wrong'],
  '+15550000008': [400, 1, 'An unknown error occurred'],
  '+15550000009': [500, 131016, '(#131016) Service unavailable'],
  '+15550000010': [400, 200, '(#200) You do not have the necessary permissions'],
  '+15550000011': [400, 131031, '(#131031) Business Account locked'],
  '+15550000012': [500, 2, 'Service temporarily unavailable'],
}

const codes: [to: string, name: string, kind: 'permanent' | 'passing' | 'unknown', code: string][] = [
  ['+15550000001', 'a number without WhatsApp', 'permanent', 'invalid_address'],
  ['+15550000003', 'too much to one recipient', 'passing', 'rate_limited'],
  ['+15550000004', 'too much from the account', 'passing', 'rate_limited'],
  ['+15550000005', 'too much from the app', 'passing', 'rate_limited'],
  ['+15550000007', 'an error that nobody knows', 'unknown', 'unknown_outcome'],
  ['+15550000008', 'an error that is called unknown', 'unknown', 'unknown_outcome'],
  ['+15550000009', 'a service that is unavailable', 'passing', 'provider_unavailable'],
  ['+15550000010', 'a permission that is missing', 'permanent', 'provider_login'],
  ['+15550000011', 'an account that is locked', 'permanent', 'refused'],
  ['+15550000012', 'an API that is overloaded', 'passing', 'provider_unavailable'],
]

export const WHATSAPP: ProviderCase = {
  provider: whatsapp,
  channel: 'whatsapp',
  values: VALUES,
  wrongValues: {
    phone_number_id: ['', '+15550783881', '106540352242922/other'],
    access_token: ['', 'short'],
    app_secret: ['', 'short'],
    verify_token: ['', 'short'],
  },
  to: '+2348031234567',
  providerId: /^wamid\./,
  start: () =>
    startFake({
      answer,
      rateLimited: error(429, 130429, '(#130429) Rate limit hit', 'Message failed to send', WAIT),
      serverError: { status: 500, body: '<html>Sorry, something went wrong.</html>' },
      unavailable: error(503, 2, 'Service temporarily unavailable', undefined, WAIT),
      garbage: json(200, { messaging_product: 'whatsapp', messages: [] }),
    }),
  refusals: [
    ...codes.map(([to, name, kind, code]): Refusal => ({ name, to, result: { taken: false, kind, code } })),
    {
      name: 'somebody who has not written in the last 24 hours',
      to: '+15550000002',
      result: { taken: false, kind: 'permanent', code: 'window_closed' },
      detail: /^131047 This person has not written to you on WhatsApp in the last 24 hours/,
    },
    {
      name: 'a token that is withdrawn',
      values: { ...VALUES, access_token: 'EAAfffffffffffffffffff' },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^190 Malformed access token \[secret\]$/,
    },
    {
      name: 'a number of somebody else',
      values: { ...VALUES, phone_number_id: '999999999999999' },
      result: { taken: false, kind: 'permanent', code: 'refused' },
    },
  ],
  callbacks: {
    signature: { header: 'x-hub-signature-256', sign },
    otherSecrets: OTHER_SECRETS,
    genuine: WHATSAPP_CALLBACKS,
  },
}
