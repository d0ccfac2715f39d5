/** Google: the log-in of service accounts, and Firebase Cloud Messaging. */
import { decodeJwt } from 'jose'
import { fcm } from '../../../src/modules/messaging/providers/fcm.ts'
import { jsonOf, objectOf } from '../../../src/outgoing/answer-text.ts'
import { serviceAccount } from '../push-service.ts'
import type { ProviderCase, Refusal } from './case.ts'
import { type Answer, type Asked, json, startFake, WAIT } from './fake-http.ts'

const [own, powerless, stranger] = [serviceAccount(), serviceAccount(), serviceAccount()]
const valuesOf = (account: object): Record<string, string> => ({ service_account: JSON.stringify(account) })
const altered = (changes: object): string => JSON.stringify({ ...own, ...changes })

const TOKENS: Record<string, string> = {
  [String(own.client_email)]: 'ya29.c.own',
  [String(powerless.client_email)]: 'ya29.c.powerless',
}
const DEVICE = 'dK3xS8:APA91bHPRgkF0'

function logIn({ method, url, body }: Asked): Answer | undefined {
  if (!url.startsWith('https://oauth2.googleapis.com/')) return undefined
  if (method !== 'POST' || !url.endsWith('/token')) return { status: 404, body: '<html>' }
  const { iss = '' } = decodeJwt(new URLSearchParams(body).get('assertion') ?? '')
  const access_token = TOKENS[iss]
  return access_token === undefined
    ? json(400, { error: 'invalid_grant', error_description: 'Invalid grant: account not found' })
    : json(200, { access_token, expires_in: 3599, token_type: 'Bearer' })
}

interface Failure {
  message: string
  status: string
  /** Firebase's own code. */
  code?: string
  /** The field that is wrong. */
  field?: string
  headers?: Record<string, string>
}

function error(http: number, { message, status, code, field, headers }: Failure): Answer {
  const details = [
    code && { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code },
    field && { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] },
  ].filter(Boolean)
  return json(http, { error: { code: http, message, status, details } }, headers)
}

const BAD_TOKEN = 'The registration token is not a valid FCM registration token'
const REFUSED: Record<string, Answer> = {
  gone: error(404, { message: 'Requested entity was not found.', status: 'NOT_FOUND', code: 'UNREGISTERED' }),
  none: error(400, {
    message: BAD_TOKEN,
    status: 'INVALID_ARGUMENT',
    code: 'INVALID_ARGUMENT',
    field: 'message.token',
  }),
  other: error(403, { message: 'SenderId mismatch', status: 'PERMISSION_DENIED', code: 'SENDER_ID_MISMATCH' }),
  apple: error(401, {
    message: 'Auth error from APNS or Web Push Service',
    status: 'UNAUTHENTICATED',
    code: 'THIRD_PARTY_AUTH_ERROR',
  }),
}

function answer({ method, url, headers, body }: Asked): Answer {
  const path = `https://fcm.googleapis.com/v1/projects/${own.project_id}/messages:send`
  if (method !== 'POST' || url !== path) return { status: 404, body: '<html>' }
  if (headers.authorization === `Bearer ${TOKENS[String(powerless.client_email)]}`) {
    const message = `Permission 'cloudmessaging.messages.create' denied on resource`
    return error(403, { message, status: 'PERMISSION_DENIED' })
  }
  if (headers.authorization !== `Bearer ${TOKENS[String(own.client_email)]}`) {
    return error(401, { message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' })
  }
  const message = headers['content-type'] === 'application/json' ? objectOf(jsonOf(body)?.message) : undefined
  const [to, text] = [String(message?.token), objectOf(message?.notification)?.body]
  const wrong = REFUSED[to]
  if (wrong !== undefined) return wrong
  if (to !== DEVICE || typeof text !== 'string') {
    return error(400, { message: 'Invalid JSON payload received.', status: 'INVALID_ARGUMENT' })
  }
  return { ...json(200, { name: `projects/${own.project_id}/messages/0:1772355600` }), taken: { to, body: text } }
}

const refusals: [to: string, name: string, code: string, detail: RegExp, gone?: boolean][] = [
  ['gone', 'an app that was removed', 'invalid_address', /^UNREGISTERED Requested entity was not found\.$/, true],
  ['none', 'a device that is none', 'invalid_address', /^INVALID_ARGUMENT The registration token is not a valid/],
  ['other', 'a device of another project', 'refused', /^SENDER_ID_MISMATCH SenderId mismatch$/],
  [
    'apple',
    'a message that Apple does not let it send',
    'provider_login',
    /^THIRD_PARTY_AUTH_ERROR Auth error from APNS/,
  ],
]

export const FCM: ProviderCase = {
  provider: fcm,
  channel: 'push',
  values: valuesOf(own),
  wrongValues: {
    service_account: [
      '',
      '{',
      '[]',
      altered({ type: 'authorized_user' }),
      altered({ project_id: '' }),
      altered({ token_uri: 'https://evil.example/token' }),
      altered({ private_key: 'canary' }),
    ],
  },
  to: DEVICE,
  providerId: /^projects\/grace-1\/messages\/0:\d+$/,
  start: () =>
    startFake({
      answer,
      aside: logIn,
      rateLimited: error(429, {
        message: 'Quota exceeded',
        status: 'RESOURCE_EXHAUSTED',
        code: 'QUOTA_EXCEEDED',
        headers: WAIT,
      }),
      serverError: error(500, { message: 'Internal error encountered.', status: 'INTERNAL', code: 'INTERNAL' }),
      unavailable: error(503, {
        message: 'The service is currently unavailable.',
        status: 'UNAVAILABLE',
        code: 'UNAVAILABLE',
        headers: WAIT,
      }),
      garbage: { status: 200, body: '<html>' },
    }),
  refusals: [
    ...refusals.map(
      ([to, name, code, detail, gone]): Refusal => ({
        name,
        to,
        result: { taken: false, kind: 'permanent', code, ...(gone && { gone }) },
        detail,
      }),
    ),
    {
      name: 'a service account that was deleted',
      values: valuesOf(stranger),
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^No access token: 400 invalid_grant /,
    },
    {
      name: 'a service account that may not send',
      values: valuesOf(powerless),
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^403 Permission /,
    },
  ],
}
