/** The message log (spec, Message; Messages). Sending is in `send-message.ts`. */

import { raw, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { view } from '../../resource/action.ts'
import { belongingTo, changedSince, described, oneOf, tallied, word } from '../../resource/filter.ts'
import { Json } from '../../resource/json.ts'
import { findOne } from '../../resource/list.ts'
import { type RecordOf, resource } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { CHANNELS, messageFields, SETTLED_ONLY, STATUSES } from './fields.ts'
import { sendMessage } from './send-message.ts'

export const messages = resource({
  name: 'messages',
  explained: {
    says: 'Every message that was sent, by SMS, e-mail or WhatsApp, and whether it arrived. To write one, choose “Write a message”.',
    chapter: 'writing-to-people#did-it-arrive',
  },
  words: { one: 'message', many: 'messages', add: 'Write a message', added: 'Sent messages' },
  addedAt: '/messages/new',
  may: { read: STAFF, write: STAFF },
  icon: 'message',
  singular: 'Message',
  limitTo: 'branch_id',
  shown: SETTLED_ONLY,
  fields: messageFields,
  list: {
    filters: {
      channel: described(
        'One channel',
        oneOf(CHANNELS, channel => sql`channel = ${channel}`),
      ),
      status: tallied(
        described(
          'One state',
          oneOf(STATUSES, status => sql`status = ${raw(`'${status}'`)}`),
        ),
      ),
      person_id: described('One recipient', belongingTo('people', 'person_id')),
      source: described(
        'Where the message came from, for example api, followup',
        word(source => sql`source = ${source}`),
      ),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    tallies: true,
    doc: 'The message log: what was sent, by whichever way, and what became of it',
  },
  create: sendMessage,
})

/** One message: the API has none alone. */
export const message = view({
  name: 'message',
  may: within(STAFF),
  fields: { id: field.ref('messages').required() },
  async run({ read }, caller, { id }) {
    const row = await findOne(read, messages, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    return new Json<RecordOf<typeof messageFields>>(messages.alone.print(row))
  },
})
