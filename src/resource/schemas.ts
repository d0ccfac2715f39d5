/** JSON Schemas of a resource: what it looks like in answers, and what may be sent. */
import { type Fields, inputSchema, type JsonSchema, outputSchema } from './field.ts'
import { type Resource, tellsChanges, type Write } from './resource.ts'

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
export function listMetaSchema(resource: Resource): JsonSchema {
  const { list } = resource
  const properties: Record<string, JsonSchema> = {
    page: { type: 'integer' },
    per_page: { type: 'integer' },
    total: { type: 'integer', description: 'Count of matching records' },
    total_pages: { type: 'integer' },
    has_more: { type: 'boolean' },
    next_cursor: {
      type: ['string', 'null'],
      description: 'Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end',
    },
  }
  if (tellsChanges(resource)) properties.as_of = AS_OF
  if (list.sum !== undefined) {
    const description = 'Total of every matching record, in minor units of the church currency'
    properties[list.sum.name] = { type: 'integer', description }
  }
  for (const [name, schema] of Object.entries(list.metaSchema ?? {})) properties[name] = schema
  return object({ ...properties, ...IGNORED_PARAMETERS }, Object.keys(properties))
}

const AS_OF: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description:
    'The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page',
}

const DID_YOU_MEAN: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description:
    'For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there',
}

const names = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description })

const IGNORED_PARAMETERS: Record<string, JsonSchema> = {
  ignored_parameters: names('Query parameters that are not known and were ignored'),
  did_you_mean: DID_YOU_MEAN,
}

/** The `meta` of what has one only where parameters were ignored, such as a single record. */
export const oneMetaSchema = (): JsonSchema => object(IGNORED_PARAMETERS, [])

/** The `meta` of a write that answers with something else than a record. */
export const answersMetaSchema = (meta: JsonSchema): JsonSchema => ({ anyOf: [meta, oneMetaSchema()] })

/** The `meta` of a write that answers with a record, where there is any. */
export const writeMetaSchema = (write: Write, resource: Resource): JsonSchema =>
  object(
    {
      ...write.meta,
      ...IGNORED_PARAMETERS,
      ...(write.unknown === 'ignore' && { ignored_fields: names('Names that are not known and were ignored') }),
      ...(answersPart(write) && {
        full_record_needs: {
          const: `${resource.name}:read`,
          description:
            'The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up',
        },
      }),
    },
    [],
  )

/** True where a creation may answer with a record that was there before. */
export const findsRecord = ({ creates, meta }: Write): boolean => creates && meta?.duplicate !== undefined

/** True where a write may answer a part of a record (see shown-part.ts). */
export const answersPart = (write: Write): boolean =>
  !write.creates || findsRecord(write) || write.lookedUp !== undefined

/** A part of a record: its id, and what was sent. */
export const partSchema = (fields: Fields): JsonSchema => ({
  ...recordSchema(fields, true),
  required: ['id'],
  description: 'What a key that may write and not read is answered of a record, or of what was looked up for it',
})
