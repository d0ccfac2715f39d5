/** Custom fields: one JSON object a record, merged key by key on update (spec, People, rule 5; decisions, People). */
import { z } from 'zod'
import { isPlainText } from '../lib/json.ts'
import { Field } from './field.ts'

/** What a custom field may hold. */
type CustomValue = string | number | boolean | null | CustomValue[] | { [key: string]: CustomValue }
export type Custom = Record<string, CustomValue>

const MAX_KEYS = 100
const MAX_BYTES = 32 * 1024

/** What is wrong with a whole set of custom fields, or undefined. Applies to what was sent and to the merged whole. */
export function customProblem(custom: Custom): string | undefined {
  if (Object.keys(custom).length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`
  if (Buffer.byteLength(JSON.stringify(custom)) > MAX_BYTES) return 'must be at most 32 KiB of JSON'
  return undefined
}

/** The existing custom fields with a change merged into them: a null value removes its key. */
export function mergeCustom(existing: Custom, change: Custom): Custom {
  const merged = new Map(Object.entries(existing))
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

function storable(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(storable)
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).every(([key, item]) => isPlainText(key) && storable(item))
  }
  return true
}

/** An object of custom fields; forms send it as `custom[key]=value`. */
export const custom = (): Field<Custom> =>
  new Field<Custom>({
    kind: 'custom',
    schema: z.record(z.string(), z.unknown(), { error: 'must be an object' }).superRefine((value, context) => {
      const problem = storable(value)
        ? customProblem(value as Custom)
        : 'must not hold NUL characters, halves of surrogate pairs, or numbers out of range'
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    }),
    output: { type: 'object', additionalProperties: true },
    fromForm: text => text,
    print: text => text,
    doc: 'Custom fields; on update merged key by key, a null value removes its key',
    nullable: false,
    settable: false,
    required: false,
    onlyOne: false,
  })
