/** GET /api/v1: what a key is and what it may do (spec, Key-check resource). */
import type { Caller } from '../resource/caller.ts'
import { areaOf, isOn, type Module } from '../resource/module.ts'
import { API_ROOT } from './route.ts'

/** JSON text of the key check. Resources of modules that are off, and those the key has no scope for, are absent. */
export function keyCheck(
  { church, scopes, by }: Caller,
  { modules, baseUrl }: { modules: readonly Module[]; baseUrl(): string },
): string {
  const { id, name, slug, country, currency, timezone } = church
  const resources = modules
    .filter(module => isOn(module, church.modules))
    .flatMap(module => module.resources.map(resource => ({ resource, module: areaOf(module) })))
    .map(({ resource, module }) => ({
      name: resource.name,
      url: `${baseUrl()}${API_ROOT}/${resource.name}`,
      allowed: ['read', 'write'].filter(what => scopes.includes(`${resource.name}:${what}`)),
      module,
    }))
    .filter(({ allowed }) => allowed.length > 0)
  return JSON.stringify({
    church: { id, name, slug, country, currency, timezone },
    key: by.kind === 'key' ? by.key : null,
    resources,
  })
}
