/** Examples of records, bodies and lists for OpenAPI and the reference page, made from the declarations. */
import type { FieldSpec, Fields, JsonSchema } from './field.ts'
import { DEFAULT_PER_PAGE } from './limits.ts'
import { type Resource, tellsChanges } from './resource.ts'

const BY_FORMAT: Record<string, unknown> = { date: '2026-03-01', 'date-time': '2026-03-01T09:30:00Z' }
const BY_TYPE: Record<string, unknown> = { integer: 1, boolean: false, array: [], object: {} }

/** What stands for a text that its declaration gives no example of. */
export const NO_EXAMPLE = '…'

function exampleOf({ example, nullable, output }: FieldSpec): unknown {
  if (example !== undefined) return example
  return nullable ? null : fromSchema(output)
}

function fromSchema({ type, format, enum: values, examples }: JsonSchema): unknown {
  const [given] = [examples ?? values ?? []].flat()
  return given ?? BY_FORMAT[String(format)] ?? BY_TYPE[String(type)] ?? NO_EXAMPLE
}

/** A record as it is printed, alone or in a list. */
export function recordExample(fields: Fields, alone: boolean): Record<string, unknown> {
  const shown = Object.entries(fields).filter(([, { spec }]) => alone || !spec.onlyOne)
  return Object.fromEntries(shown.map(([name, { spec }]) => [name, exampleOf(spec)]))
}

/** The `meta` of a list that holds one record. */
export function listMetaExample(resource: Resource): Record<string, unknown> {
  const { fields, list } = resource
  const moment = tellsChanges(resource) ? { as_of: BY_FORMAT['date-time'] } : {}
  const sum = list.sum === undefined ? {} : { [list.sum.name]: fields[list.sum.column]?.spec.example ?? 1 }
  const more = Object.entries(list.metaSchema ?? {}).map(([name, schema]) => [name, fromSchema(schema)])
  const numbers = { page: 1, per_page: DEFAULT_PER_PAGE, total: 1, total_pages: 1 }
  return { ...numbers, has_more: false, next_cursor: null, ...moment, ...sum, ...Object.fromEntries(more) }
}
