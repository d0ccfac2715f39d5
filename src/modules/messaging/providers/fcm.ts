/** Notifications to apps by Firebase Cloud Messaging, HTTP v1. */

import { jsonOf, oneLine } from '../../../outgoing/answer-text.ts'
import type { Network, OutgoingResponse } from '../../../outgoing/request.ts'
import { passing, refusal, refused, unanswered, unknown } from '../answers.ts'
import type { Outbound, Provider, SendResult } from '../provider.ts'
import { accessToken, dropToken, readServiceAccount, type ServiceAccount } from './google-access.ts'

// What Firebase asks to wait after a 429 that names no time: firebase.google.com/docs/cloud-messaging/scale-fcm.
const PAUSE_SECONDS = '60'

/** Google's push service for apps on Android and iOS. */
export const fcm: Provider = {
  name: 'fcm',
  title: 'Firebase Cloud Messaging',
  channels: ['push'],
  settings: {
    service_account: {
      title: 'Service account key',
      label: 'Key of a service account, the whole JSON file (Firebase console, Project settings, Service accounts)',
      secret: true,
      required: true,
      check: value => {
        const account = readServiceAccount(value)
        return typeof account === 'string' ? account : undefined
      },
    },
  },
  // 600,000 messages a minute for a project: firebase.google.com/docs/cloud-messaging/throttling-and-quotas. How many
  // requests there may be at once is not said; 50 keep this machine from opening thousands of connections.
  rate: { perSecond: 10_000, atOnce: 50 },
  async send(message, { values }, network) {
    const account = readServiceAccount(values.service_account ?? '')
    if (typeof account === 'string') return refused(account, 'provider_login')
    return attempt(message, account, network, { deadline: Date.now() + message.timeout, again: true })
  },
}

/** @param options `deadline`: milliseconds since 1970; `again`: whether a token that is refused may be replaced */
async function attempt(
  message: Outbound,
  account: ServiceAccount,
  network: Network,
  { deadline, again }: { deadline: number; again: boolean },
): Promise<SendResult> {
  const token = await accessToken(account, network, deadline - Date.now())
  if (typeof token !== 'string') return token
  const timeout = deadline - Date.now()
  if (timeout <= 0) return passing('The access token came too late.')
  try {
    const answer = await network.request(requestFor(message, account, token, timeout))
    const refusedToken = answer.status === 401 && errorOf(answer).code !== 'THIRD_PARTY_AUTH_ERROR'
    if (!refusedToken) return meaning(answer)
    await dropToken(account, token)
    return again ? await attempt(message, account, network, { deadline, again: false }) : meaning(answer)
  } catch (error) {
    return unanswered(error)
  }
}

const requestFor = (
  { church, to, subject, body }: Outbound,
  { project_id }: ServiceAccount,
  token: string,
  timeout: number,
) => ({
  method: 'POST' as const,
  url: `https://fcm.googleapis.com/v1/projects/${encodeURIComponent(project_id)}/messages:send`,
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ message: { token: to, notification: { title: subject ?? church.name, body } } }),
  timeout,
})

interface FcmError {
  /** Firebase's own code (firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode), more exact than the status. */
  code: string
  /** The fields of the request that were wrong. */
  fields: unknown[]
  text: string
}

const fieldsOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function errorOf({ text }: OutgoingResponse): FcmError {
  const { message, details } = fieldsOf(jsonOf(text)?.error)
  const parts = listOf(details).map(fieldsOf)
  return {
    code: String(parts.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? ''),
    fields: parts.flatMap(({ fieldViolations }) => listOf(fieldViolations)).map(violation => fieldsOf(violation).field),
    text: typeof message === 'string' ? message : '',
  }
}

function meaning(answer: OutgoingResponse): SendResult {
  const { status, text, headers } = answer
  if (status >= 200 && status < 300) {
    const { name } = jsonOf(text) ?? {}
    return typeof name === 'string' && name !== ''
      ? { taken: true, provider_id: name }
      : unknown(`${status}, but without the name of a message.`)
  }
  const error = errorOf(answer)
  const detail = `${error.code} ${error.text}`.trim()
  if (status === 429 || error.code === 'QUOTA_EXCEEDED') {
    return refusal({ ...answer, status: 429, headers: { 'retry-after': PAUSE_SECONDS, ...headers } }, detail)
  }
  switch (error.code) {
    case 'UNREGISTERED':
      return { taken: false, kind: 'permanent', code: 'invalid_address', detail: oneLine(detail), gone: true }
    case 'INVALID_ARGUMENT':
      return refused(detail, error.fields.includes('message.token') ? 'invalid_address' : 'refused')
    case 'SENDER_ID_MISMATCH':
      return refused(detail)
    case 'THIRD_PARTY_AUTH_ERROR':
      return refused(detail, 'provider_login')
    case 'UNAVAILABLE':
      return refusal({ ...answer, status: 503 }, detail)
    case 'INTERNAL':
      return unknown(detail)
    default:
      return refusal(answer, detail)
  }
}
