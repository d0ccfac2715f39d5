/** What the people of a church may do in its console, of what is not declared with its roles: deny by default. */
import { type Allowed, mayThey, type Role } from '../resource/roles.ts'

/** Which roles may do an operation or see a view; what is neither here nor declared nobody may. */
const ALLOWED: Readonly<Record<string, Allowed>> = {}

/** Every name of the table. */
export const PERMISSIONS: readonly string[] = Object.keys(ALLOWED)

/** Whether a role may. @param limited to a branch */
export const mayDo = (role: Role, permission: string, limited = false): boolean =>
  ALLOWED[permission] !== undefined && mayThey(role, ALLOWED[permission], limited)

/** Everything that a role may do and see. @param limited to a branch */
export const permissionsOf = (role: Role, limited = false): string[] =>
  PERMISSIONS.filter(permission => mayDo(role, permission, limited))
