/** Person states (spec, States). */
import type { Person } from '../api-types.ts'
import { everyOf } from '../formats/every-of.ts'

/** In the order in which they are offered: from the first visit on. */
export const STATUSES = everyOf<Person['status']>({
  first_timer: true,
  visitor: true,
  new_convert: true,
  regular: true,
  member: true,
  worker: true,
  leader: true,
  inactive: true,
  transferred: true,
  deceased: true,
})
