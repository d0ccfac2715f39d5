/** Termii's messages, and what it calls back. */
import { createHmac } from 'node:crypto'
import { termii } from '../../../src/modules/messaging/providers/termii.ts'
import { jsonOf } from '../../../src/outgoing/answer-text.ts'
import type { PublicRequest } from '../../../src/public-routes/public-route.ts'
import { jsonRequest, type ProviderCase } from './case.ts'
import { type Answer, type Asked, json, startFake, WAIT } from './fake-http.ts'

const VALUES = {
  api_key: `TL${'q8W3x'.repeat(10)}`,
  from: 'GraceChapel',
  secret_key: 'tsk_0123456789abcdef0123456789abcdef',
}
const ID = '3017544054459083819856413'

const error = (status: number, message: string, headers = {}): Answer =>
  json(status, { code: status, message, status: 'error' }, headers)

function answer({ method, url, headers, body }: Asked): Answer {
  const known = /^https:\/\/(v3\.api|api\.ng)\.termii\.com\/api\/sms\/send$/.test(url)
  if (method !== 'POST' || !known) return error(404, 'Not Found')
  const sent = headers['content-type'] === 'application/json' ? jsonOf(body) : undefined
  if (sent === undefined) return json(422, { message: 'The given data was invalid.' })
  const { api_key, to, from, sms, type, channel } = sent
  if (api_key !== VALUES.api_key) return json(401, { code: 'error', message: `Invalid API key ${api_key}` })
  const missing = ['to', 'from', 'sms', 'type', 'channel'].filter(name => typeof sent[name] !== 'string')
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map(name => [name, [`The ${name} field is required.`]]))
    return json(422, { message: 'The given data was invalid.', errors })
  }
  if (type !== 'plain' || (channel !== 'generic' && channel !== 'dnd')) return error(400, 'Invalid channel')
  if (from !== VALUES.from) {
    return error(404, `ApplicationSenderId not found for applicationId: 1 and senderName: ${from}`)
  }
  if (!/^[1-9]\d{9,14}$/.test(String(to))) return error(400, 'Invalid phone number')
  if (to === '2348000000400') return json(400, { code: 400, message: [{ issue: 'Invalid phone number' }] })
  if (to === '2348000000404') return error(400, 'Country Inactive. Contact Administrator to activate country.')
  if (to === '2348000000402') return error(400, 'Insufficient balance')
  if (to === '2348000000200') return json(200, { code: 'error', message: 'DND Active on phone number' })
  const said = {
    code: 'ok',
    balance: 1047.57,
    message_id: ID,
    message_id_str: ID,
    message: 'Successfully Sent',
    user: 'Grace',
  }
  return { ...json(200, said), taken: { to: `+${to}`, body: String(sms) } }
}

function sign(request: PublicRequest, values: Record<string, string>): PublicRequest {
  const signature = createHmac('sha512', values.secret_key ?? '')
    .update(request.body)
    .digest('hex')
  return { ...request, headers: { ...request.headers, 'x-termii-signature': signature } }
}

const genuine = (fields: object): PublicRequest => sign(jsonRequest({ id: 'b0f5', message_id: ID, ...fields }), VALUES)

const report = (status: string): PublicRequest =>
  genuine({
    type: 'outbound',
    receiver: '2348031234567',
    sender: VALUES.from,
    message: 'Sunday at 9',
    sent_at: '2026-03-01 11:34:36',
    cost: '3.9',
    status,
    channel: 'generic',
  })

const failed = (error: string) => [{ kind: 'receipt', provider_id: ID, status: 'failed', error } as const]
const delivered = [{ kind: 'receipt', provider_id: ID, status: 'delivered' } as const]

export const TERMII: ProviderCase = {
  provider: termii,
  channel: 'sms',
  values: VALUES,
  accounts: {
    'another host and route': { ...VALUES, api_url: 'https://api.ng.termii.com/', channel: 'dnd' },
  },
  wrongValues: {
    api_key: ['', 'short'],
    from: ['', 'ab', 'a sender whose name is too long'],
    channel: ['', 'whatsapp', 'GENERIC'],
    api_url: [
      '',
      'http://api.ng.termii.com',
      'https://termii.com.evil.example',
      'https://eviltermii.com',
      'https://user@termii.com',
      'https://api.ng.termii.com:8443',
      'https://api.ng.termii.com/elsewhere',
    ],
    secret_key: ['', 'short'],
  },
  to: '+2348031234567',
  providerId: /^\d{25}$/,
  start: () =>
    startFake({
      answer,
      rateLimited: error(429, 'Too Many Attempts.', WAIT),
      serverError: json(500, { message: 'Server Error' }),
      unavailable: { status: 503, headers: WAIT, body: '<html>Service Unavailable</html>' },
      garbage: json(200, { code: 'ok', message: 'Successfully Sent' }),
    }),
  refusals: [
    {
      name: 'an account without money',
      to: '+2348000000402',
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /^400 Insufficient balance$/,
    },
    {
      name: 'a number that is none',
      to: '+2348000000400',
      result: { taken: false, kind: 'permanent', code: 'invalid_address' },
      detail: /^Invalid phone number$/,
    },
    {
      name: 'a country that is not activated',
      to: '+2348000000404',
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /^400 Country Inactive/,
    },
    {
      name: 'a refusal that comes with status 200',
      to: '+2348000000200',
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /^DND Active on phone number$/,
    },
    {
      name: 'a sender that is not approved',
      values: { ...VALUES, from: 'Other' },
      result: { taken: false, kind: 'permanent', code: 'refused' },
    },
    {
      name: 'a wrong API key',
      values: { ...VALUES, api_key: 'f'.repeat(52) },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^401 Invalid API key \[secret\]$/,
    },
  ],
  callbacks: {
    signature: { header: 'x-termii-signature', sign },
    otherSecrets: { secret_key: 'tsk_ffffffffffffffffffffffffffffffff' },
    genuine: [
      { name: 'a delivery', request: report('DELIVERED'), happenings: delivered },
      {
        name: 'a delivery in words',
        request: report('DELIVERED | Message delivered to handset'),
        happenings: delivered,
      },
      { name: 'a message that failed', request: report('Message Failed'), happenings: failed('Message Failed') },
      { name: 'a message that was rejected', request: report('Rejected'), happenings: failed('Rejected') },
      { name: 'a message that expired', request: report('Expired'), happenings: failed('Expired') },
      {
        name: 'a number on the do-not-disturb list',
        request: report('DND Active on Phone Number'),
        happenings: failed('DND Active on Phone Number'),
      },
      { name: 'a sent message', request: report('Message Sent'), happenings: [] },
      {
        name: 'a device that is offline',
        request: genuine({ type: 'device', status: 'disconnected' }),
        happenings: [],
      },
      {
        name: 'a text',
        request: genuine({
          type: 'inbound',
          receiver: '2347000000001',
          sender: '2348031234567',
          message: 'Ẹ ṣé & amen',
          received_at: '2026-03-01 11:40:00',
          cost: '0',
          status: 'Received',
          channel: 'generic',
        }),
        happenings: [
          { kind: 'inbound', provider_id: ID, from: '+2348031234567', to: '+2347000000001', body: 'Ẹ ṣé & amen' },
        ],
      },
    ],
  },
}
