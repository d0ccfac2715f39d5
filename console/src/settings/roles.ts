/** The roles, in words. */
import type { Role } from '../../../src/resource/roles.ts'
import { t } from '../texts/t.ts'

const WORDS: Record<Role, { label: string; means: string }> = {
  owner: { label: t('Owner'), means: t('Can do everything, and make others owners.') },
  administrator: { label: t('Administrator'), means: t('Can do everything except make or change owners.') },
  finance: { label: t('Finance'), means: t('Records gifts and sees who gave. Can see people, but not messages.') },
  staff: { label: t('Staff'), means: t('Looks after people, families, messages and prayer. Cannot see gifts.') },
  viewer: { label: t('Viewer'), means: t('Can see people, families, branches and sermons, but not change them.') },
}

/** From the most that one may do to the least. */
export const ROLES = (Object.keys(WORDS) as Role[]).map(value => ({ value, ...WORDS[value] }))

/** `staff` is Staff. */
export const roleLabel = (role: Role): string => WORDS[role].label
