/** Every endpoint there is, made from the modules: what is declared is what is tested. */
import { API_ROOT, methodsOf, type Operation, scopeOf } from '../../src/http/route.ts'
import { MODULES } from '../../src/modules/index.ts'
import type { Resource } from '../../src/resource/resource.ts'

export interface Endpoint {
  method: string
  /** With `{id}` where one record is meant. */
  path: string
  resource: Resource
  operation: Operation
  scope: string
}

/** The resources of all modules, by name. */
export const RESOURCES = new Map(MODULES.flatMap(({ resources }) => resources.map(one => [one.name, one] as const)))

/** Names of the modules that a church may switch on. */
export const OPTIONAL_MODULES = MODULES.filter(({ core }) => !core).map(({ name }) => name)

const endpointsAt = (resource: Resource, part: 'list' | 'one'): Endpoint[] =>
  Object.entries(methodsOf(resource, part, 1)).flatMap(([method, operation]) => {
    if (operation === undefined) return []
    const path = `${API_ROOT}/${resource.name}${part === 'one' ? '/{id}' : ''}`
    return [{ method, path, resource, operation, scope: scopeOf(operation) ?? '' }]
  })

/** All of them but the key check, which needs no scope. */
export const ENDPOINTS: Endpoint[] = [...RESOURCES.values()].flatMap(resource => [
  ...endpointsAt(resource, 'list'),
  ...endpointsAt(resource, 'one'),
])

/** Each URL with the methods it answers to, as `Allow` names them. */
export const URLS = new Map<string, string[]>([[API_ROOT, ['GET', 'HEAD']]])
for (const { path, method } of ENDPOINTS) {
  const methods = URLS.get(path) ?? []
  methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
  URLS.set(path, methods)
}

/** The least that must be sent to create a record, by resource. A new resource that can be created needs a line. */
export const LEAST_BODY: Record<string, Record<string, unknown>> = {
  people: { first_name: 'Ada' },
  families: { name: 'Okafor' },
  contributions: { amount: 150050 },
  prayer_requests: { name: 'Ada', body: 'For my mother' },
}
