/** Ways that messages go, and why they did not (spec, Message). */
import type { Message, MessageCreate } from '../api-types.ts'
import { everyOf } from '../formats/every-of.ts'
import { wordOf } from '../formats/words.ts'

/** A channel that can be written by. */
export type Channel = MessageCreate['channel']

/** Those that can be written by. */
export const CHANNELS = everyOf<Channel>({ sms: true, email: true, whatsapp: true, push: true })

/** What becomes of a message. */
export const STATUSES = everyOf<Message['status']>({ sent: true, delivered: true, failed: true, skipped: true })

const REASONS: Record<string, string> = {
  opted_out: 'They do not want messages on this channel.',
  no_address: 'They have no address for this channel.',
  no_provider: 'The church has no provider for this channel.',
  insufficient_units: 'The church has not enough SMS units. Nothing was charged.',
  too_long: 'With its merge tags replaced it is longer than the channel carries.',
  empty_body: 'With its merge tags replaced nothing is left of it.',
  refused: 'The provider refused it.',
  invalid_address: 'The provider says that there is no such address.',
  provider_login: "The provider does not accept the church's account. An administrator has to set it up again.",
  provider_settings: 'The settings of the provider cannot be opened. An administrator has to set them again.',
  rate_limited: 'The provider was too busy, three times.',
  provider_unavailable: 'The provider could not be reached, three times.',
  undelivered: 'The provider took it and could not deliver it.',
  timed_out: 'It was never handed over. Write again.',
  interrupted: 'The server stopped before it was handed over. Write again.',
  unknown_outcome: 'Nobody can tell whether it was taken, so it is not sent again by itself.',
}

/** Why a message was not sent, in words; after a colon stands what the provider said. */
export function reasonText(error: string): string {
  const [code = '', ...said] = error.split(':')
  const known = REASONS[code]
  if (known === undefined) return wordOf(error)
  return said.length > 0 ? `${known} (${said.join(':').trim()})` : known
}
