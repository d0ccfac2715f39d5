/** OpenAPI 3.1, made from the declarations: what the API does is written once. */
import { ERRORS } from '../errors.ts'
import type { JsonSchema } from '../resource/field.ts'
import type { Filter } from '../resource/filter.ts'
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from '../resource/limits.ts'
import type { Module, Resource, Write } from '../resource/resource.ts'
import { bodySchema, differsAlone, listMetaSchema, recordSchema } from '../resource/schemas.ts'
import { errorResponses, type Reason } from './openapi-errors.ts'
import { keyCheckSchema } from './openapi-key-check.ts'
import { webhookParameters, webhookSchemas, webhooks } from './openapi-webhooks.ts'
import { API_ROOT, methodsOf, type Operation, scopeOf } from './route.ts'

type Described = Record<string, unknown>

const reference = (kind: string, name: string): Described => ({ $ref: `#/components/${kind}/${name}` })

const DESCRIPTION = `A church's people, families, branches, funds, gifts and messages, and what its modules add.

Send your key as \`Authorization: Bearer <API_KEY>\`. Every answer is a JSON object with a boolean \`ok\`.
A creation may carry an \`Idempotency-Key\`: sending it again with the same key returns the first response and creates
nothing. Money is in minor units: 150050 means 1,500.50. Ignore fields you do not know: more may be added.`

/**
 * The document for all modules.
 * @param baseUrl public address of the service
 */
export function openApi(modules: readonly Module[], baseUrl: string): Described {
  const resources = modules.flatMap(({ resources, title }) => resources.map(resource => ({ resource, title })))
  const paths = resources.flatMap(({ resource }) => pathsOf(resource))
  return {
    openapi: '3.1.0',
    info: { title: 'Sexton', version: '1', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { query: [] }],
    tags: [{ name: 'key' }, ...resources.map(({ resource, title }) => ({ name: resource.name, description: title }))],
    paths: { [API_ROOT]: { get: keyCheckOperation() }, ...Object.fromEntries(paths) },
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
        query: { type: 'apiKey', in: 'query', name: 'api_key', description: 'For clients that cannot set headers' },
      },
      schemas: {
        ...Object.fromEntries(resources.flatMap(({ resource }) => schemasOf(resource))),
        ...webhookSchemas(),
        Error: errorSchema(),
      },
      parameters: webhookParameters(),
    },
  }
}

function keyCheckOperation(): Described {
  const schema = envelope(keyCheckSchema())
  return {
    operationId: 'checkKey',
    tags: ['key'],
    summary: 'What this key is and what it may do',
    responses: { 200: json('The key', schema), ...errorResponses(['key']) },
  }
}

function schemasOf(resource: Resource): [string, JsonSchema][] {
  const { singular, fields, create, update } = resource
  const listed = differsAlone(resource)
    ? [[`${singular}InList`, recordSchema(fields, false)] as [string, JsonSchema]]
    : []
  return [
    [singular, recordSchema(fields, true)],
    ...listed,
    ...(create ? [[`${singular}Create`, bodySchema(create)] as [string, JsonSchema]] : []),
    ...(update ? [[`${singular}Update`, bodySchema(update)] as [string, JsonSchema]] : []),
  ]
}

function pathsOf(resource: Resource): [string, Described][] {
  const root = `${API_ROOT}/${resource.name}`
  const list = methodsOf(resource, 'list')
  const one = methodsOf(resource, 'one', 1)
  const operations = (methods: typeof list): Described =>
    Object.fromEntries(
      Object.entries(methods).flatMap(([method, operation]) =>
        operation === undefined ? [] : [[method.toLowerCase(), describe(method, operation)]],
      ),
    )
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
  return [
    [root, operations(list)],
    ...(Object.keys(one).length > 0
      ? [[`${root}/{id}`, { parameters: [id], ...operations(one) }] as [string, Described]]
      : []),
  ]
}

function describe(method: string, operation: Operation): Described {
  if (operation.kind === 'key-check') return keyCheckOperation()
  const { resource } = operation
  const scope = scopeOf(operation)
  const shared = { tags: [resource.name], description: `Needs the scope \`${scope}\`.`, 'x-scope': scope }
  switch (operation.kind) {
    case 'list':
      return { ...shared, ...describeList(resource) }
    case 'one':
      return { ...shared, ...describeOne(resource) }
    case 'write':
      return { ...shared, ...describeWrite(method, resource, operation.write) }
  }
}

function describeList(resource: Resource): Described {
  const { name, singular, list } = resource
  const items = reference('schemas', differsAlone(resource) ? `${singular}InList` : singular)
  return {
    operationId: `list${capital(name)}`,
    summary: list.doc,
    parameters: [...filterParameters(list.filters), ...sortParameter(resource), ...PAGE_PARAMETERS],
    responses: {
      200: json('A page of them', envelope({ type: 'array', items }, listMetaSchema(resource))),
      ...errorResponses(['key', 'scope', 'parameters']),
    },
  }
}

function describeOne({ singular, one }: Resource): Described {
  return {
    operationId: `get${singular}`,
    summary: one?.doc,
    parameters: filterParameters(one?.filters ?? {}),
    responses: {
      200: json('The record', envelope(reference('schemas', singular))),
      ...errorResponses(['key', 'scope', 'record', ...(one?.filters ? (['parameters'] as Reason[]) : [])]),
    },
  }
}

function describeWrite(method: string, { singular }: Resource, { creates, doc, answers }: Write): Described {
  const schema = reference('schemas', `${singular}${creates ? 'Create' : 'Update'}`)
  const answer =
    answers === undefined
      ? envelope(reference('schemas', singular), WRITE_META, false)
      : envelope(answers.data, answers.meta, false)
  const done = json(creates ? 'Created' : 'Changed', answer)
  const found = json(
    'Already on record; nothing was created',
    envelope(reference('schemas', singular), WRITE_META, false),
  )
  return {
    operationId: creates
      ? `create${singular}`
      : `update${singular}${method === 'PATCH' ? '' : capital(method.toLowerCase())}`,
    summary: doc,
    ...(creates && { parameters: [IDEMPOTENCY_KEY] }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    },
    responses: {
      ...(creates && answers === undefined && { 200: found }),
      ...(creates ? { 201: done } : { 200: done }),
      ...errorResponses(['key', 'scope', 'body', creates ? 'creation' : 'record'], answers?.refusals),
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Any unique text. Retrying with the same one returns the first response and creates no duplicate.',
  schema: { type: 'string', minLength: 1, maxLength: 120, pattern: '^[\\x21-\\x7e]+$' },
}

const PAGE_PARAMETERS = [
  { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 1 } },
  {
    name: 'per_page',
    in: 'query',
    description: `More than ${MAX_PER_PAGE} is taken as ${MAX_PER_PAGE}`,
    schema: { type: 'integer', minimum: 1, default: DEFAULT_PER_PAGE },
  },
]

const filterParameters = (filters: Record<string, Filter>): Described[] =>
  Object.entries(filters)
    .filter(([, { consoleOnly }]) => !consoleOnly)
    .map(([name, { schema, doc }]) => ({ name, in: 'query', description: doc, schema }))

const sortParameter = ({ list: { sorts } }: Resource): Described[] =>
  sorts.length === 0 ? [] : [{ name: 'sort', in: 'query', schema: { type: 'string', enum: sorts, default: sorts[0] } }]

const WRITE_META: JsonSchema = {
  type: 'object',
  properties: {
    duplicate: { type: 'boolean', description: 'True when the record was already there' },
    ignored_fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names that are not known and were ignored',
    },
  },
}

function envelope(data: JsonSchema, meta?: JsonSchema, metaRequired = true): JsonSchema {
  const required = ['ok', 'data', ...(meta !== undefined && metaRequired ? ['meta'] : [])]
  return { type: 'object', required, properties: { ok: { const: true }, data, ...(meta && { meta }) } }
}

function errorSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['ok', 'error', 'message'],
    properties: {
      ok: { const: false },
      error: { type: 'string', description: 'Machine-readable code', examples: Object.keys(ERRORS) },
      message: { type: 'string', description: 'For people' },
      errors: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Field name to message; only on validation_failed',
      },
    },
  }
}

const json = (description: string, schema: JsonSchema): Described => ({
  description,
  content: { 'application/json': { schema } },
})

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
