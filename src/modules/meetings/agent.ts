/** Who records attendance, as events and rows name them. */
import type { Caller } from '../../resource/caller.ts'

/** As events name who did something. */
export interface By {
  kind: 'user' | 'key' | 'link' | 'command_line' | 'clock'
  name: string | null
}

export const CLOCK: By = { kind: 'clock', name: null }
export const LINK: By = { kind: 'link', name: null }

/** Who asks. */
export function byOf({ by }: Pick<Caller, 'by'>): By {
  if (by.kind === 'person') return { kind: 'user', name: by.name }
  if (by.kind === 'key') return { kind: 'key', name: by.key.name }
  return { kind: 'command_line', name: null }
}

/** Where marks and counts come from: through the API by another system, or by hand. */
export const sourceOf = ({ by }: Pick<Caller, 'by'>): 'api' | 'roll' => (by.kind === 'key' ? 'api' : 'roll')

/** Whether what they send is a whole of its own, of which others are told at once; taps of people end with *Done*. */
export const tellsAtOnce = ({ by }: Pick<Caller, 'by'>): boolean => by.kind !== 'person'
