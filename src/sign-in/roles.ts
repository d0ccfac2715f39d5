/** What the people of a church may do in its console, of what is not declared with its roles: deny by default. */
import { type Allowed, churchWide, FINANCE, mayThey, ROLES, type Role, STAFF, within } from '../resource/roles.ts'

/** Which roles may do an operation or see a view; what is neither here nor declared nobody may. */
const ALLOWED = {
  people_names: within(ROLES),
  tags: within(ROLES),
  person_history: within(ROLES),
  person_more: within(ROLES),
  'people.add_tag': within(STAFF),
  'people.remove_tag': within(STAFF),
  'people.remove': within(STAFF),
  'people.restore': within(STAFF),
  duplicates: within(STAFF),
  'duplicates.refresh': within(STAFF),
  merge_counts: within(STAFF),
  'people.merge': within(STAFF),
  'people.not_duplicates': within(STAFF),
  'families.update': within(STAFF),

  contribution: within(FINANCE),
  'contributions.void': within(FINANCE),
  person_giving: within(FINANCE),
  'funds.create': churchWide(FINANCE),
  'funds.update': churchWide(FINANCE),
  rates: within(FINANCE),
  'rates.set': churchWide(FINANCE),
} as const satisfies Record<string, Allowed>

/** Every name of the table. */
export const PERMISSIONS: readonly string[] = Object.keys(ALLOWED)

/** Whether a role may. @param limited to a branch */
export const mayDo = (role: Role, permission: string, limited = false): boolean =>
  Object.hasOwn(ALLOWED, permission) && mayThey(role, ALLOWED[permission as keyof typeof ALLOWED], limited)

/** Everything that a role may do and see. @param limited to a branch */
export const permissionsOf = (role: Role, limited = false): string[] =>
  PERMISSIONS.filter(permission => mayDo(role, permission, limited))
