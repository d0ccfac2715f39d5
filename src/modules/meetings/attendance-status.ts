/** What totals know of an attendance, as one word: its state, as what they came, whether for the first time. */
import { ATTENDED_AS, STATES } from './fields.ts'

/** What is told by the word. */
export interface Attended {
  state: string
  role: string
  first_time: boolean
}

/** The word; the column `status` is made by the same rule. */
export const statusOf = ({ state, role, first_time }: Attended): string =>
  state + (role === 'attendee' ? '' : `/${role}`) + (first_time ? '/first' : '')

/** Every word of those that fit; of what is not named any does. */
export function statusesOf({
  state = STATES,
  role = ATTENDED_AS,
  first_time = [false, true],
}: { [Name in keyof Attended]?: readonly Attended[Name][] }): string[] {
  return state.flatMap(one =>
    role.flatMap(as => first_time.map(first => statusOf({ state: one, role: as, first_time: first }))),
  )
}
