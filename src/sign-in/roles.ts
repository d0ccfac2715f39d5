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
  'rates.set': ['owner', 'administrator', 'finance'],
  'branches.create': ['owner', 'administrator'],
  'keys.create': ['owner', 'administrator'],
  'keys.revoke': ['owner', 'administrator'],
  'users.invite': ['owner', 'administrator'],
  'users.change': ['owner', 'administrator'],
  'users.remove': ['owner', 'administrator'],
  'users.revoke_invitation': ['owner', 'administrator'],
  'users.renew_invitation': ['owner', 'administrator'],
  'church.set': ['owner', 'administrator'],
  'church.set_api': ['owner', 'administrator'],
  'providers.set': ['owner', 'administrator'],
  'providers.remove': ['owner', 'administrator'],
  'providers.test': ['owner', 'administrator'],
  'payment_providers.set': ['owner', 'administrator'],
  'payment_providers.remove': ['owner', 'administrator'],
  'payment_providers.test': ['owner', 'administrator'],
  'sessions.end': ROLES,
  'sessions.end_others': ROLES,
  'account.rename': ROLES,
  keys: ['owner', 'administrator'],
  users: ['owner', 'administrator'],
  audit: ['owner', 'administrator'],
  church: ['owner', 'administrator'],
  providers: ['owner', 'administrator'],
  payment_providers: ['owner', 'administrator'],
  sessions: ROLES,
} as const satisfies Record<string, readonly Role[]>

/** The name of an operation or a view. */
export type Permission = keyof typeof ALLOWED

/** What concerns the whole church: nobody whom a branch limits may. */
const WHOLE_CHURCH = /^(church|providers|payment_providers)(\.|$)/

/** @param limited whether a branch limits them */
export const mayDo = (role: Role, permission: string, limited = false): boolean =>
  Object.hasOwn(ALLOWED, permission) &&
  (ALLOWED[permission as Permission] as readonly Role[]).includes(role) &&
  !(limited && WHOLE_CHURCH.test(permission))

/** Every name of the table. */
export const PERMISSIONS = Object.keys(ALLOWED) as readonly Permission[]

/** Everything that a role may do and see. */
export const permissionsOf = (role: Role, limited = false): Permission[] =>
  PERMISSIONS.filter(permission => mayDo(role, permission, limited))
