/** Every event of the specification: what it is called, what it tells, and whether anything here causes it. */
import { didYouMean, MOST_SUGGESTED } from '../lib/text.ts'
import { type Catalogue, EVENT_MODULES, type EventEntry } from '../resource/event.ts'
import { areaOf, isOn, type Module } from '../resource/module.ts'
import { CORE_EVENTS } from './catalogue-core.ts'
import { MODULE_EVENTS } from './catalogue-modules.ts'

const ALL = { ...CORE_EVENTS, ...MODULE_EVENTS }

/** The name of an event. */
export type EventName = keyof typeof ALL

/** An event of the core that this service records; those of modules are declared by them. */
export type RecordedEvent = {
  [Name in EventName]: (typeof ALL)[Name]['recorded'] extends true ? Name : never
}[EventName]

// Nobody subscribes to a test event, it is sent to the endpoint it was requested for; the placeholder is never sent.
const NOT_OFFERED: readonly string[] = ['ping', 'x.y']

/** The catalogue of an installation: the specification's events, and those that its modules declare. */
export function catalogueOf(modules: readonly Module[]): Catalogue {
  const events: Readonly<Record<string, EventEntry>> = { ...ALL, ...Object.fromEntries(modules.flatMap(declaredIn)) }
  const names = Object.keys(events)
  const entryOf = (name: string): EventEntry => events[name] as EventEntry
  /** `person.*` and the like: a wildcard for each first word of a name, and the one for everything. */
  const wildcards = new Set(names.filter(name => name.includes('.')).map(name => name.replace(/\..*/, '.*')))
  const known = [...names, '*', ...wildcards]
  return {
    events,
    recorded: names.filter(name => entryOf(name).recorded),
    offered: switchedOn =>
      groupsOf(modules, switchedOn).map(({ module, title }) => ({
        module,
        title,
        events: names
          .filter(name => entryOf(name).module === module && !NOT_OFFERED.includes(name))
          .map(name => ({ name, ...entryOf(name) })),
      })),
    check(patterns) {
      const sent = [...new Set(patterns)]
      const strangers = sent.filter(pattern => !known.includes(pattern))
      return {
        patterns: sent.filter(pattern => known.includes(pattern)),
        problems: strangers.map((pattern, at) => refusal(pattern, at < MOST_SUGGESTED ? known : [])),
      }
    },
  }
}

/** What a module declares, of an event of the specification in its place there. */
const declaredIn = (declaring: Module): [string, EventEntry][] =>
  (declaring.events ?? []).map(({ name, ...about }) => [
    name,
    { module: areaOf(declaring), stated: true, ...specEntry(name), ...about, recorded: true },
  ])

const isOfSpec = (name: string): name is EventName => Object.hasOwn(ALL, name)
const specEntry = (name: string): EventEntry | undefined => (isOfSpec(name) ? ALL[name] : undefined)

/** The modules whose events a church may choose: those of the specification first, then those that declare some. */
function groupsOf(modules: readonly Module[], switchedOn: readonly string[]): { module: string; title: string }[] {
  const known = Object.entries(EVENT_MODULES).filter(
    ([module, { offered }]) => offered === 'always' || (offered === 'switched on' && switchedOn.includes(module)),
  )
  const more = modules.filter(one => (one.events ?? []).some(({ name }) => !isOfSpec(name)) && isOn(one, switchedOn))
  return [...known, ...more.map(one => [areaOf(one), { title: one.title }] as const)].map(([module, { title }]) => ({
    module,
    title,
  }))
}

function refusal(pattern: string, known: readonly string[]): string {
  const what = pattern.endsWith('*') ? 'fits no event' : 'is not an event'
  return `"${pattern}" ${what}${didYouMean(pattern, known)}`
}
