/** What the people of a church may do in its console: one table of roles, scopes and operations, deny by default. */
import { MODULES } from '../modules/index.ts'
import { makeHouse } from '../resource/house.ts'
import {
  ADMINISTRATORS,
  type Allowed,
  churchWide,
  FINANCE,
  mayThey,
  ROLES,
  type Role,
  STAFF,
  within,
} from '../resource/roles.ts'

export { ROLES, type Role } from '../resource/roles.ts'

const HOUSE = makeHouse(MODULES)

/** The scopes of a role. */
export const scopesOf = (role: Role): readonly string[] => HOUSE.scopesOf(role)

/** Which roles may do an operation or see a view of the console; what is not here nobody may. */
const ALLOWED = {
  'home.people': within(ROLES),
  'home.giving': within(FINANCE),
  'home.messages': within(STAFF),
  'home.webhooks': churchWide(ADMINISTRATORS),
  setup: churchWide(ADMINISTRATORS),
  'setup.finish': churchWide(ADMINISTRATORS),
  'setup.confirm': churchWide(ADMINISTRATORS),
  'setup.skip': churchWide(ADMINISTRATORS),

  'branches.create': within(ADMINISTRATORS),
  'branches.update': within(ADMINISTRATORS),
  'branches.remove': within(ADMINISTRATORS),

  church: churchWide(ADMINISTRATORS),
  'church.set': churchWide(ADMINISTRATORS),
  'church.set_api': churchWide(ADMINISTRATORS),
  'church.set_second_factor': churchWide(ADMINISTRATORS),
  users: within(ADMINISTRATORS),
  'users.invite': within(ADMINISTRATORS),
  'users.revoke_invitation': within(ADMINISTRATORS),
  'users.renew_invitation': within(ADMINISTRATORS),
  'users.change': within(ADMINISTRATORS),
  'users.remove': within(ADMINISTRATORS),
  audit: within(ADMINISTRATORS),

  keys: within(ADMINISTRATORS),
  'keys.create': within(ADMINISTRATORS),
  'keys.revoke': within(ADMINISTRATORS),
  endpoints: churchWide(ADMINISTRATORS),
  endpoint: churchWide(ADMINISTRATORS),
  endpoint_health: churchWide(ADMINISTRATORS),
  deliveries: churchWide(ADMINISTRATORS),
  delivery: churchWide(ADMINISTRATORS),
  event_catalogue: churchWide(ADMINISTRATORS),
  'endpoints.create': churchWide(ADMINISTRATORS),
  'endpoints.update': churchWide(ADMINISTRATORS),
  'endpoints.pause': churchWide(ADMINISTRATORS),
  'endpoints.resume': churchWide(ADMINISTRATORS),
  'endpoints.switch_off': churchWide(ADMINISTRATORS),
  'endpoints.rotate': churchWide(ADMINISTRATORS),
  'endpoints.reveal': churchWide(ADMINISTRATORS),
  'endpoints.delete': churchWide(ADMINISTRATORS),
  'endpoints.test': churchWide(ADMINISTRATORS),
  'endpoints.redeliver': churchWide(ADMINISTRATORS),
  'endpoints.redeliver_since': churchWide(ADMINISTRATORS),

  sessions: within(ROLES),
  'sessions.end': within(ROLES),
  'sessions.end_others': within(ROLES),
  'account.rename': within(ROLES),
  'account.mail_confirmation': within(ROLES),
  'account.confirm_address': within(ROLES),
  passkeys: within(ROLES),
  'passkeys.begin': within(ROLES),
  'passkeys.add': within(ROLES),
  'passkeys.rename': within(ROLES),
  'passkeys.remove': within(ROLES),
  'second_factor.off': within(ROLES),
} as const satisfies Record<string, Allowed>

/** Every name of the table, and of what the modules declare themselves. */
export const PERMISSIONS: readonly string[] = [
  ...Object.keys(ALLOWED),
  ...[...HOUSE.actions, ...HOUSE.views].map(({ name }) => name),
]

const allowedOf = (permission: string): Allowed | undefined =>
  Object.hasOwn(ALLOWED, permission) ? ALLOWED[permission as keyof typeof ALLOWED] : HOUSE.allowed(permission)

/** Whether a role may. @param limited to a branch */
export function mayDo(role: Role, permission: string, limited = false): boolean {
  const allowed = allowedOf(permission)
  return allowed !== undefined && mayThey(role, allowed, limited)
}

/** Everything that a role may do and see. @param limited to a branch */
export const permissionsOf = (role: Role, limited = false): string[] =>
  PERMISSIONS.filter(permission => mayDo(role, permission, limited))
