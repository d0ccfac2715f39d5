/** OpenAPI 3.1, made from the declarations: what the API does is written once. */
import { ERRORS } from '../errors.ts'
import type { JsonSchema } from '../resource/field.ts'
import { areaOf, type Module } from '../resource/module.ts'
import type { Resource } from '../resource/resource.ts'
import { answersPart, bodySchema, differsAlone, partSchema, recordSchema } from '../resource/schemas.ts'
import { KEPT_DAYS } from './idempotency.ts'
import { type ErrorResponses, errorExamples, errorResponses } from './openapi-errors.ts'
import { headerComponents } from './openapi-headers.ts'
import { keyCheckExample } from './openapi-key-check.ts'
import { describe, describeKeyCheck } from './openapi-operations.ts'
import { webhookParameters, webhookSchemas, webhooks } from './openapi-webhooks.ts'
import { API_ROOT, methodsOf } from './route.ts'

type Described = Record<string, unknown>

const DESCRIPTION = `A church's people, families, branches, funds, gifts and messages, and what its modules add.

**Keys.** Send yours as \`Authorization: Bearer <API_KEY>\`. Every key begins with \`sx_live_\` and works on the records of one
church: there are no test keys and there is no test mode. To try things out, use a church of its own, such as the demo church of
\`npm start\`, whose messages go into an outbox and whose online gifts are test payments that move no money. Keys are for servers; one
that web pages are to use names their origins (see docs/websites.md), and only then do answers carry CORS headers.

**Answers.** Every answer is a JSON object with a boolean \`ok\`. Ignore fields you do not know: more may be added. Parameters and
fields that are not known are ignored, where they are not refused, and named in \`meta\` with the nearest known name. HEAD is as GET.

**Creations** may carry an \`Idempotency-Key\`: for ${KEPT_DAYS} days the same request with the same key returns the first response, with
\`Idempotent-Replayed: true\`, and creates nothing.

**Lists.** \`page\` and \`per_page\` turn pages. To read a whole list, follow \`meta.next_cursor\` instead: what changes on the way moves
nothing past you. To keep a copy, follow the cursors to the end, and go on with \`updated_since\` of \`meta.as_of\`.

**Limits** are counted over a sliding minute for each key and each address; \`RateLimit\` says what is left, and after a 429
\`Retry-After\` how long to wait.

Money is in minor units: 150050 means 1,500.50.`

/**
 * The document for all modules.
 * @param baseUrl public address of the service
 */
export function openApi(modules: readonly Module[], baseUrl: string): Described {
  const resources = modules.flatMap(one =>
    one.resources.map(resource => ({ resource, module: areaOf(one), title: one.title })),
  )
  const errors = errorResponses()
  const [first] = resources
  const example = keyCheckExample(first?.resource.name ?? '', first?.module ?? '', baseUrl)
  const keyCheck = describeKeyCheck(example, errors)
  const paths = resources.flatMap(({ resource }) => pathsOf(resource, errors))
  return {
    openapi: '3.1.0',
    info: { title: 'Sexton', version: '1', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { query: [] }],
    tags: [{ name: 'key' }, ...resources.map(({ resource, title }) => ({ name: resource.name, description: title }))],
    paths: { [API_ROOT]: { get: keyCheck }, ...Object.fromEntries(paths) },
    webhooks: webhooks(modules),
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
      responses: errors.components(),
      headers: headerComponents(),
      examples: errorExamples(),
      parameters: webhookParameters(),
    },
  }
}

function schemasOf(resource: Resource): [string, JsonSchema][] {
  const { singular, fields, create, update } = resource
  const partly = [create, update].some(write => write !== undefined && answersPart(write))
  const schemas: [string, JsonSchema | undefined][] = [
    [singular, recordSchema(fields, true)],
    [`${singular}InList`, differsAlone(resource) ? recordSchema(fields, false) : undefined],
    [`${singular}Part`, partly ? partSchema(fields) : undefined],
    [`${singular}Create`, create && bodySchema(create)],
    [`${singular}Update`, update && bodySchema(update)],
  ]
  return schemas.flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema] as [string, JsonSchema]]))
}

function pathsOf(resource: Resource, errors: ErrorResponses): [string, Described][] {
  const root = `${API_ROOT}/${resource.name}`
  const list = methodsOf(resource, 'list')
  const one = methodsOf(resource, 'one', 1)
  const operations = (methods: typeof list): Described =>
    Object.fromEntries(
      Object.entries(methods).flatMap(([method, operation]) =>
        operation === undefined ? [] : [[method.toLowerCase(), describe(method, operation, errors)]],
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
