/** Every event of the specification: what it is called, what it tells, and whether anything here causes it. */
import { didYouMean, MOST_SUGGESTED } from '../lib/text.ts'
import { CORE_EVENTS } from './catalogue-core.ts'
import { EVENT_MODULES, type EventEntry, type EventModule } from './catalogue-entry.ts'
import { MODULE_EVENTS } from './catalogue-modules.ts'

const ALL = { ...CORE_EVENTS, ...MODULE_EVENTS }

/** The name of an event. */
export type EventName = keyof typeof ALL

/** An event that this service records. */
export type RecordedEvent = {
  [Name in EventName]: (typeof ALL)[Name]['recorded'] extends true ? Name : never
}[EventName]

/** All events by name, grouped by module. */
export const EVENTS: Readonly<Record<EventName, EventEntry>> = ALL

const NAMES = Object.keys(ALL) as EventName[]

/** True for the name of an event. */
export const isEventName = (text: string): text is EventName => Object.hasOwn(ALL, text)

/** The events that this service records. */
export const recordedEvents = (): RecordedEvent[] =>
  NAMES.filter((name): name is RecordedEvent => EVENTS[name].recorded)

/** Events of one module, for a screen. */
export interface OfferedModule {
  module: EventModule
  title: string
  events: (EventEntry & { name: EventName })[]
}

// Nobody subscribes to a test event, it is sent to the endpoint it was requested for; the placeholder is never sent.
const NOT_OFFERED: readonly EventName[] = ['ping', 'x.y']

/**
 * The events that a church may choose from, by module. Those with `recorded: false` may be chosen and are sent once
 * something causes them.
 * @param switchedOn the optional modules that the church has
 */
export function offeredEvents(switchedOn: readonly string[]): OfferedModule[] {
  const modules = (Object.keys(EVENT_MODULES) as EventModule[]).filter(module => {
    const { offered } = EVENT_MODULES[module]
    return offered === 'always' || (offered === 'switched on' && switchedOn.includes(module))
  })
  return modules.map(module => ({
    module,
    title: EVENT_MODULES[module].title,
    events: NAMES.filter(name => EVENTS[name].module === module && !NOT_OFFERED.includes(name)).map(name => ({
      name,
      ...EVENTS[name],
    })),
  }))
}

/** `person.*` and the like: a wildcard for each first word of a name, and the one for everything. */
const WILDCARDS = ['*', ...new Set(NAMES.filter(name => name.includes('.')).map(name => name.replace(/\..*/, '.*')))]

/**
 * Checks what an endpoint subscribes to: names of events, `person.*` for all that begin so, `*` for all.
 * @returns the patterns that can be used, each once, and a sentence on each that cannot, the first few with the nearest
 *   known names (decisions, Webhooks)
 */
export function checkPatterns(patterns: readonly string[]): { patterns: string[]; problems: string[] } {
  const sent = [...new Set(patterns)]
  const known: string[] = [...NAMES, ...WILDCARDS]
  const strangers = sent.filter(pattern => !known.includes(pattern))
  return {
    patterns: sent.filter(pattern => known.includes(pattern)),
    problems: strangers.map((pattern, at) => refusal(pattern, at < MOST_SUGGESTED ? known : [])),
  }
}

function refusal(pattern: string, known: readonly string[]): string {
  const what = pattern.endsWith('*') ? 'fits no event' : 'is not an event'
  return `"${pattern}" ${what}${didYouMean(pattern, known)}`
}
