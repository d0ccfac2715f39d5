/** The roles, in words. */
import type { Role } from '../../../src/sign-in/roles.ts'

const WORDS: Record<Role, { label: string; means: string }> = {
  owner: { label: 'Owner', means: 'Everything, and making other owners.' },
  administrator: { label: 'Administrator', means: 'Everything but making or changing owners.' },
  finance: { label: 'Finance', means: 'Records gifts and sees who gave; reads people, not messages.' },
  staff: { label: 'Staff', means: 'Looks after people, families, messages and prayer; sees no gifts.' },
  viewer: { label: 'Viewer', means: 'Reads people, families, branches and sermons; changes nothing.' },
}

/** From the most that one may do to the least. */
export const ROLES = (Object.keys(WORDS) as Role[]).map(value => ({ value, ...WORDS[value] }))

/** `staff` is Staff. */
export const roleLabel = (role: Role): string => WORDS[role].label
