/** What Meta calls back for a WhatsApp number. */
import { createHmac } from 'node:crypto'
import type { PublicRequest } from '../../../src/public-routes/public-route.ts'
import { type Callback, getRequest, jsonRequest } from './case.ts'

export const VALUES = {
  phone_number_id: '106540352242922',
  access_token: 'EAAJB0a1b2c3d4e5f6ZDZD',
  app_secret: '00112233445566778899aabbccddeeff',
  verify_token: 'grace-chapel-verifies',
}
export const OTHER_SECRETS = { app_secret: 'ffffffffffffffffffffffffffffffff' }
export const WAMID = 'wamid.HBgNMjM0ODAzMTIzNDU2NxUCABEYEjlBM0NBNUIzRDRDRDZFNjdFNwA='

export function sign(request: PublicRequest, values: Record<string, string>): PublicRequest {
  const signature = createHmac('sha256', values.app_secret ?? '')
    .update(request.body)
    .digest('hex')
  return { ...request, headers: { ...request.headers, 'x-hub-signature-256': `sha256=${signature}` } }
}

const change = (value: object, number = VALUES.phone_number_id, field = 'messages'): object => ({
  field,
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '1 555-078-3881', phone_number_id: number },
    ...value,
  },
})

const call = (...changes: object[]): PublicRequest =>
  sign(jsonRequest({ object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] }), VALUES)

const state = (status: string, id = WAMID, more: object = {}): object => ({
  id,
  status,
  timestamp: '1772355600',
  recipient_id: '2348031234567',
  ...more,
})

const written = (type: string, content: object, id = 'wamid.in'): object => ({
  from: '2348031234567',
  id,
  timestamp: '1772355600',
  type,
  [type]: content,
})

const inbound = (body: string, provider_id = 'wamid.in') =>
  ({ kind: 'inbound', provider_id, from: '+2348031234567', to: '+15550783881', body }) as const

const receipt = (provider_id: string) => ({ kind: 'receipt', provider_id, status: 'delivered' }) as const

const WRITTEN: [name: string, type: string, content: object, body: string][] = [
  ['a text', 'text', { body: 'Ẹ ṣé 🙏' }, 'Ẹ ṣé 🙏'],
  ['a button of a template', 'button', { text: 'I will come', payload: 'yes' }, 'I will come'],
  ['a reply button', 'interactive', { type: 'button_reply', button_reply: { id: 'y', title: 'Yes' } }, 'Yes'],
  ['a choice from a list', 'interactive', { type: 'list_reply', list_reply: { id: 'c', title: 'Choir' } }, 'Choir'],
  ['a picture', 'image', { id: '1', mime_type: 'image/jpeg' }, '[image]'],
  ['a picture with words', 'image', { id: '1', caption: 'Our baby' }, '[image] Our baby'],
  ['a place', 'location', { latitude: 6.5, longitude: 3.3 }, '[location]'],
  ['a filled form', 'interactive', { type: 'nfm_reply', nfm_reply: {} }, '[interactive]'],
]

const failure = (code: number, title: string) =>
  call(change({ statuses: [state('failed', WAMID, { errors: [{ code, title, error_data: { details: 'Why' } }] })] }))

export const WHATSAPP_CALLBACKS: Callback[] = [
  {
    name: 'Meta’s check of the address',
    request: getRequest({
      'hub.mode': 'subscribe',
      'hub.verify_token': VALUES.verify_token,
      'hub.challenge': '1158201444',
    }),
    happenings: [],
    reply: {
      status: 200,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
      body: '1158201444',
    },
  },
  { name: 'a delivery', request: call(change({ statuses: [state('delivered')] })), happenings: [receipt(WAMID)] },
  { name: 'a read message', request: call(change({ statuses: [state('read')] })), happenings: [receipt(WAMID)] },
  { name: 'a sent message', request: call(change({ statuses: [state('sent')] })), happenings: [] },
  {
    name: 'a message that failed',
    request: failure(131026, 'Message undeliverable'),
    happenings: [
      { kind: 'receipt', provider_id: WAMID, status: 'failed', error: '131026 Message undeliverable (Why)' },
    ],
  },
  {
    name: 'a window that has closed',
    request: failure(131047, 'Re-engagement message'),
    happenings: [
      {
        kind: 'receipt',
        provider_id: WAMID,
        status: 'failed',
        error:
          '131047 This person has not written to you on WhatsApp in the last 24 hours, so WhatsApp takes no free text to them.',
      },
    ],
  },
  ...WRITTEN.map(
    ([name, type, content, body]): Callback => ({
      name,
      request: call(change({ messages: [written(type, content)] })),
      happenings: [inbound(body)],
    }),
  ),
  {
    name: 'several happenings in one call, each once',
    request: call(
      change({ statuses: [state('sent'), state('delivered'), state('read'), state('read', 'wamid.other')] }),
      change({ messages: [written('text', { body: 'One' }, 'wamid.1'), written('text', { body: 'Two' }, 'wamid.2')] }),
    ),
    happenings: [receipt(WAMID), receipt('wamid.other'), inbound('One', 'wamid.1'), inbound('Two', 'wamid.2')],
  },
  {
    name: 'happenings of another number, and of other kinds',
    request: call(
      change({ statuses: [state('delivered')] }, '999999999999999'),
      change({ statuses: [state('delivered')] }, VALUES.phone_number_id, 'account_update'),
      change({ contacts: [] }),
    ),
    happenings: [],
  },
  { name: 'JSON of another form', request: sign(jsonRequest({ entry: 'none' }), VALUES), happenings: [] },
]
