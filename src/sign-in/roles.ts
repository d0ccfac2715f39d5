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

const ADMINISTRATORS = ['owner', 'administrator'] as const
const FINANCE = [...ADMINISTRATORS, 'finance'] as const
const STAFF = [...ADMINISTRATORS, 'staff'] as const

/** Which roles may do an operation or see a view of the console; what is not here nobody may. */
const ALLOWED = {
  'home.people': ROLES,
  'home.giving': FINANCE,
  'home.messages': STAFF,
  'home.webhooks': ADMINISTRATORS,
  setup: ADMINISTRATORS,
  'setup.finish': ADMINISTRATORS,
  'setup.confirm': ADMINISTRATORS,
  'setup.skip': ADMINISTRATORS,

  tags: ROLES,
  person_history: ROLES,
  person_more: ROLES,
  'people.add_tag': STAFF,
  'people.remove_tag': STAFF,
  'people.remove': STAFF,
  'people.restore': STAFF,
  duplicates: STAFF,
  'duplicates.refresh': STAFF,
  merge_counts: STAFF,
  'people.merge': STAFF,
  'people.not_duplicates': STAFF,
  'families.update': STAFF,

  'branches.create': ADMINISTRATORS,
  'branches.update': ADMINISTRATORS,
  'branches.remove': ADMINISTRATORS,

  contribution: FINANCE,
  'contributions.void': FINANCE,
  person_giving: FINANCE,
  'funds.create': FINANCE,
  'funds.update': FINANCE,
  rates: FINANCE,
  'rates.set': FINANCE,
  giving_page: FINANCE,
  test_gifts: FINANCE,

  message_log: STAFF,
  message: STAFF,
  message_batches: STAFF,
  message_batch: STAFF,
  'messages.preview': STAFF,
  'messages.send_to': STAFF,
  'messages.stop': STAFF,
  inbox: STAFF,
  units: [...FINANCE, 'staff'],
  'units.add': FINANCE,

  prayers: STAFF,
  'prayers.pray': STAFF,
  'prayers.answer': STAFF,
  'prayers.close': STAFF,

  sermon_list: ROLES,
  studio: STAFF,
  'sermons.create': STAFF,
  'sermons.update': STAFF,
  'sermons.publish': STAFF,
  'sermons.unpublish': STAFF,
  'sermons.delete': STAFF,
  'sermons.set_section': STAFF,
  'sermons.publish_section': STAFF,
  'sermons.unpublish_section': STAFF,

  church: ADMINISTRATORS,
  'church.set': ADMINISTRATORS,
  'church.set_api': ADMINISTRATORS,
  providers: ADMINISTRATORS,
  'providers.set': ADMINISTRATORS,
  'providers.remove': ADMINISTRATORS,
  'providers.test': ADMINISTRATORS,
  payment_providers: ADMINISTRATORS,
  'payment_providers.set': ADMINISTRATORS,
  'payment_providers.remove': ADMINISTRATORS,
  'payment_providers.test': ADMINISTRATORS,
  users: ADMINISTRATORS,
  'users.invite': ADMINISTRATORS,
  'users.revoke_invitation': ADMINISTRATORS,
  'users.renew_invitation': ADMINISTRATORS,
  'users.change': ADMINISTRATORS,
  'users.remove': ADMINISTRATORS,
  audit: ADMINISTRATORS,

  keys: ADMINISTRATORS,
  'keys.create': ADMINISTRATORS,
  'keys.revoke': ADMINISTRATORS,
  endpoints: ADMINISTRATORS,
  endpoint: ADMINISTRATORS,
  endpoint_health: ADMINISTRATORS,
  deliveries: ADMINISTRATORS,
  delivery: ADMINISTRATORS,
  event_catalogue: ADMINISTRATORS,
  'endpoints.create': ADMINISTRATORS,
  'endpoints.update': ADMINISTRATORS,
  'endpoints.pause': ADMINISTRATORS,
  'endpoints.resume': ADMINISTRATORS,
  'endpoints.switch_off': ADMINISTRATORS,
  'endpoints.rotate': ADMINISTRATORS,
  'endpoints.reveal': ADMINISTRATORS,
  'endpoints.delete': ADMINISTRATORS,
  'endpoints.test': ADMINISTRATORS,
  'endpoints.redeliver': ADMINISTRATORS,
  'endpoints.redeliver_since': ADMINISTRATORS,

  sessions: ROLES,
  'sessions.end': ROLES,
  'sessions.end_others': ROLES,
  'account.rename': ROLES,
} as const satisfies Record<string, readonly Role[]>

/** The name of an operation or a view. */
export type Permission = keyof typeof ALLOWED

/** What concerns the whole church, so that nobody whom a branch limits may: endpoints are told of every branch. */
const OF_THE_WHOLE_CHURCH =
  /^(church|providers|payment_providers|endpoints?|endpoint_health|deliveries|delivery|event_catalogue)(\.|$)/

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
