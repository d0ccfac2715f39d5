/** What the roles are called. */
import type { Role } from '../../../src/resource/roles.ts'
import { t } from '../texts/t.ts'

const LABELS: Record<Role, string> = {
  owner: t('Owner'),
  administrator: t('Administrator'),
  finance: t('Finance'),
  staff: t('Staff'),
  viewer: t('Viewer'),
  helper: t('Helper'),
}

/** From the most that one may do to the least. */
export const ROLES = Object.keys(LABELS) as Role[]

/** `staff` is Staff. */
export const roleLabel = (role: Role): string => LABELS[role]
