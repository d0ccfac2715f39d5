/** What of the API can be given an id: derived from the declarations, so that a new resource is covered by itself. */
import { inputSchema } from '../../src/resource/field.ts'
import type { Resource, Write } from '../../src/resource/resource.ts'
import { ALL_MODULES } from '../support/house.ts'

/** Every resource of every module. */
export const RESOURCES: readonly Resource[] = ALL_MODULES.flatMap(({ resources }) => resources)

/** Fields that are not called as the records that they refer to. */
const CALLED: Record<string, string> = { campaign: 'pledge_campaign', came: 'person' }

/** The resource that `person_id` or `person_ids` refers to; undefined for a name that refers to none. */
export function referred(name: string): Resource | undefined {
  const said = /^(.+)_ids?$/.exec(name)?.[1] ?? ''
  const singular = CALLED[said] ?? said
  return RESOURCES.find(one => one.singular.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase() === singular)
}

/** Settable fields of a write that refer to another record. */
export const references = (write: Write | undefined): string[] =>
  Object.entries(write?.fields ?? {}).flatMap(([name, { spec }]) => (spec.settable && referred(name) ? [name] : []))

/** Fields of which a body may have one only: who a message goes to, whose an envelope is. */
const RIVALS = [
  ['person_id', 'person_ids', 'to'],
  ['person_id', 'family_id'],
  ['came_ids', 'present'],
]

/** A body that refers to another record by a field, and by no rival of it. */
export function referring(write: Pick<Write, 'fields'> | undefined, body: object, name: string, id: number): object {
  const known = RIVALS.map(rivals => rivals.filter(rival => rival in (write?.fields ?? {})))
  const rivals = known.filter(some => some.length > 1 && some.includes(name)).flat()
  const rest = Object.entries(body).filter(([field]) => field !== name && !rivals.includes(field))
  return { ...Object.fromEntries(rest), [name]: name.endsWith('_ids') ? [id] : id }
}

/** Filters that take an id. */
export const idFilters = ({ list }: Resource): string[] =>
  Object.keys(list.filters).filter(name => referred(name) !== undefined)

/** Filters that take free text, by which something foreign could be searched. */
export const textFilters = ({ list }: Resource): string[] =>
  Object.entries(list.filters).flatMap(([name, { schema }]) =>
    schema.type === 'string' && !schema.enum && !schema.pattern && !schema.anyOf && !schema.format ? [name] : [],
  )

/** Resources in an order in which each comes after those it refers to. */
export function inOrder(): Resource[] {
  const done = new Set<Resource>()
  const visit = (one: Resource): void => {
    if (done.has(one)) return
    for (const name of references(one.create)) {
      const target = referred(name)
      if (target !== undefined && target !== one) visit(target)
    }
    done.add(one)
  }
  for (const one of RESOURCES) visit(one)
  return [...done]
}

/**
 * A body with a value for every field that may be sent; texts carry the canary.
 * @param canary the text to be found, or not; @param phone a number that no other record has
 */
export function fullBody(write: Write, canary: string, phone: string, refs: Record<string, number>): object {
  const entries = Object.entries(write.fields).flatMap(([name, { spec }]): [string, unknown][] => {
    if (!spec.settable || name === 'dedupe' || spec.rows || OF_THEMSELVES.includes(name)) return []
    if (FIXED[spec.kind] !== undefined || FIXED[name] !== undefined) return [[name, FIXED[spec.kind] ?? FIXED[name]]]
    if (referred(name) || spec.kind === 'record') return refs[name] === undefined ? [] : [[name, refs[name]]]
    const value = valueFor(inputSchema(spec), name, canary, phone)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** What follows from the rest of a body: who came, whose envelope it was, the next number. */
const OF_THEMSELVES = ['came_ids', 'envelope', 'number']

/** Texts that have no room for a canary, by kind or name of the field. */
const FIXED: Record<string, string> = { time: '09:00', rule: 'FREQ=WEEKLY;BYDAY=SU', timezone: 'Africa/Lagos' }

function valueFor(schema: Record<string, unknown>, name: string, canary: string, phone: string): unknown {
  const types = [schema.type].flat()
  if (Array.isArray(schema.enum)) return schema.enum[0]
  // Words of a closed list have no room for a canary.
  if (types.includes('array')) return undefined
  if (types.includes('boolean')) return true
  if (types.includes('array')) return [(schema.items as { enum?: unknown[] } | undefined)?.enum?.[0] ?? canary]
  if (types.includes('integer'))
    return Math.min(1_000 + canary.length, Number(schema.maximum ?? Number.MAX_SAFE_INTEGER))
  if (types.includes('object')) return { note: canary }
  if (schema.format === 'email') return `${canary}@canary.example`
  if (schema.format === 'uri') return `https://canary.example/${canary}`
  if (schema.format === 'date') return '2020-02-29'
  if (schema.maxLength === 40 && /phone|whatsapp/.test(name)) return phone
  // Codes of countries and currencies have no room for a canary: their defaults do.
  return Number(schema.maxLength) < 10 ? undefined : canary
}
