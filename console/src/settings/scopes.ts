/** Scopes as people read them. */
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

/** A resource with what can be done with it: read, write. */
interface ResourceScopes {
  resource: string
  actions: string[]
}

/** Scopes by resource, in their order. */
export function resourcesOf(scopes: readonly string[]): ResourceScopes[] {
  const found = new Map<string, string[]>()
  for (const scope of scopes) {
    const [resource = '', action = ''] = scope.split(':')
    found.set(resource, [...(found.get(resource) ?? []), action])
  }
  return [...found].map(([resource, actions]) => ({ resource, actions }))
}

/**
 * What a key may do, in a few words.
 * @param all every scope there is
 */
export function scopeWords(scopes: readonly string[], all: readonly string[]): string {
  if (all.every(scope => scopes.includes(scope))) return t('Everything')
  const reading = all.filter(scope => scope.endsWith(':read'))
  if (scopes.length === reading.length && reading.every(scope => scopes.includes(scope))) return t('Read everything')
  return resourcesOf(scopes)
    .map(({ resource, actions }) => `${wordOf(resource)}: ${actions.join(' and ')}`)
    .join(', ')
}
