/** What is known of an event: by the specification's catalogue, or by the module that declares it. */
import type { JsonSchema } from './field.ts'

/**
 * The modules, as the specification's tables of events call them. Events are offered to a church: `always`; when it
 * has `switched on` the module; or `not yet`, since this service does not have the module.
 */
export const EVENT_MODULES = {
  core: { title: 'Core', offered: 'always' },
  people: { title: 'People', offered: 'always' },
  imports: { title: 'Imports', offered: 'always' },
  api: { title: 'API and webhooks', offered: 'always' },
  care: { title: 'Care and prayer', offered: 'switched on' },
  giving: { title: 'Giving', offered: 'switched on' },
  media: { title: 'Media', offered: 'switched on' },
  messaging: { title: 'Messages', offered: 'always' },
  automations: { title: 'Automations', offered: 'always' },
  ai: { title: 'AI writing module', offered: 'not yet' },
  integrations: { title: 'Integrations', offered: 'not yet' },
  nativeapp: { title: 'Native apps', offered: 'always' },
  reports: { title: 'Reports', offered: 'not yet' },
  school: { title: 'Sunday school', offered: 'switched on' },
  attendance: { title: 'Attendance and check-in', offered: 'not yet' },
  billing: { title: 'Plan and billing', offered: 'not yet' },
  compete: { title: 'Competitions', offered: 'not yet' },
  dashboard: { title: 'Dashboard', offered: 'always' },
  events: { title: 'Events', offered: 'not yet' },
  finance: { title: 'Finance', offered: 'not yet' },
  followup: { title: 'First-timers and follow-up', offered: 'not yet' },
  forms: { title: 'Forms', offered: 'not yet' },
  groups: { title: 'Groups and cells', offered: 'switched on' },
  member: { title: 'Member app', offered: 'not yet' },
  platform: { title: 'Platform admin', offered: 'not yet' },
  print: { title: 'Letters, labels and badges', offered: 'not yet' },
  serve: { title: 'Serve', offered: 'not yet' },
  site: { title: 'Marketing site', offered: 'not yet' },
  ussd: { title: 'USSD', offered: 'not yet' },
  website: { title: 'Website', offered: 'not yet' },
} as const

/** A module that events come from, by its short name. */
type EventModule = keyof typeof EVENT_MODULES

/** The name of a resource's schema (`Person`), a schema of its own, or null where the specification shows none. */
export type EventShape = string | JsonSchema | null

/** What is known of an event. */
export interface EventEntry {
  /** One of EVENT_MODULES, or the name of the module that declares it. */
  module: string
  /** Short words for a screen. */
  title: string
  /** Completes "sent when": the specification's words where `stated`, else what the name leads one to expect. */
  when: string | null
  /** True where the specification says when it is sent. */
  stated: boolean
  data: EventShape
  /** The values before the change; absent where the event has none. */
  previous?: EventShape
  /** False: nothing in this service causes it yet. */
  recorded: boolean
}

/** An event that nothing causes yet; the specification says when it is to be sent. */
export const stated = (module: EventModule, title: string, when: string) =>
  ({ module, title, when, stated: true, data: null, recorded: false }) as const

/** An event that nothing causes yet; the specification names it and says no more. */
export const unstated = (module: EventModule, title: string, when: string) =>
  ({ module, title, when, stated: false, data: null, recorded: false }) as const

/** The schema of an object that has all of these members. */
export const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** An event that a module declares and records itself. */
export interface DeclaredEvent<N extends string = string> {
  name: N
  /** Short words for a screen. */
  title: string
  /** Completes "sent when". */
  when: string
  data: EventShape
  /** The values before the change; absent where the event has none. */
  previous?: EventShape
}

/** Declares an event, to be recorded by `record(tx, church, declared, data)`. */
export const event = <const N extends string>(declaration: DeclaredEvent<N>): DeclaredEvent<N> => declaration

/** Events of one module, for a screen. */
export interface OfferedModule {
  module: string
  title: string
  events: (EventEntry & { name: string })[]
}

/** Every event of an installation. */
export interface Catalogue {
  /** By name. */
  events: Readonly<Record<string, EventEntry>>
  /** Names of those that are recorded. */
  recorded: readonly string[]
  /**
   * The events that a church may choose from, by module. Those with `recorded: false` may be chosen and are sent once
   * something causes them.
   * @param switchedOn the optional modules that the church has
   */
  offered(switchedOn: readonly string[]): OfferedModule[]
  /**
   * Checks what an endpoint subscribes to: names of events, `person.*` for all that begin so, `*` for all.
   * @returns the patterns that can be used, each once, and a sentence on each that cannot, the first few with the nearest
   *   known names (decisions, Webhooks)
   */
  check(patterns: readonly string[]): { patterns: string[]; problems: string[] }
}
