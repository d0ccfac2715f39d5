/** The roles, in words. */
import type { Membership } from '../session/session.ts'

/** Such as `staff`. */
export type Role = Membership['role']

/** From the most that one may do to the least. */
export const ROLES: readonly { value: Role; label: string; means: string }[] = [
  { value: 'owner', label: 'Owner', means: 'Everything, and making other owners.' },
  { value: 'administrator', label: 'Administrator', means: 'Everything but making or changing owners.' },
  { value: 'finance', label: 'Finance', means: 'Records gifts and sees who gave; reads people, not messages.' },
  { value: 'staff', label: 'Staff', means: 'Looks after people, families, messages and prayer; sees no gifts.' },
  { value: 'viewer', label: 'Viewer', means: 'Reads people, families, branches and sermons; changes nothing.' },
]

/** `staff` is Staff. */
export const roleLabel = (role: Role): string => ROLES.find(({ value }) => value === role)?.label ?? role
