/** What other systems are told of posts: nothing of those in a group that is hidden (decision 0023). */
import type { Tx } from '../../db/database.ts'
import { record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { object } from '../../resource/event.ts'
import { KINDS } from '../groups/fields.ts'
import { SEND_CHANNELS } from '../messaging/provider.ts'
import { AUDIENCES } from './fields.ts'

const integer = { type: 'integer' } as const
const text = { type: 'string' } as const

/** A post was written to the members of a group. */
export const messagePosted = specified(
  'groups.message_posted',
  object({
    id: integer,
    group: object({ id: integer, name: text, kind: { enum: KINDS }, branch_id: integer }),
    author: object({
      kind: { enum: ['user', 'key', 'command_line', 'person'] },
      id: { type: ['integer', 'null'], description: 'Of the person or the API key; null for others' },
      name: { type: ['string', 'null'] },
    }),
    body: text,
    audience: { enum: AUDIENCES },
    channels: { type: 'array', items: { enum: SEND_CHANNELS }, description: 'Empty where it was shown alone' },
    recipients: { ...integer, minimum: 0, description: 'People who could be reached by at least one channel' },
    posted_at: { ...text, format: 'date-time' },
  }),
)

/** Who speaks in a post. */
export interface PostAuthor {
  kind: 'user' | 'key' | 'command_line' | 'person'
  id: number | null
  name: string | null
}

/** A post as its event tells it. */
export interface ToldPost {
  id: number
  group: { id: number; name: string; kind: string; branch_id: number; hidden: boolean }
  author: PostAuthor
  body: string
  audience: string
  channels: readonly string[]
  recipients: number
}

/** Tells that a post was written, unless its group is hidden. */
export async function tellPosted(tx: Tx, church: Church, { group, ...post }: ToldPost): Promise<void> {
  if (group.hidden) return
  const { id, name, kind, branch_id } = group
  const { author, body, audience, channels, recipients } = post
  const data = { id: post.id, group: { id, name, kind, branch_id }, author, body, audience, channels, recipients }
  await record(tx, church, messagePosted, JSON.stringify({ ...data, posted_at: printTimestamp(tx.now) }))
}
