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
  'people.restore': ['owner', 'administrator', 'staff'],
  'people.merge': ['owner', 'administrator', 'staff'],
  'people.not_duplicates': ['owner', 'administrator', 'staff'],
  'people.add_tag': ['owner', 'administrator', 'staff'],
  'people.remove_tag': ['owner', 'administrator', 'staff'],
  'contributions.void': ['owner', 'administrator', 'finance'],
  'funds.create': ['owner', 'administrator', 'finance'],
  'rates.set': ['owner', 'administrator', 'finance'],
  'branches.create': ['owner', 'administrator'],
  'keys.create': ['owner', 'administrator'],
  'keys.revoke': ['owner', 'administrator'],
  'users.invite': ['owner', 'administrator'],
  'users.change': ['owner', 'administrator'],
  'users.remove': ['owner', 'administrator'],
  duplicates: ['owner', 'administrator', 'staff'],
  merge_counts: ['owner', 'administrator', 'staff'],
  tags: ROLES,
  person_history: ROLES,
  person_more: ROLES,
  keys: ['owner', 'administrator'],
  users: ['owner', 'administrator'],
  audit: ['owner', 'administrator'],
} as const satisfies Record<string, readonly Role[]>

/** The name of an operation or a view. */
export type Permission = keyof typeof ALLOWED

/** Whether a role may. */
export const mayDo = (role: Role, permission: string): boolean =>
  Object.hasOwn(ALLOWED, permission) && (ALLOWED[permission as Permission] as readonly Role[]).includes(role)

/** Every name of the table. */
export const PERMISSIONS = Object.keys(ALLOWED) as readonly Permission[]

/** Everything that a role may do and see. */
export const permissionsOf = (role: Role): Permission[] => PERMISSIONS.filter(permission => mayDo(role, permission))
