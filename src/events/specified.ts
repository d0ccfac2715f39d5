/** Declares that a module causes an event of the specification. */
import type { DeclaredEvent, EventShape } from '../resource/event.ts'
import { CORE_EVENTS } from './catalogue-core.ts'
import { MODULE_EVENTS } from './catalogue-modules.ts'

/** Those that a module may declare: of the core what the core itself does not record. */
const OPEN = { ...MODULE_EVENTS, 'attendance.recorded': CORE_EVENTS['attendance.recorded'] }

/**
 * An event of the specification, for the `events` of the module that causes it; its words are the specification's.
 * @param data the name of a resource's schema, or a schema of its own
 */
export function specified<const N extends keyof typeof OPEN>(name: N, data: EventShape): DeclaredEvent<N> {
  const { title, when } = OPEN[name]
  return { name, title, when, data }
}
