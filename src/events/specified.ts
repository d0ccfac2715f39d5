/** Declares that a module causes an event of the specification. */
import type { DeclaredEvent, EventShape } from '../resource/event.ts'
import { MODULE_EVENTS } from './catalogue-modules.ts'

/**
 * An event of the specification, for the `events` of the module that causes it; its words are the specification's.
 * @param data the name of a resource's schema, or a schema of its own
 */
export function specified<const N extends keyof typeof MODULE_EVENTS>(name: N, data: EventShape): DeclaredEvent<N> {
  const { title, when } = MODULE_EVENTS[name]
  return { name, title, when, data }
}
