/** From method and path to what shall be done: resource known, method supported, scope held. */
import { ApiError } from '../errors.ts'
import type { Caller } from '../resource/caller.ts'
import { readId } from '../resource/filter.ts'
import { isOn, type Module } from '../resource/module.ts'
import type { Resource, Write } from '../resource/resource.ts'

/** What a request asks for of a resource. */
export type ResourceOperation =
  | { kind: 'list'; resource: Resource }
  | { kind: 'one'; resource: Resource; id: number | undefined }
  | { kind: 'write'; resource: Resource; write: Write; id: number | undefined }

/** What a request asks for. */
export type Operation = { kind: 'key-check' } | ResourceOperation

/** The operations of one URL, by method. */
type Methods<Kind = Operation> = Partial<Record<string, Kind>>

/** The resources a church has, by name, each with its module. */
export type Resources = ReadonlyMap<string, { resource: Resource; module: Module }>

/** Resources by name. */
export function resourcesOf(modules: readonly Module[]): Resources {
  return new Map(
    modules.flatMap(module => module.resources.map(resource => [resource.name, { resource, module }] as const)),
  )
}

export const API_ROOT = '/api/v1'

/** Methods that change a record; the specification names three for one thing (People, rule 5). */
export const UPDATE_METHODS = ['PATCH', 'PUT', 'POST'] as const

/** What each URL of a resource answers to: the list, and one record (`id` undefined: no such record can exist). */
export function methodsOf(resource: Resource, part: 'list' | 'one', id?: number): Methods<ResourceOperation> {
  if (part === 'list') {
    const { create } = resource
    return { GET: { kind: 'list', resource }, ...(create && { POST: { kind: 'write', resource, write: create, id } }) }
  }
  const { update } = resource
  const change: ResourceOperation | undefined = update && { kind: 'write', resource, write: update, id }
  return {
    ...(resource.one && { GET: { kind: 'one', resource, id } }),
    ...(change && Object.fromEntries(UPDATE_METHODS.map(method => [method, change]))),
  }
}

/**
 * @param root where the resources are: the API's, or a church's in the console
 * @throws ApiError `unknown_resource` for a path that names none the church has; `method_not_allowed` with `Allow`
 */
export function route(resources: Resources, method: string, path: string, caller: Caller, root = API_ROOT): Operation {
  const methods = methodsAt(resources, path, caller, root)
  const allowed = Object.keys(methods).flatMap(name => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
  const operation = methods[method === 'HEAD' ? 'GET' : method]
  if (operation === undefined) throw new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
  return operation
}

function methodsAt(resources: Resources, path: string, caller: Caller, root: string): Methods {
  if (path === root) return { GET: { kind: 'key-check' } }
  const [name = '', id, ...more] = path.slice(root.length + 1).split('/')
  const found = resources.get(name)
  if (found === undefined || more.length > 0 || !isOn(found.module, caller.church.modules)) {
    throw new ApiError('unknown_resource')
  }
  if (id === undefined) return methodsOf(found.resource, 'list')
  const methods = methodsOf(found.resource, 'one', readId(id))
  if (Object.keys(methods).length === 0) throw new ApiError('unknown_resource')
  return methods
}

/** The scope an operation needs; undefined for the key check. */
export function scopeOf(operation: Operation): string | undefined {
  if (operation.kind === 'key-check') return undefined
  return `${operation.resource.name}:${operation.kind === 'write' ? 'write' : 'read'}`
}

/** @throws ApiError `insufficient_scope` */
export function checkScope(operation: Operation, { scopes }: Caller): void {
  const scope = scopeOf(operation)
  if (scope === undefined || scopes.includes(scope)) return
  throw new ApiError('insufficient_scope', { message: `This key lacks the scope ${scope}.` })
}
