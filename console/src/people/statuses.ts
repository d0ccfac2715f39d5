/** Person states (spec, States). */
import type { Person } from '../api-types.ts'

/** In the order in which they are offered: from the first visit on. */
export const STATUSES: readonly Person['status'][] = [
  'first_timer',
  'visitor',
  'new_convert',
  'regular',
  'member',
  'worker',
  'leader',
  'inactive',
  'transferred',
  'deceased',
]
