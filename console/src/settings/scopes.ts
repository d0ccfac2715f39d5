/** Scopes as people read them. */
import type { ShownScopes } from '../../../src/console/shown.ts'
import { listed } from '../formats/lists.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

/** A resource with what can be done with it: read, write. */
interface ResourceScopes {
  resource: string
  actions: string[]
}

/** All scopes of some modules. */
export const allOf = (modules: readonly ShownScopes[]): string[] => modules.flatMap(({ scopes }) => scopes)

/** Scopes by resource, in their order. */
export function resourcesOf(scopes: readonly string[]): ResourceScopes[] {
  const found = new Map<string, string[]>()
  for (const scope of scopes) {
    const [resource = '', action = ''] = scope.split(':')
    found.set(resource, [...(found.get(resource) ?? []), action])
  }
  return [...found].map(([resource, actions]) => ({ resource, actions }))
}

/** Whether a scope changes nothing. */
export const reads = (scope: string): boolean => scope.endsWith(':read')

/**
 * What a key may do, in a few words. It may have scopes of modules that are off by now.
 * @param all every scope of the modules that are on
 */
export function scopeWords(scopes: readonly string[], all: readonly string[]): string {
  if (all.every(scope => scopes.includes(scope))) return t('Everything')
  const reading = all.filter(reads)
  if (scopes.every(reads) && reading.every(scope => scopes.includes(scope))) return t('Read everything')
  return scopesListed(scopes)
}

/** Scopes, one resource beside the other. */
export const scopesListed = (scopes: readonly string[]): string =>
  listed(
    resourcesOf(scopes).map(({ resource, actions }) => {
      const records = wordOf(resource)
      if (actions.length > 1) return t('{records}: read and write', { records })
      return actions[0] === 'read' ? t('{records}: read', { records }) : t('{records}: write', { records })
    }),
  )
