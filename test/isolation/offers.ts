/** What of the console's actions and views can be given an id, and what the id belongs to. */

import type { Write } from '../../src/resource/resource.ts'
import { RESOURCES } from '../support/endpoints.ts'
import { ACTIONS, VIEWS } from '../support/rights.ts'
import { fullBody, referred } from './surface.ts'

type Spec = Write['fields'][string]['spec']

/** What is asked: an operation, or a view. */
export interface Offer {
  kind: 'action' | 'view'
  name: string
  fields: Write['fields']
}

export const OFFERS: readonly Offer[] = [
  ...ACTIONS.map(({ name, fields }) => ({ kind: 'action', name, fields }) as const),
  ...VIEWS.map(({ name, fields }) => ({ kind: 'view', name, fields }) as const),
]

/** Whose `id` it is, by the first word of the name, where that is neither said by the field nor a resource's own: of no resource. */
const OF_ID: Record<string, string> = {
  messages: 'message_batches',
  message_batch: 'message_batches',
  message_batch_receivers: 'message_batches',
  message_batch_receivers_file: 'message_batches',
  files: 'files',
  file: 'files',
  kept_links: 'kept_links',
  keys: 'api_keys',
  users: 'memberships',
  endpoints: 'webhook_endpoints',
  endpoint: 'webhook_endpoints',
  endpoint_health: 'webhook_endpoints',
  import_files: 'import_files',
}

/** Fields whose names do not tell. */
const OF_FIELD: Record<string, string> = {
  keep: 'people',
  remove: 'people',
  a: 'people',
  b: 'people',
  parent_id: 'branches',
  endpoint_id: 'webhook_endpoints',
  membership_id: 'memberships',
  member_id: 'group_members',
  run_id: 'statement_runs',
  assignee_membership_id: 'memberships',
  gift_ids: 'contributions',
  came_ids: 'people',
}

/** The resource or table that a field refers to; undefined for a field that refers to none. */
export function belongsTo({ name, fields }: Offer, field: string): string | undefined {
  // An invitation is not a membership.
  if (field === 'id' && name.endsWith('_invitation')) return 'invitations'
  if (field === 'id') {
    const first = /^[a-z_]+/.exec(name)?.[0] ?? ''
    return fields.id?.spec.to ?? OF_ID[first] ?? (RESOURCES.has(first) ? first : undefined)
  }
  return fields[field]?.spec.to ?? OF_FIELD[field] ?? referred(field)?.name
}

/** Fields that take an id, or a list of ids where `OF_FIELD` says of what. */
export const idFields = ({ fields }: Offer): string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    // An amount or a number of hours has bounds of its own; ids begin at 1 and have none.
    isId(name, takes(spec, Number.MAX_SAFE_INTEGER, 0) || takesList(spec)) ? [name] : [],
  )

const takes = ({ schema }: Spec, one: unknown, other: unknown): boolean =>
  schema.safeParse(one).success && !schema.safeParse(other).success

const takesList = (spec: Spec): boolean => takes(spec, [Number.MAX_SAFE_INTEGER], [0])

const isId = (name: string, unbounded: boolean): boolean =>
  unbounded && (name in OF_FIELD || name === 'id' || name.endsWith('_id'))

/** Values that a made-up text does not fit. */
const SAMPLES: Record<string, unknown> = {
  scopes: ['people:read'],
  origins: ['https://www.example.org'],
  rate: '1.5',
  said: '{}',
  currency: 'USD',
  events: ['*'],
  hours: 1,
  ids: '1',
  person_ids: [1],
  limit: 10,
  page: 1,
  per_page: 10,
  before: 1,
  url: 'https://example.org/hooks',
  since: '2026-01-01T00:00:00Z',
  country: 'NG',
  timezone: 'Africa/Lagos',
  level: undefined,
  version: undefined,
  year: 2024,
  weeks: 8,
  number: '1',
}

/** Where one of them is sent, these say the same in another way. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  year: ['from', 'to'],
  number: ['from', 'to'],
  came_ids: ['present'],
}

/** A body with a value for every field; `refs` are the ids, also of a list of one. */
export function bodyOf({ fields }: Offer, mark: string, refs: Record<string, number>): Record<string, unknown> {
  const samples = Object.fromEntries(Object.entries(SAMPLES).filter(([name]) => name in fields))
  const body: Record<string, unknown> = {
    ...fullBody({ fields } as Write, mark, '+2349012345678', {}),
    ...samples,
  }
  for (const [name, id] of Object.entries(refs)) {
    const spec = fields[name]?.spec
    body[name] = spec !== undefined && takesList(spec) ? [id] : id
  }
  const instead = Object.keys(INSTEAD).flatMap(name => (name in body ? (INSTEAD[name] ?? []) : []))
  for (const name of instead) delete body[name]
  return body
}
