/**
 * Writes `console/src/api-types.ts`: the types of the console's client, from the OpenAPI document of a running service.
 * `npx tsx bin/console-types.ts http://localhost:3000/openapi.json`
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: (string | number)[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

interface Content {
  content?: Record<string, { schema?: Schema }>
}

interface Operation {
  parameters?: { name: string; in: string; description?: string; schema?: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content>
}

/** As much of an OpenAPI 3.1 document as the types are made from. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation | undefined> | undefined>
  components: { schemas: Record<string, Schema> }
}

const PLAIN: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' }

const JSON_TYPE = 'application/json'

/** The file's text for one document. */
export function consoleTypes(document: OpenApi): string {
  const schemas = Object.entries(document.components.schemas)
  const head = '/** What the API takes and answers. Written by `bin/console-types.ts`; do not edit. */\n'
  const declared = schemas.map(([name, schema]) => `export ${declaration(name, schema)}\n`)
  return [head, ...declared, resources(document)].join('\n')
}

function declaration(name: string, schema: Schema): string {
  return schema.properties ? `interface ${name} ${object(schema, '')}` : `type ${name} = ${typeOf(schema, '')}`
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const types = [schema.type ?? []].flat()
  if (schema.anyOf && types.length === 0) return schema.anyOf.map(one => typeOf(one, indent)).join(' | ')
  const names = types.map(type => named(type, schema, indent))
  return names.length === 0 ? 'unknown' : names.join(' | ')
}

function named(type: string, schema: Schema, indent: string): string {
  if (type === 'array') return `(${typeOf(schema.items ?? {}, indent)})[]`
  if (type === 'object') return schema.properties ? object(schema, indent) : 'Record<string, unknown>'
  return PLAIN[type] ?? 'null'
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

function object(schema: Schema, indent: string): string {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const about = field.description ? `${indent}  /** ${field.description.replaceAll('*/', '')} */\n` : ''
    return `${about}${indent}  ${quoted(name)}${required.has(name) ? '' : '?'}: ${typeOf(field, `${indent}  `)}`
  })
  return `{\n${fields.join('\n')}\n${indent}}`
}

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)

/** One member for each resource: its records, its list's parameters and `meta`, its bodies. */
function resources({ paths }: OpenApi): string {
  const lists = Object.entries(paths).filter(([path, item]) => /^\/api\/v1\/\w+$/.test(path) && item?.get)
  const members = lists.map(([path, item]) => {
    const one = paths[`${path}/{id}`]
    const list = answer(item?.get)
    const fields: Record<string, Schema | undefined> = {
      item: list?.data?.items,
      one: answer(one?.get)?.data,
      query: query(item?.get),
      meta: list?.meta,
      create: body(item?.post),
      created: answer(item?.post)?.data,
      created_meta: answer(item?.post)?.meta,
      update: body(one?.patch),
    }
    const written = Object.entries(fields).map(
      ([name, schema]) => `    ${name}: ${schema ? typeOf(schema, '    ') : 'never'}`,
    )
    return `  ${path.slice('/api/v1/'.length)}: {\n${written.join('\n')}\n  }`
  })
  return `/** Every resource by its name. */\nexport interface Resources {\n${members.join('\n')}\n}\n`
}

function answer(operation?: Operation): Record<string, Schema> | undefined {
  const response = operation?.responses?.['201'] ?? operation?.responses?.['200']
  return response?.content?.[JSON_TYPE]?.schema?.properties
}

const body = (operation?: Operation): Schema | undefined => operation?.requestBody?.content?.[JSON_TYPE]?.schema

function query(operation?: Operation): Schema {
  const parameters = operation?.parameters?.filter(parameter => parameter.in === 'query') ?? []
  const entries = parameters.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description && { description }) },
  ])
  return { type: 'object', properties: Object.fromEntries(entries) as Record<string, Schema> }
}

async function write(address: string): Promise<void> {
  const document = (await (await fetch(address)).json()) as OpenApi
  writeFileSync(path.resolve(import.meta.dirname, '../console/src/api-types.ts'), consoleTypes(document))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await write(process.argv[2] ?? 'http://localhost:3000/openapi.json')
}
