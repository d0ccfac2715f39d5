/** The OpenAPI document of a running service, and what it lets one check of an answer. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { TestService } from '../support/service.ts'

/** A JSON Schema or any other object of the document. */
export type Node = { [key: string]: unknown }

export interface Parameter {
  name: string
  in: string
  schema: Node
}

/** An operation of the document. */
export interface Operation {
  id: string
  method: string
  /** Path with `{id}`. */
  path: string
  parameters: Parameter[]
  /** Schema of the body, where it has one. */
  body: Node | undefined
  /** By status, references followed. */
  responses: Node
  /** The operation as it is written. */
  declared: Node
  /** Tells whether a body fits the schema of a status. */
  check(status: number, body: unknown): string | undefined
  /** What is wrong with a sent body, by schema keyword. */
  faults(body: unknown): string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The document and its operations. */
export async function readDocument(service: TestService): Promise<{ document: Node; operations: Operation[] }> {
  const { text } = await service.request('GET', '/openapi.json')
  const document = JSON.parse(text) as Node
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const paths = document.paths as Record<string, Node>
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter(method => method in item).map(method => operation(ajv, document, path, method, item)),
  )
  return { document, operations }
}

const pointer = (...keys: string[]): string =>
  `openapi#/${keys.map(key => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

function operation(ajv: Ajv2020, document: Node, path: string, method: string, item: Node): Operation {
  const declared = item[method] as Node
  const written = declared.responses as Record<string, Node>
  const responses = Object.fromEntries(Object.entries(written).map(([status, one]) => [status, resolve(document, one)]))
  const compiled = new Map<string, ValidateFunction>()
  const validator = (...keys: string[]): ValidateFunction => {
    const [, status = ''] = keys
    const shared = keys[0] === 'responses' ? written[status]?.$ref : undefined
    const $ref =
      typeof shared === 'string'
        ? `openapi${shared}/${pointer(...keys.slice(2)).slice('openapi#/'.length)}`
        : pointer('paths', path, method, ...keys)
    const known = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, known)
    return known
  }
  const content = (declared.requestBody as { content?: Node } | undefined)?.content
  const json = content?.['application/json'] as { schema: Node } | undefined
  return {
    id: String(declared.operationId),
    method: method.toUpperCase(),
    path,
    parameters: [...((item.parameters ?? []) as Parameter[]), ...((declared.parameters ?? []) as Parameter[])],
    body: json?.schema,
    responses,
    declared,
    check(status, body) {
      if (!(status in responses)) return `${status} is not declared`
      const validate = validator('responses', String(status), 'content', 'application/json', 'schema')
      return validate(body) ? undefined : ajv.errorsText(validate.errors)
    },
    faults(body) {
      const validate = validator('requestBody', 'content', 'application/json', 'schema')
      return validate(body) ? [] : (validate.errors ?? []).map(({ keyword }) => keyword)
    },
  }
}

/** Follows a reference within the document. */
export function resolve(document: Node, schema: Node): Node {
  if (typeof schema.$ref !== 'string') return schema
  let found: unknown = document
  for (const key of schema.$ref.slice(2).split('/')) found = (found as Node)[key]
  return resolve(document, found as Node)
}
