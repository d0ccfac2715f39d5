/** What the answer of a provider's HTTP API, or the lack of one, means for a message. */
import type { Account } from '../../account-settings.ts'
import { oneLine } from '../../outgoing/answer-text.ts'
import { type Network, NoAnswer, type OutgoingRequest, type OutgoingResponse } from '../../outgoing/request.ts'
import type { Provider, SendResult } from './provider.ts'

/** An attempt that the provider has not confirmed to have taken. */
type NotTaken = Exclude<SendResult, { taken: true }>

/** The message was surely not taken, and will not be. */
export const refused = (detail: string, code = 'refused'): NotTaken => ({
  taken: false,
  kind: 'permanent',
  code,
  detail: oneLine(detail),
})

/** Nobody can tell whether the message was taken. */
export const unknown = (detail: string): NotTaken => ({
  taken: false,
  kind: 'unknown',
  code: 'unknown_outcome',
  detail: oneLine(detail),
})

/** Surely not taken; a later try may succeed. */
export const passing = (detail: string, code = 'provider_unavailable', retryAfter?: number): NotTaken => ({
  taken: false,
  kind: 'passing',
  code,
  detail: oneLine(detail),
  ...(retryAfter !== undefined && { retryAfter }),
})

/** An exception while sending. @throws what is no fault of the network */
export function unanswered(error: unknown): NotTaken {
  if (!(error instanceof NoAnswer)) throw error
  return error.mayHaveArrived ? unknown(error.message) : passing(error.message)
}

/**
 * Sends a request to a provider and has its answer judged. What the provider repeats of the account's secrets is taken
 * out before anybody sees it: Meta, for one, quotes an access token that it does not like.
 */
export async function exchange(
  { settings, network, account }: { settings: Provider['settings']; network: Network; account: Account },
  request: OutgoingRequest,
  judge: (answer: OutgoingResponse) => SendResult,
): Promise<SendResult> {
  let answer: OutgoingResponse
  try {
    answer = await network.request(request)
  } catch (error) {
    return unanswered(error)
  }
  const secrets = Object.keys(settings).flatMap(name => (settings[name]?.secret && account.values[name]) || [])
  const text = secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), answer.text)
  return judge({ ...answer, text })
}

/** Whether the provider says that it did what was asked. */
export const isSuccess = ({ status }: OutgoingResponse): boolean => status >= 200 && status < 300

/**
 * What an answer that is no success means, by its status. A 5xx other than 503 may come from behind the point where the
 * message was taken, so its outcome is unknown.
 * @param detail what the provider said, in its own words
 */
export function refusal({ status, headers }: OutgoingResponse, detail: string): NotTaken {
  const said = `${status}${detail === '' ? '' : ` ${detail}`}`
  if (status === 429) return passing(said, 'rate_limited', seconds(headers['retry-after']))
  if (status === 503) return passing(said, 'provider_unavailable', seconds(headers['retry-after']))
  if (status === 401 || status === 403) return refused(said, 'provider_login')
  if (status >= 500 || status < 400) return unknown(said)
  return refused(said)
}

const seconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined
