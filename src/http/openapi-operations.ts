/** The operations of the OpenAPI document: what each takes and answers, with an example of both. */
import { listMetaExample, recordExample } from '../resource/examples.ts'
import type { JsonSchema } from '../resource/field.ts'
import type { Filter } from '../resource/filter.ts'
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from '../resource/limits.ts'
import type { Resource, Write } from '../resource/resource.ts'
import {
  answersMetaSchema,
  differsAlone,
  findsRecord,
  listMetaSchema,
  oneMetaSchema,
  writeMetaSchema,
} from '../resource/schemas.ts'
import { KEPT_DAYS } from './idempotency.ts'
import type { ErrorResponses, Reason } from './openapi-errors.ts'
import { headersOf } from './openapi-headers.ts'
import { operationId } from './openapi-ids.ts'
import { keyCheckSchema } from './openapi-key-check.ts'
import { type ResourceOperation, scopeOf } from './route.ts'

type Described = Record<string, unknown>

const schemaOf = (name: string): Described => ({ $ref: `#/components/schemas/${name}` })

/** One operation of a resource. @param errors where its refusals are collected */
export function describe(method: string, operation: ResourceOperation, errors: ErrorResponses): Described {
  const { resource } = operation
  const scope = scopeOf(operation)
  const shared = { tags: [resource.name], description: `Needs the scope \`${scope}\`.`, 'x-scope': scope }
  switch (operation.kind) {
    case 'list':
      return { ...shared, ...list(resource, errors) }
    case 'one':
      return { ...shared, ...one(resource, errors) }
    case 'write':
      return { ...shared, ...write(method, resource, operation.write, errors) }
  }
}

/** GET of the root. @param example of its `data` */
export const describeKeyCheck = (example: Described, errors: ErrorResponses): Described => ({
  operationId: 'checkKey',
  tags: ['key'],
  summary: 'What this key is and what it may do',
  responses: {
    200: answer('The key', headersOf(200), envelope(keyCheckSchema(), oneMetaSchema()), { data: example }),
    ...errors.of(['key']),
  },
})

function list(resource: Resource, errors: ErrorResponses): Described {
  const { name, singular, fields, list: declaration } = resource
  const items = schemaOf(differsAlone(resource) ? `${singular}InList` : singular)
  const schema = envelope({ type: 'array', items }, listMetaSchema(resource), true)
  const example = { data: [recordExample(fields, false)], meta: listMetaExample(resource) }
  return {
    operationId: operationId('list', name),
    summary: declaration.doc,
    parameters: [...filterParameters(declaration.filters), ...sortParameter(resource), ...PAGE_PARAMETERS],
    responses: {
      200: answer('A page of them', headersOf(200), schema, example),
      ...errors.of(['key', 'scope', 'parameters']),
    },
  }
}

function one({ singular, fields, one: declaration }: Resource, errors: ErrorResponses): Described {
  const filters = declaration?.filters ?? {}
  const schema = envelope(schemaOf(singular), oneMetaSchema())
  const reasons: Reason[] = Object.keys(filters).length > 0 ? ['parameters'] : []
  return {
    operationId: operationId('get', singular),
    summary: declaration?.doc,
    parameters: filterParameters(filters),
    responses: {
      200: answer('The record', headersOf(200), schema, { data: recordExample(fields, true) }),
      ...errors.of(['key', 'scope', 'record', ...reasons]),
    },
  }
}

function write(method: string, resource: Resource, declaration: Write, errors: ErrorResponses): Described {
  const { singular } = resource
  const { creates, doc, answers, example, refusals } = declaration
  const schema = schemaOf(`${singular}${creates ? 'Create' : 'Update'}`)
  return {
    operationId: creates
      ? operationId('create', singular)
      : operationId('update', singular, ...(method === 'PATCH' ? [] : [method.toLowerCase()])),
    summary: doc,
    ...(creates && { parameters: [IDEMPOTENCY_KEY] }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example }, 'application/x-www-form-urlencoded': { schema } },
    },
    responses: {
      ...successes(resource, declaration),
      ...errors.of(['key', 'scope', 'body', creates ? 'creation' : 'record'], answers?.refusals ?? refusals),
    },
  }
}

const FOUND = 'Already on record; nothing was created'

/** What a write answers when it did something, or found what it was to make. */
function successes(resource: Resource, declaration: Write): Described {
  const { singular, fields, one: alone } = resource
  const { creates, answers } = declaration
  const replayed = ['Idempotent-Replayed'] as const
  if (answers !== undefined) {
    const schema = envelope(answers.data, answersMetaSchema(answers.meta))
    const example = { data: answers.example }
    const headers = headersOf(201, alone === undefined ? replayed : ['Location', ...replayed])
    return {
      ...(findsRecord(declaration) && { 200: answer(FOUND, headersOf(200, replayed), schema, example) }),
      201: answer('Done', headers, schema, example),
    }
  }
  const record = { data: recordExample(fields, true) }
  const whole = declaration.many ? oneOrMany(schemaOf(singular)) : schemaOf(singular)
  const meta = writeMetaSchema(declaration, resource)
  const part = schemaOf(`${singular}Part`)
  const known = envelope({ anyOf: [whole, declaration.many ? oneOrMany(part) : part] }, meta)
  if (!creates) return { 200: answer('Changed', headersOf(200), known, record) }
  const found = answer(FOUND, headersOf(200, replayed), known, {
    ...record,
    meta: { duplicate: true },
  })
  const headers = headersOf(201, alone === undefined ? replayed : ['Location', ...replayed])
  return {
    ...(findsRecord(declaration) && { 200: found }),
    201: answer('Created', headers, declaration.lookedUp === undefined ? envelope(whole, meta) : known, record),
  }
}

const oneOrMany = (one: Described): Described => ({ anyOf: [one, { type: 'array', items: one }] })

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `Any unique text. Within ${KEPT_DAYS} days the same request with the same key returns the first response and creates no duplicate; another request with it is refused.`,
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
  {
    name: 'cursor',
    in: 'query',
    description: 'A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page',
    schema: { type: 'string', minLength: 1 },
  },
]

const filterParameters = (filters: Record<string, Filter>): Described[] =>
  Object.entries(filters)
    .filter(([, { consoleOnly }]) => !consoleOnly)
    .map(([name, { schema, doc }]) => ({ name, in: 'query', description: doc, schema }))

const sortParameter = ({ list: { sorts } }: Resource): Described[] =>
  sorts.length === 0 ? [] : [{ name: 'sort', in: 'query', schema: { type: 'string', enum: sorts, default: sorts[0] } }]

function envelope(data: JsonSchema, meta: JsonSchema, metaRequired = false): JsonSchema {
  const required = ['ok', 'data', ...(metaRequired ? ['meta'] : [])]
  return { type: 'object', required, properties: { ok: { const: true }, data, meta } }
}

const answer = (description: string, headers: Described, schema: JsonSchema, example: Described): Described => ({
  description,
  headers,
  content: { 'application/json': { schema, example: { ok: true, ...example } } },
})
