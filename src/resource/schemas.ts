/** JSON Schemas of a resource: what it looks like in answers, and what may be sent. */
import { type Fields, inputSchema, type JsonSchema, outputSchema } from './field.ts'
import type { Resource, Write } from './resource.ts'

const object = (properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

/** A record as it is printed, alone or in a list. */
export function recordSchema(fields: Fields, alone: boolean): JsonSchema {
  const shown = Object.entries(fields).filter(([, { spec }]) => alone || !spec.onlyOne)
  return object(
    Object.fromEntries(shown.map(([name, { spec }]) => [name, outputSchema(spec)])),
    shown.map(([name]) => name),
  )
}

/** A body: the fields that may be sent. Read-only fields are accepted and ignored. */
export function bodySchema(write: Write): JsonSchema {
  const sent = Object.entries(write.fields).filter(([, { spec }]) => spec.settable)
  const properties = Object.fromEntries(sent.map(([name, { spec }]) => [name, inputSchema(spec)]))
  const required = write.creates ? sent.filter(([, { spec }]) => spec.required).map(([name]) => name) : []
  return object(properties, required)
}

/** True where a record alone has fields that lists leave out. */
export const differsAlone = (resource: Resource): boolean =>
  Object.values(resource.fields).some(({ spec }) => spec.onlyOne)

/** The `meta` of a list (spec, Lists and pagination). */
export function listMetaSchema({ list }: Resource): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    page: { type: 'integer' },
    per_page: { type: 'integer' },
    total: { type: 'integer', description: 'Count of matching records' },
    total_pages: { type: 'integer' },
    has_more: { type: 'boolean' },
  }
  if (list.sum !== undefined) {
    const description = 'Total of every matching record, in minor units of the church currency'
    properties[list.sum.name] = { type: 'integer', description }
  }
  for (const [name, schema] of Object.entries(list.metaSchema ?? {})) properties[name] = schema
  return object(properties, Object.keys(properties))
}
