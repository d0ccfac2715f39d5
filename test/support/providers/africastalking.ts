/** Africa's Talking's bulk messages, and what it calls back. */
import { africastalking } from '../../../src/modules/messaging/providers/africastalking.ts'
import { formRequest, type ProviderCase, type Refusal } from './case.ts'
import { type Answer, type Asked, json, startFake, WAIT } from './fake-http.ts'

const VALUES = { username: 'grace-chapel', api_key: `atsk_${'0a1b2c3d4e5f'.repeat(5)}`, from: 'GRACE' }
const ID = 'ATXid_a584c3fd712a00b7bce3c4b7b552ac56'

const recipients = (message: string, list: object[]): object => ({
  SMSMessageData: { Message: message, Recipients: list },
})

const refuse = (number: string, statusCode: number, status: string, http = 201): Answer =>
  json(http, recipients('Sent to 0/1 Total Cost: 0', [{ cost: '0', messageId: 'None', number, status, statusCode }]))

function answer({ method, url, headers, body }: Asked): Answer {
  const form = new URLSearchParams(headers['content-type'] === 'application/x-www-form-urlencoded' ? body : '')
  const [username, to, text] = [form.get('username'), form.get('to'), form.get('message')]
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com'
  if (headers.apikey !== VALUES.api_key) {
    return { status: 401, body: `The supplied authentication is invalid: ${headers.apikey}` }
  }
  if (method !== 'POST' || url !== `https://${host}/version1/messaging`) return { status: 404, body: 'Not Found' }
  if (headers.accept !== 'application/json') return { status: 201, body: '<AfricasTalkingResponse/>' }
  if (username === null || text === null) return { status: 400, body: 'Request is missing required form field' }
  const from = form.get('from')
  if (from !== null && from !== VALUES.from) return json(201, recipients('InvalidSenderId', []))
  if (to === null || !to.startsWith('+')) return json(201, recipients('InvalidPhoneNumber', []))
  const wrong = REFUSED[to]
  if (wrong !== undefined) return refuse(to, ...wrong)
  const taken = { cost: 'KES 0.8000', messageId: ID, messageParts: 1, number: to, status: 'Success', statusCode: 101 }
  const said = recipients('Sent to 1/1 Total Cost: KES 0.8000', [taken])
  return { ...json(201, said), taken: { to, body: text } }
}

const REFUSED: Record<string, [statusCode: number, status: string, http?: number]> = {
  '+254700000401': [401, 'RiskHold'],
  '+254700000403': [403, 'InvalidPhoneNumber'],
  '+254700000404': [404, 'UnsupportedNumberType'],
  '+254700000405': [405, 'InsufficientBalance'],
  '+254700000406': [406, 'UserInBlacklist'],
  '+254700000407': [407, 'CouldNotRoute'],
  '+234800000409': [409, 'DoNotDisturbRejection', 409],
  '+254700000500': [500, 'InternalServerError'],
  '+254700000501': [501, 'GatewayError'],
  '+254700000502': [502, 'RejectedByGateway'],
}

const codes: [to: string, name: string, kind: 'permanent' | 'unknown', code: string][] = [
  ['+254700000401', 'a message that is held for its risk', 'unknown', 'unknown_outcome'],
  ['+254700000403', 'a number that is none', 'permanent', 'invalid_address'],
  ['+254700000404', 'a number of another kind', 'permanent', 'invalid_address'],
  ['+254700000405', 'an account without money', 'permanent', 'refused'],
  ['+254700000406', 'a recipient who has opted out', 'permanent', 'opted_out'],
  ['+254700000407', 'a number without a route', 'permanent', 'refused'],
  ['+234800000409', 'the wrong time of day', 'permanent', 'refused'],
  ['+254700000500', 'an error behind the API', 'unknown', 'unknown_outcome'],
  ['+254700000501', 'an error of the gateway', 'unknown', 'unknown_outcome'],
  ['+254700000502', 'a gateway that rejects', 'permanent', 'refused'],
]

const report = (status: string, more: Record<string, string> = {}) =>
  formRequest({ id: ID, status, phoneNumber: '+254711000111', networkCode: '63902', retryCount: '0', ...more })

const failed = (error: string) => [{ kind: 'receipt', provider_id: ID, status: 'failed', error } as const]

export const AFRICASTALKING: ProviderCase = {
  provider: africastalking,
  channel: 'sms',
  values: VALUES,
  accounts: {
    'the sandbox': { ...VALUES, username: 'sandbox' },
    'no sender': { username: VALUES.username, api_key: VALUES.api_key },
  },
  wrongValues: { username: ['', 'two words'], api_key: ['', 'short'], from: ['', 'a sender whose name is too long'] },
  to: '+254711000111',
  providerId: /^ATXid_\w+$/,
  start: () =>
    startFake({
      answer,
      rateLimited: { status: 429, headers: WAIT, body: 'Too Many Requests' },
      serverError: { status: 500, body: 'Internal Server Error' },
      unavailable: { status: 503, headers: WAIT, body: 'Service Unavailable' },
      garbage: json(201, { SMSMessageData: { Message: 'Sent to 1/1' } }),
    }),
  refusals: [
    ...codes.map(([to, name, kind, code]): Refusal => {
      const detail = new RegExp(`^${REFUSED[to]?.[0]} ${REFUSED[to]?.[1]}$`)
      return { name, to, result: { taken: false, kind, code }, detail }
    }),
    {
      name: 'a number that stops the whole request',
      to: '0711000111',
      result: { taken: false, kind: 'permanent', code: 'invalid_address' },
      detail: /^InvalidPhoneNumber$/,
    },
    {
      name: 'a sender that is not registered',
      values: { ...VALUES, from: 'OTHER' },
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /^InvalidSenderId$/,
    },
    {
      name: 'a wrong API key',
      values: { ...VALUES, api_key: `atsk_${'f'.repeat(60)}` },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^401 The supplied authentication is invalid: \[secret\]$/,
    },
  ],
  callbacks: {
    genuine: [
      {
        name: 'a delivery',
        request: report('Success'),
        happenings: [{ kind: 'receipt', provider_id: ID, status: 'delivered' }],
      },
      {
        name: 'a message that failed',
        request: report('Failed', { failureReason: 'UserDoesNotExist' }),
        happenings: failed('Failed: UserDoesNotExist'),
      },
      { name: 'a message that was rejected', request: report('Rejected'), happenings: failed('Rejected') },
      { name: 'a phone that is off', request: report('AbsentSubscriber'), happenings: failed('AbsentSubscriber') },
      { name: 'a message that was dropped', request: report('Expired'), happenings: failed('Expired') },
      { name: 'a sent message', request: report('Sent'), happenings: [] },
      { name: 'a submitted message', request: report('Submitted'), happenings: [] },
      { name: 'a buffered message', request: report('Buffered'), happenings: [] },
      {
        name: 'a text to a short code',
        request: formRequest({
          linkId: 'SampleLinkId123',
          text: 'Asante & amen',
          to: '28901',
          id: 'b3f1c2',
          date: '2026-03-01 09:00:00',
          from: '+254711000111',
        }),
        happenings: [
          { kind: 'inbound', provider_id: 'b3f1c2', from: '+254711000111', to: '28901', body: 'Asante & amen' },
        ],
      },
      {
        name: 'a premium subscription',
        request: formRequest({
          phoneNumber: '+254711000111',
          shortCode: '28901',
          keyword: 'NEWS',
          updateType: 'addition',
        }),
        happenings: [],
      },
    ],
  },
}
