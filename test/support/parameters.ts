/** What lists take beside their page, and values of it: as the declarations say. */
import type { Resource } from '../../src/resource/resource.ts'

interface Schema {
  type?: string
  format?: string
  enum?: readonly string[]
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  anyOf?: readonly Schema[]
}

/** Names of the parameters of a list; `page` and `per_page` are everywhere. */
export function parametersOf({ list: { filters, sorts } }: Resource): string[] {
  const ofTheApi = Object.entries(filters).flatMap(([name, { consoleOnly }]) => (consoleOnly ? [] : [name]))
  return [...ofTheApi, ...(sorts.length > 0 ? ['sort'] : [])]
}

const schemaOf = ({ list: { filters } }: Resource, parameter: string): Schema => filters[parameter]?.schema ?? {}

const isDay = ({ format, anyOf }: Schema): boolean => format === 'date' || anyOf?.some(isDay) === true

/** A value that a list takes. */
export function knownValue(resource: Resource, parameter: string): string {
  const schema = schemaOf(resource, parameter)
  if (parameter === 'sort') return resource.list.sorts[0] ?? ''
  // A list of choices is told by the choices there are.
  const [choice = schema.pattern?.slice(2).split(/[|)]/)[0]] = schema.enum ?? []
  return choice ?? (isDay(schema) ? '2026-01-01' : String(schema.minimum ?? 1))
}

/** What no id is. */
export const NO_ID = ['', '0', '-1', 'x', '1.5', '1e3', '%2B1', ' 1', '01', '9007199254740993', '99999999999999999999']
/** What no day is. */
export const NO_DAY = [
  '',
  'x',
  'now',
  'today',
  '2026-02-30',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  '20260101',
  '10000-01-01',
]
/** What no moment is. */
export const NO_MOMENT = [
  '',
  'now',
  'infinity',
  '-infinity',
  'yesterday',
  '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00%2B24:00',
  '1767225600',
  '2026-01',
  "2026-01-01';--",
]

/** Values that a list refuses, by what it takes; none for free text. */
export function badValues(resource: Resource, parameter: string): readonly string[] {
  const { type, format, enum: choices, pattern, minimum, maximum, maxLength, anyOf } = schemaOf(resource, parameter)
  if (parameter === 'sort') return ['', 'colour', 'ID', 'id,name', '-last_name', 'id;']
  if (type === 'integer' && maximum === undefined) return NO_ID
  if (type === 'integer') return ['', 'x', '-1', '1.5', '1e3', '99999999999', String((minimum ?? 0) - 1)]
  if (choices?.join() === '0,1') return ['', 'true', '2', '-1', 'yes']
  if (choices !== undefined || pattern !== undefined) {
    const first = knownValue(resource, parameter)
    return ['', 'elder', `${first[0]?.toUpperCase()}${first.slice(1)}`, ',', `${first},`, `${first}'`]
  }
  if (format === 'date') return NO_DAY
  if (anyOf !== undefined) return NO_MOMENT
  return maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), 'a%00b']
}
