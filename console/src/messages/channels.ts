/** Ways that messages go, and why they did not (spec, Message). */
import type { Message, MessageCreate } from '../api-types.ts'
import { everyOf } from '../formats/every-of.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

/** A channel that can be written by. */
export type Channel = MessageCreate['channel']

/** Those that can be written by. */
export const CHANNELS = everyOf<Channel>({ sms: true, email: true, whatsapp: true, push: true })

/** What becomes of a message. */
export const STATUSES = everyOf<Message['status']>({ sent: true, delivered: true, failed: true, skipped: true })

const REASONS: Record<string, string> = {
  deceased: t('They have died.'),
  opted_out: t('They have opted out of this channel.'),
  no_address: t('They have no address for this channel.'),
  no_provider: t('The church has no provider for this channel.'),
  insufficient_units: t('The church does not have enough SMS units. Nothing was charged.'),
  too_long: t('Once filled in, the message is too long for this channel.'),
  empty_body: t('Once filled in, the message is empty.'),
  refused: t('The provider refused it.'),
  invalid_address: t('The provider says this address does not exist.'),
  provider_login: t("The provider rejected the church's account. An administrator needs to set it up again."),
  provider_settings: t("The provider's settings could not be read. An administrator needs to enter them again."),
  rate_limited: t('The provider was too busy. It was tried three times.'),
  provider_unavailable: t('The provider could not be reached. It was tried three times.'),
  undelivered: t('The provider accepted it but could not deliver it.'),
  timed_out: t('It was never sent. Please send it again.'),
  interrupted: t('The server stopped before it was sent. Please send it again.'),
  unknown_outcome: t('It may or may not have been sent, so it will not be sent again automatically.'),
}

/** Why a message was not sent, in words; after a colon stands what the provider said. */
export function reasonText(error: string): string {
  const [code = '', ...said] = error.split(':')
  const known = REASONS[code]
  if (known === undefined) return wordOf(error)
  return said.length > 0 ? `${known} (${said.join(':').trim()})` : known
}
