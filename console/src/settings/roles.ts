/** The roles, in words. */
import type { Role } from '../../../src/resource/roles.ts'

const WORDS: Record<Role, { label: string; means: string }> = {
  owner: { label: 'Owner', means: 'Can do everything, and make others owners.' },
  administrator: { label: 'Administrator', means: 'Can do everything except make or change owners.' },
  finance: { label: 'Finance', means: 'Records gifts and sees who gave. Can see people, but not messages.' },
  staff: { label: 'Staff', means: 'Looks after people, families, messages and prayer. Cannot see gifts.' },
  viewer: { label: 'Viewer', means: 'Can see people, families, branches and sermons, but not change them.' },
}

/** From the most that one may do to the least. */
export const ROLES = (Object.keys(WORDS) as Role[]).map(value => ({ value, ...WORDS[value] }))

/** `staff` is Staff. */
export const roleLabel = (role: Role): string => WORDS[role].label
