/**
 * Writes `client/src/api.ts`: what the API takes and answers, as TypeScript, from the OpenAPI document. The client and
 * the pages of the console take their types from it. `npm run types`, after the API changed.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { HOUSE } from '../src/house.ts'
import { openApi } from '../src/http/openapi.ts'
import { API_ROOT } from '../src/http/route.ts'

type Schema = JSONSchema
type Schemas = Record<string, Schema>

interface Content {
  content?: Record<string, { schema?: Schema }>
}

interface Operation {
  parameters?: { name: string; in: string; description?: string; schema?: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content>
}

type PathItem = Partial<Record<'get' | 'post' | 'patch', Operation>>

/** As much of an OpenAPI 3.1 document as the types are made from. */
export interface OpenApi {
  paths: Record<string, PathItem | undefined>
  webhooks: Record<string, PathItem>
  components: { schemas: Schemas; examples: Record<string, unknown> }
}

/** Where the types are. */
export const FILE = path.resolve(import.meta.dirname, '../client/src/api.ts')

const BANNER = '/** What the API takes and answers. Written by `npm run types`; do not edit. */'
const STYLE = { semi: false, singleQuote: true, bracketSpacing: true, printWidth: 120, arrowParens: 'avoid' } as const

/** The document of the service as it is in this clone. Types do not depend on where it runs. */
export const currentDocument = (): OpenApi => openApi(HOUSE.modules, 'http://localhost:3000') as unknown as OpenApi

/** The file's text for one document. */
export async function apiTypes(document: OpenApi): Promise<string> {
  const resources = resourcesOf(document)
  const { Error: _refusal, ...schemas } = document.components.schemas
  const $defs: Schemas = {
    ...schemas,
    Events: { ...eventsOf(document), description: 'What endpoints receive, by the name of the event.' },
    KeyCheck: { ...answered(document.paths[API_ROOT]?.get, 'data'), description: 'What a key is and may do.' },
    ErrorCode: {
      enum: codesOf(document),
      description: 'Why a request was refused; beside these `invalid_<parameter>`.',
    },
  }
  const root = object(Object.fromEntries(resources.map(one => [one.name, object(one.types)])))
  const text = JSON.stringify({ ...root, $defs, description: 'Every resource by its name.' }).replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  )
  const types = await compile(JSON.parse(text, plain) as Schema, 'Resources', {
    bannerComment: BANNER,
    additionalProperties: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    style: STYLE,
  })
  return `${compact(types)}\n${operationsTable(resources)}`
}

/** As TypeScript tells types: without formats of texts; an object of which nothing is said may have anything. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value
  if (value.type === 'object' && !('properties' in value)) return { additionalProperties: true, ...value }
  const { anyOf: _formats, ...rest } = value as Schema
  return rest
}

const codesOf = ({ components }: OpenApi): string[] =>
  Object.keys(components.examples).filter(code => code !== 'invalid_parameter')

const eventsOf = ({ webhooks }: OpenApi): Schema =>
  object(Object.fromEntries(Object.entries(webhooks).map(([name, { post }]) => [name, eventOf(body(post))])))

/** `previous` of a changed record is a part of what `data` is. */
function eventOf(event: Schema): Schema {
  const { data, previous } = event.properties ?? {}
  const record = data?.$ref?.split('/').at(-1)
  if (record === undefined || previous === undefined || previous.$ref || previous.properties) return event
  const { description } = previous
  return { ...event, properties: { ...event.properties, previous: { tsType: `Partial<${record}>`, description } } }
}

interface ResourceTypes {
  name: string
  operations: string[]
  types: Schemas
}

const NEVER: Schema = { tsType: 'never' }

/** Each resource: its records, what its lists and records may be asked with, its bodies, its answers. */
function resourcesOf({ paths }: OpenApi): ResourceTypes[] {
  const lists = Object.entries(paths).filter(([path, item]) => /^\/api\/v1\/\w+$/.test(path) && item?.get)
  return lists.map(([path, item]) => {
    const record = paths[`${path}/{id}`]
    const operations = { list: item?.get, get: record?.get, create: item?.post, update: record?.patch }
    const { list, get, create, update } = operations
    return {
      name: path.slice(API_ROOT.length + 1),
      operations: Object.entries(operations).flatMap(([name, operation]) => (operation === undefined ? [] : [name])),
      types: {
        item: answered(list, 'data').items as Schema,
        query: query(list),
        meta: answered(list, 'meta'),
        one: answered(get, 'data'),
        one_query: query(get),
        one_meta: answered(get, 'meta'),
        create: body(create),
        created: answered(create, 'data'),
        created_meta: answered(create, 'meta'),
        update: body(update),
        updated: answered(update, 'data'),
        updated_meta: answered(update, 'meta'),
      },
    }
  })
}

const schemaOf = (has: Content | undefined): Schema | undefined => has?.content?.['application/json']?.schema

const body = (operation: Operation | undefined): Schema => schemaOf(operation?.requestBody) ?? NEVER

/** `data` or `meta` of whatever an operation answers when it did as asked: each shape once. */
function answered(operation: Operation | undefined, member: 'data' | 'meta'): Schema {
  const shapes = ['200', '201'].flatMap(status => {
    const shape = schemaOf(operation?.responses?.[status])?.properties?.[member]
    return shape === undefined ? [] : (shape.anyOf ?? [shape])
  })
  const texts = [...new Set(shapes.map(shape => JSON.stringify(shape)))]
  const different = texts.map(text => JSON.parse(text) as Schema)
  return different.length > 1 ? { anyOf: different } : (different[0] ?? NEVER)
}

function query(operation: Operation | undefined): Schema {
  if (operation === undefined) return NEVER
  const parameters = operation.parameters?.filter(parameter => parameter.in === 'query') ?? []
  const entries = parameters.map(({ name, description, schema }) => [name, { ...schema, description }] as const)
  return entries.length === 0 ? { tsType: 'Record<string, never>' } : object(Object.fromEntries(entries), [])
}

const object = (properties: Schemas, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})

/** Comments of one line on one line, and none of those that only tell how the generator came to a type. */
const compact = (text: string): string =>
  text
    .replace(/^ \* (This interface was referenced by|via the `definition`).*\n/gm, '')
    .replace(/^( *\/\*\*\n(?: *\* .*\n)+) *\*\n( *\*\/)/gm, '$1$2')
    .replace(/^ *\/\*\*\n *\*\/\n/gm, '')
    .replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')

function operationsTable(resources: readonly ResourceTypes[]): string {
  const lines = resources.map(({ name, operations }) => `  ${name}: [${operations.map(one => `'${one}'`).join(', ')}],`)
  return `/** The operations that each resource has. */\nexport const OPERATIONS = {\n${lines.join('\n')}\n} as const\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, await apiTypes(currentDocument()))
}
