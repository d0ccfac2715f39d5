/** Twilio's Messages resource, and what it calls back. */
import { createHmac } from 'node:crypto'
import { twilio } from '../../../src/modules/messaging/providers/twilio.ts'
import type { PublicRequest } from '../../../src/public-routes/public-route.ts'
import { CALLBACK_URL, formRequest, type ProviderCase } from './case.ts'
import { type Answer, type Asked, json, startFake, WAIT } from './fake-http.ts'

const SID = `AC${'0a1b2c3d'.repeat(4)}`
const MESSAGE_SID = `SM${'9f8e7d6c'.repeat(4)}`
const SERVICE = `MG${'5a5b5c5d'.repeat(4)}`
const VALUES = { account_sid: SID, auth_token: '4e1d8a09b6c3f7524e1d8a09b6c3f752', from: '+15005550006' }

const error = (status: number, code: number, message: string, headers = {}): Answer =>
  json(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, headers)

function answer({ method, url, headers, body }: Asked): Answer {
  const path = /^https:\/\/api\.twilio\.com\/2010-04-01\/Accounts\/(AC\w+)\/Messages\.json$/.exec(url)
  if (method !== 'POST' || path === null) {
    return error(404, 20404, `The requested resource ${url} was not found`)
  }
  const login = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
  if (login !== `${path[1]}:${VALUES.auth_token}`) return error(401, 20003, `Authenticate ${login.split(':')[1]}`)
  if (path[1] !== SID) return error(404, 20404, `The requested resource /2010-04-01/Accounts/${path[1]} was not found`)
  const form = new URLSearchParams(headers['content-type'] === 'application/x-www-form-urlencoded' ? body : '')
  const [to, text, from] = [form.get('To'), form.get('Body'), form.get('From')]
  if (to === null) return error(400, 21604, "A 'To' phone number is required.")
  if (text === null) return error(400, 21602, 'Message body is required.')
  if (from === null && form.get('MessagingServiceSid') !== SERVICE) {
    return error(400, 21603, "A 'From' phone number is required.")
  }
  if (from?.startsWith('MG')) return error(400, 21212, `Invalid From Number (caller ID): ${from}`)
  if (form.get('StatusCallback') !== CALLBACK_URL) return error(400, 21609, 'The StatusCallback URL is not valid.')
  const wrong = REFUSED[to]
  if (wrong !== undefined) return wrong
  // Cut down to what a test can tell apart; the real one has some twenty fields.
  return { ...json(201, { sid: MESSAGE_SID, status: 'queued', to, body: text }), taken: { to, body: text } }
}

// The first ones are Twilio's own magic numbers for tests.
const REFUSED: Record<string, Answer> = {
  '+15005550001': error(400, 21211, "Invalid 'To' Phone Number: +1500555XXXX"),
  '+15005550009': error(400, 21614, "'To' number is not a valid mobile number"),
  '+15005550004': error(400, 21610, 'Attempt to send to unsubscribed recipient'),
  '+15005550003': error(400, 21408, 'Permission to send an SMS has not been enabled for the region'),
  '+15005550008': error(400, 21611, "This 'From' number has exceeded the maximum number of queued messages"),
}

function sign(request: PublicRequest, values: Record<string, string>): PublicRequest {
  const fields = [...new URLSearchParams(request.body.toString())].map(([name, value]) => name + value)
  const signed = request.url + fields.sort().join('')
  const signature = createHmac('sha1', values.auth_token ?? '')
    .update(signed)
    .digest('base64')
  return { ...request, headers: { ...request.headers, 'x-twilio-signature': signature } }
}

const genuine = (fields: Record<string, string>): PublicRequest =>
  sign(formRequest({ AccountSid: SID, ApiVersion: '2010-04-01', MessageSid: MESSAGE_SID, ...fields }), VALUES)

const state = (status: string, more: Record<string, string> = {}): PublicRequest =>
  genuine({ SmsStatus: status, MessageStatus: status, To: '+2348031234567', From: VALUES.from, ...more })

const written = (fields: Record<string, string>): PublicRequest =>
  genuine({ SmsStatus: 'received', From: '+2348031234567', To: VALUES.from, NumMedia: '0', ...fields })

const NO_REPLY = {
  status: 200,
  headers: { 'Content-Type': 'text/xml; charset=utf-8' },
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
}

const inbound = { kind: 'inbound', provider_id: MESSAGE_SID, from: '+2348031234567', to: VALUES.from } as const

export const TWILIO: ProviderCase = {
  provider: twilio,
  channel: 'sms',
  values: VALUES,
  accounts: { 'a messaging service': { ...VALUES, from: SERVICE }, 'a name': { ...VALUES, from: 'Grace Ch' } },
  wrongValues: {
    account_sid: ['', 'AC123', `SK${'0a1b2c3d'.repeat(4)}`, `${SID}/Calls`],
    auth_token: ['', 'short', 'with a space in it', 'line\nbreak-in-it'],
    from: ['', '08031234567', '12345', 'A name too long', `${SERVICE}0`],
  },
  to: '+2348031234567',
  providerId: /^SM[0-9a-f]{32}$/,
  start: () =>
    startFake({
      answer,
      rateLimited: error(429, 20429, 'Too Many Requests', WAIT),
      serverError: error(500, 20500, 'Internal Server Error'),
      unavailable: error(503, 20503, 'Service Unavailable', WAIT),
      garbage: { status: 200, body: '<html>It works!</html>' },
    }),
  refusals: [
    {
      name: 'a region that is not enabled',
      to: '+15005550003',
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /^400 21408 Permission to send/,
    },
    {
      name: 'a number that is none',
      to: '+15005550001',
      result: { taken: false, kind: 'permanent', code: 'invalid_address' },
      detail: /^21211 Invalid 'To' Phone Number/,
    },
    {
      name: 'a number that is no mobile',
      to: '+15005550009',
      result: { taken: false, kind: 'permanent', code: 'invalid_address' },
    },
    {
      name: 'a recipient who has opted out',
      to: '+15005550004',
      result: { taken: false, kind: 'permanent', code: 'opted_out' },
    },
    {
      name: 'a sender whose queue is full',
      to: '+15005550008',
      result: { taken: false, kind: 'passing', code: 'rate_limited' },
    },
    {
      name: 'a wrong auth token',
      values: { ...VALUES, auth_token: 'ffffffffffffffffffffffffffffffff' },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^20003 Authenticate \[secret\]$/,
    },
    {
      name: 'an account that does not exist',
      values: { ...VALUES, account_sid: `AC${'f'.repeat(32)}` },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
    },
  ],
  callbacks: {
    signature: { header: 'x-twilio-signature', sign },
    otherSecrets: { auth_token: 'ffffffffffffffffffffffffffffffff' },
    genuine: [
      {
        name: 'a delivery',
        request: state('delivered'),
        happenings: [{ kind: 'receipt', provider_id: MESSAGE_SID, status: 'delivered' }],
      },
      {
        name: 'a message that could not be delivered',
        request: state('undelivered', { ErrorCode: '30003' }),
        happenings: [{ kind: 'receipt', provider_id: MESSAGE_SID, status: 'failed', error: 'undelivered 30003' }],
      },
      {
        name: 'a message that failed',
        request: state('failed', { ErrorCode: '30008', ErrorMessage: 'Unknown error' }),
        happenings: [
          { kind: 'receipt', provider_id: MESSAGE_SID, status: 'failed', error: 'failed 30008 Unknown error' },
        ],
      },
      { name: 'a queued message', request: state('queued'), happenings: [] },
      { name: 'a sent message', request: state('sent'), happenings: [] },
      {
        name: 'a text',
        request: written({ Body: 'Thank you & amen + 🙏', ToCountry: 'US' }),
        happenings: [{ ...inbound, body: 'Thank you & amen + 🙏' }],
        reply: NO_REPLY,
      },
      {
        name: 'an opt-out that Twilio has confirmed, by a word of the church’s own',
        request: written({ Body: 'Arrêt', OptOutType: 'STOP' }),
        happenings: [{ ...inbound, body: 'STOP', confirmed: true }],
        reply: NO_REPLY,
      },
      {
        name: 'a picture without words',
        request: written({ Body: '', NumMedia: '1', MediaContentType0: 'image/jpeg' }),
        happenings: [{ ...inbound, body: '[image]' }],
        reply: NO_REPLY,
      },
    ],
  },
}
