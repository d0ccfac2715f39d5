/** The fields of a message (spec, Message). */
import { type Sql, sql } from '../../db/sql.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'

/** Every channel of the log (spec, Message); `voice` cannot be sent to. */
export const CHANNELS = ['sms', 'email', 'whatsapp', 'voice', 'push'] as const

/** Message states (spec, States). */
export const STATUSES = ['sent', 'delivered', 'failed', 'skipped'] as const
export type MessageStatus = (typeof STATUSES)[number]

/**
 * What is on its way is not shown yet: none of the specification's states is true of it. Nor is what was sent to members of
 * a confidential group (`removed`): the log is read by who must not know of it.
 */
export const SETTLED_ONLY: Sql = sql`status not in ('waiting', 'sending') and not removed`

export const messageFields = {
  id: field.id(),
  channel: field.oneOf(CHANNELS),
  person_id: field.ref('people').nullable().example(1),
  to: field
    .text(254)
    .column('t."to"')
    .label('recipient|To')
    .example('+2348031234567')
    .doc('Phone number or address; for push, the devices'),
  subject: field.text(200).nullable(),
  body: field.text(10_000).example('Dear Ada, see you on Sunday.').doc('As it was sent, merge tags replaced'),
  status: field.oneOf(STATUSES).tones({ sent: 'blue', delivered: 'teal', failed: 'red', skipped: 'yellow' }),
  units: field.integer(0).doc('SMS units charged'),
  error: field.text(500).nullable().doc('A code such as no_provider; after a colon, what the provider said'),
  source: field
    .text(40)
    .usual('console', 'api', 'opt_out', 'group_post', 'followup', 'reminder')
    .example('api')
    .doc('Where it came from: api, opt_out, group_post, followup, …'),
  sent_at: field.timestamp().nullable(),
  delivered_at: field.timestamp().nullable(),
  created_at: field.timestamp(),
}

/** Prints a message as the API and the events show it. */
export const messagePrinter = printer(messageFields, true)
