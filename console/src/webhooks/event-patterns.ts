/** What an endpoint subscribes to: exact names, `person.*` for all that begin so, `*` for everything. */

/** Stands for every event there is and will be. */
export const EVERYTHING = '*'

/** `person.*` for `person.created`. */
const wildcardOf = (name: string): string => name.replace(/\..*/, '.*')

/** Whether a wildcard that is chosen includes an event already. */
export const isCovered = (name: string, patterns: readonly string[]): boolean =>
  patterns.includes(EVERYTHING) || patterns.includes(wildcardOf(name))

/** Adds a pattern, without those that it makes needless; or takes it out. */
export function toggled(pattern: string, patterns: readonly string[]): string[] {
  if (patterns.includes(pattern)) return patterns.filter(one => one !== pattern)
  const needless = (one: string): boolean =>
    pattern === EVERYTHING || (pattern.endsWith('.*') && wildcardOf(one) === pattern)
  return [...patterns.filter(one => !needless(one)), pattern]
}

interface Named {
  name: string
  title: string
}

/** Events whose name or title has every word that is searched for. */
export function matching<Event extends Named>(events: readonly Event[], search: string): Event[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return events.filter(({ name, title }) => {
    const text = `${name} ${title}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

/** Events by the first word of their names: those that one wildcard stands for. */
export function byWildcard<Event extends Named>(events: readonly Event[]): [wildcard: string, events: Event[]][] {
  const groups = new Map<string, Event[]>()
  for (const event of events) {
    const wildcard = wildcardOf(event.name)
    groups.set(wildcard, [...(groups.get(wildcard) ?? []), event])
  }
  return [...groups]
}
