/** The fields of a post (decisions, Groups). */
import { sql } from '../../db/sql.ts'
import type { Input, Sent } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { GROUP_NAME } from '../groups/group-name.ts'
import { SEND_CHANNELS } from '../messaging/provider.ts'
import { nameInSight } from '../people/name-in-sight.ts'

export const AUDIENCES = ['members', 'leaders'] as const
export const POST_STATUSES = ['shown', 'taken_down'] as const

/** Longest post, in characters; what a channel carries may be less. */
export const MOST_POSTED = 5_000

/** Who wrote a post: the person in whose name it is, as far as the reader may know of them; else the user or the key. */
const AUTHOR = (visible: unknown) => sql`case when t.author_kind <> 'person' then t.author_name else
  ${nameInSight('person_id', visible)} end`

export const postFields = {
  id: field.id(),
  group_id: field.ref('groups').required().label('Group').or('group_name').example(1),
  group_name: field.text().column(GROUP_NAME).label('Group').example('Yaba cell'),
  branch_id: field.ref('branches').label('Branch').doc('That of the group'),
  author_kind: field
    .oneOf(['user', 'key', 'command_line', 'person'])
    .label('Written by')
    .doc(
      'user: somebody of the console; key: an API key; command_line; person: somebody on record, in whose name it was posted',
    ),
  person_id: field
    .ref('people')
    .nullable()
    .settable()
    .label('In the name of', 'A leader of the group, where it is not you who speaks')
    .or('author_name')
    .doc('A leader or assistant of the group in whose name it is posted; default: whoever posts it'),
  author_name: field
    .text()
    .column(AUTHOR)
    .nullable()
    .label('By')
    .example('Ngozi')
    .doc('Name of the user, of the API key or of the person; null where that is out of sight'),
  body: field
    .text(MOST_POSTED)
    .required()
    .label('Message')
    .example('We meet at seven this week.')
    .doc('The text, with the merge tags of messages; they are filled in for each who gets it'),
  audience: field
    .oneOf(AUDIENCES)
    .settable()
    .label('For', 'All members, or those who lead it')
    .doc('members; leaders: leaders and assistants alone. Default members'),
  channels: field
    .enumList(SEND_CHANNELS)
    .column('to_jsonb(t.channels)')
    .settable()
    .label('Sent by')
    .example(['email'])
    .doc('Each who can be reached by one of these gets it by that. Without any it is shown and sent to nobody'),
  recipients: field
    .integer(0)
    .label('People reached')
    .doc('People who could be reached by at least one of the channels when it was posted'),
  status: field.oneOf(POST_STATUSES).doc('shown, or taken_down'),
  taken_down_at: field.timestamp().nullable().label('when|Taken down'),
  taken_down_by: field.text(190).nullable().label('Taken down by').doc('Name of the user or API key'),
  reason: field.line(500).nullable().label('Why it was taken down'),
  created_at: field.timestamp().label('when|Posted'),
  updated_at: field.timestamp().label('Changed'),
}

export type PostInput = Input<typeof postFields>
export type PostSent = Sent<typeof postFields>

/** Prints a post as the API shows it. */
export const postPrinter = printer(postFields, true)

const { status, reason } = postFields

/** What takes a post down. */
export const postChanges = { status: status.required(), reason: reason.settable() }

export type PostChange = Input<typeof postChanges>
