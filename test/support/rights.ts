/** What the console offers and who may: every action and view of the whole house. */
import type { Fields } from '../../src/resource/field.ts'
import { mayThey, type Role } from '../../src/resource/roles.ts'
import { WHOLE_HOUSE } from './house.ts'

export { ROLES, type Role } from '../../src/resource/roles.ts'

interface Offered {
  name: string
  fields: Fields
  stepUp?: boolean
  ofAccount?: true
}

/** What is posted to `/actions/`. */
export const ACTIONS: readonly Offered[] = [...WHOLE_HOUSE.actions, ...WHOLE_HOUSE.views.filter(({ posted }) => posted)]

/** What is read at `/views/`. */
export const VIEWS: readonly Offered[] = WHOLE_HOUSE.views.filter(({ posted }) => !posted)

/** The names of all that is offered, as roles have them. */
export const PERMISSIONS: readonly string[] = [...WHOLE_HOUSE.actions, ...WHOLE_HOUSE.views].map(({ name }) => name)

/** Whether a role may. @param limited to a branch */
export function mayDo(role: Role, name: string, limited = false): boolean {
  const allowed = WHOLE_HOUSE.allowed(name)
  return allowed !== undefined && mayThey(role, allowed, limited)
}

/** The scopes of a role. */
export const scopesOf = (role: Role): readonly string[] => WHOLE_HOUSE.scopesOf(role)
