/** What of a report does not go together, by field. */
import type { Problems } from '../../errors.ts'
import { because } from '../../texts/because.ts'
import type { SaidReport } from './fields.ts'

/** What is checked. */
export type CheckedReport = SaidReport & {
  present?: number | null | undefined
  came_ids?: readonly number[] | undefined
}

const ONLY_HELD = because('belongs to a meeting that was held')

/** Names figures of a meeting that was not held; a reason for not holding one that was is left out. */
export function checkSaid(said: CheckedReport, problems: Problems): void {
  const { held, came_ids, present } = said
  if (held !== false) {
    if (came_ids !== undefined && present != null) problems.add('present', 'follows from came_ids: send one of them')
    return
  }
  for (const name of ['visitors', 'first_timers', 'decisions', 'offering', 'present'] as const) {
    if (said[name]) problems.add(name, ONLY_HELD)
  }
  if (came_ids !== undefined) problems.add('came_ids', ONLY_HELD)
}
