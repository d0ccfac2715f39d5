/** What the people of a church may do in its console: one table of roles, scopes and operations, deny by default. */
import { SCOPES } from '../modules/church/scopes.ts'

/** From the widest to the narrowest. */
export const ROLES = ['owner', 'administrator', 'finance', 'staff', 'viewer'] as const
export type Role = (typeof ROLES)[number]

const READ_CARE = ['people:read', 'families:read', 'branches:read', 'funds:read'] as const
const WRITE_CARE = ['people:write', 'families:write', 'messages:read', 'messages:write'] as const

/** The scopes of a role, as those of an API key: what it may read and write of the resources. */
const SCOPES_OF: Record<Role, readonly string[]> = {
  owner: SCOPES,
  administrator: SCOPES,
  finance: [...READ_CARE, 'contributions:read', 'contributions:write', 'gifts:read', 'sermons:read'],
  staff: [...READ_CARE, ...WRITE_CARE, 'prayer_requests:read', 'prayer_requests:write', 'sermons:read'],
  viewer: [...READ_CARE, 'sermons:read'],
}

/** The scopes of a role. */
export const scopesOf = (role: Role): readonly string[] => SCOPES_OF[role]

/** Which roles may do an operation or see a view of the console; what is not here nobody may. */
const ALLOWED = {
  'people.remove': ['owner', 'administrator', 'staff'],
  'people.merge': ['owner', 'administrator', 'staff'],
  'contributions.void': ['owner', 'administrator', 'finance'],
  'funds.create': ['owner', 'administrator', 'finance'],
  'funds.update': ['owner', 'administrator', 'finance'],
  'rates.set': ['owner', 'administrator', 'finance'],
  'branches.create': ['owner', 'administrator'],
  'branches.update': ['owner', 'administrator'],
  'branches.remove': ['owner', 'administrator'],
  'keys.create': ['owner', 'administrator'],
  'keys.revoke': ['owner', 'administrator'],
  'users.invite': ['owner', 'administrator'],
  'users.change': ['owner', 'administrator'],
  'users.remove': ['owner', 'administrator'],
  'setup.finish': ['owner', 'administrator'],
  'setup.confirm': ['owner', 'administrator'],
  'setup.skip': ['owner', 'administrator'],
  contribution: ['owner', 'administrator', 'finance'],
  person_giving: ['owner', 'administrator', 'finance'],
  rates: ['owner', 'administrator', 'finance'],
  giving_page: ['owner', 'administrator', 'finance'],
  test_gifts: ['owner', 'administrator', 'finance'],
  'endpoints.create': ['owner', 'administrator'],
  'endpoints.update': ['owner', 'administrator'],
  'endpoints.pause': ['owner', 'administrator'],
  'endpoints.resume': ['owner', 'administrator'],
  'endpoints.switch_off': ['owner', 'administrator'],
  'endpoints.rotate': ['owner', 'administrator'],
  'endpoints.reveal': ['owner', 'administrator'],
  'endpoints.delete': ['owner', 'administrator'],
  'endpoints.test': ['owner', 'administrator'],
  'endpoints.redeliver': ['owner', 'administrator'],
  'endpoints.redeliver_since': ['owner', 'administrator'],
  endpoints: ['owner', 'administrator'],
  endpoint: ['owner', 'administrator'],
  endpoint_health: ['owner', 'administrator'],
  deliveries: ['owner', 'administrator'],
  delivery: ['owner', 'administrator'],
  event_catalogue: ['owner', 'administrator'],
  'messages.preview': ['owner', 'administrator', 'staff'],
  'messages.send_to': ['owner', 'administrator', 'staff'],
  'messages.stop': ['owner', 'administrator', 'staff'],
  'units.add': ['owner', 'administrator', 'finance'],
  'prayers.pray': ['owner', 'administrator', 'staff'],
  'prayers.answer': ['owner', 'administrator', 'staff'],
  'prayers.close': ['owner', 'administrator', 'staff'],
  'sermons.create': ['owner', 'administrator', 'staff'],
  'sermons.update': ['owner', 'administrator', 'staff'],
  'sermons.publish': ['owner', 'administrator', 'staff'],
  'sermons.unpublish': ['owner', 'administrator', 'staff'],
  'sermons.delete': ['owner', 'administrator', 'staff'],
  'sermons.set_section': ['owner', 'administrator', 'staff'],
  'sermons.publish_section': ['owner', 'administrator', 'staff'],
  'sermons.unpublish_section': ['owner', 'administrator', 'staff'],
  message_log: ['owner', 'administrator', 'staff'],
  message: ['owner', 'administrator', 'staff'],
  message_batch: ['owner', 'administrator', 'staff'],
  message_batches: ['owner', 'administrator', 'staff'],
  inbox: ['owner', 'administrator', 'staff'],
  units: ['owner', 'administrator', 'finance', 'staff'],
  prayers: ['owner', 'administrator', 'staff'],
  sermon_list: ['owner', 'administrator', 'finance', 'staff', 'viewer'],
  studio: ['owner', 'administrator', 'staff'],
  keys: ['owner', 'administrator'],
  users: ['owner', 'administrator'],
  audit: ['owner', 'administrator'],
  setup: ['owner', 'administrator'],
  'home.giving': ['owner', 'administrator', 'finance'],
  'home.people': ROLES,
  'home.messages': ['owner', 'administrator', 'staff'],
  'home.webhooks': ['owner', 'administrator'],
} as const satisfies Record<string, readonly Role[]>

/** The name of an operation or a view. */
export type Permission = keyof typeof ALLOWED

/**
 * What belongs to the whole church, so that nobody who is limited to a branch may: webhook endpoints are told of every
 * branch.
 */
const OF_THE_WHOLE_CHURCH = /^(endpoints(\..+)?|endpoint|endpoint_health|deliveries|delivery|event_catalogue)$/

/** Whether a role may. @param limited to a branch */
export const mayDo = (role: Role, permission: string, limited = false): boolean =>
  Object.hasOwn(ALLOWED, permission) &&
  (ALLOWED[permission as Permission] as readonly Role[]).includes(role) &&
  !(limited && OF_THE_WHOLE_CHURCH.test(permission))

/** Every name of the table. */
export const PERMISSIONS = Object.keys(ALLOWED) as readonly Permission[]

/** Everything that a role may do and see. @param limited to a branch */
export const permissionsOf = (role: Role, limited = false): Permission[] =>
  PERMISSIONS.filter(permission => mayDo(role, permission, limited))
