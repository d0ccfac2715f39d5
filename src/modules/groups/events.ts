/** What other systems are told of groups. Nothing of a group that is hidden: receivers see no more than API keys (decision 0023). */
import type { Tx } from '../../db/database.ts'
import { BY, WHO } from '../../events/named.ts'
import { record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import type { Church } from '../../resource/caller.ts'
import { object } from '../../resource/event.ts'
import type { JsonSchema } from '../../resource/field.ts'
import { recordSchema } from '../../resource/schemas.ts'
import type { Author } from '../people/history.ts'
import { KINDS } from './fields.ts'
import { ROLES_IN_GROUP } from './member-fields.ts'
import { requestFields } from './request-fields.ts'

const integer = { type: 'integer' } as const
const count = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const

export const GROUP = object({ id: integer, name: text, kind: { enum: KINDS }, branch_id: integer })

/** How somebody came to be in a group. */
export const SOURCES = ['console', 'api', 'request', 'open', 'import', 'command_line'] as const
export type Source = (typeof SOURCES)[number]

const ADDED: JsonSchema = object({
  id: { ...integer, description: 'Of the membership' },
  group: GROUP,
  person: WHO,
  role: { enum: ROLES_IN_GROUP },
  joined_on: { ...text, format: 'date' },
  source: { enum: SOURCES },
  added_by: BY,
})

const BULK_ADDED: JsonSchema = object({
  group: GROUP,
  count: { ...count, description: 'How many were added' },
  already: { ...count, description: 'How many of those named were members already' },
  person_ids: { type: 'array', items: integer, description: 'Of those who were added; at most 500' },
  more: { ...count, description: 'How many were added beside those of person_ids' },
  source: { enum: SOURCES },
  added_by: BY,
})

const asked = Object.entries(recordSchema(requestFields, true).properties as Record<string, JsonSchema>)

const ASKED: JsonSchema = object({
  ...Object.fromEntries(asked.map(([name, { examples: _, ...schema }]) => [name, schema])),
  group: object({ id: integer, name: text, kind: { enum: KINDS } }),
})

/** One person became active in a group. */
export const memberAdded = specified('groups.member_added', ADDED)
/** Two or more did, by one act: in the place of an event of each. */
export const membersBulkAdded = specified('groups.members_bulk_added', BULK_ADDED)
/** A request became pending. */
export const joinRequested = specified('groups.join_requested', ASKED)

/** A group as its events name it. */
export interface ToldGroup {
  id: number
  name: string
  kind: string
  branch_id: number
  /** It, or one above it, is confidential. */
  hidden: boolean
}

const shown = ({ id, name, kind, branch_id }: ToldGroup) => ({ id, name, kind, branch_id })

/** Somebody who was added. */
export interface AddedMember {
  id: number
  person_id: number
  full_name: string
  role: string
  joined_on: string
}

/** How they were added. */
export interface Adding {
  source: Source
  by: Author
}

/** People of one event that are named by their ids. */
const MOST_NAMED = 500

/** Tells that people were added to a group: of one with their name, of several with their ids. */
export async function tellAdded(
  tx: Tx,
  church: Church,
  group: ToldGroup,
  added: readonly AddedMember[],
  { source, by: added_by, already, bulk }: Adding & { already: number; bulk: boolean },
): Promise<void> {
  const [first] = added
  if (first === undefined || group.hidden) return
  if (added.length === 1 && !bulk) {
    const { id, person_id, full_name, role, joined_on } = first
    const person = { id: person_id, full_name }
    const data = { id, group: shown(group), person, role, joined_on, source, added_by }
    await record(tx, church, memberAdded, JSON.stringify(data))
    return
  }
  const person_ids = added.slice(0, MOST_NAMED).map(({ person_id }) => person_id)
  const more = added.length - person_ids.length
  const data = { group: shown(group), count: added.length, already, person_ids, more, source, added_by }
  await record(tx, church, membersBulkAdded, JSON.stringify(data))
}

/** Tells that somebody asks to join. @param printed the request as the API shows it */
export async function tellAsked(tx: Tx, church: Church, group: ToldGroup, printed: string): Promise<void> {
  if (group.hidden) return
  const { id, name, kind } = group
  await record(tx, church, joinRequested, `${printed.slice(0, -1)},"group":${JSON.stringify({ id, name, kind })}}`)
}
