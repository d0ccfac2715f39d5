/** The shape of the key check (spec, Key-check resource). */
import type { JsonSchema } from '../resource/field.ts'

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** JSON Schema of `data` in the answer to GET /api/v1. */
export const keyCheckSchema = (): JsonSchema =>
  object({
    church: object({ id: whole, name: text, slug: text, country: text, currency: text, timezone: text }),
    key: object({
      id: whole,
      name: text,
      prefix: { ...text, description: 'Leading characters of the key' },
      scopes: { type: 'array', items: text },
      branch_id: { type: ['integer', 'null'], description: 'The branch it is limited to' },
      created_at: { ...text, format: 'date-time' },
    }),
    resources: {
      type: 'array',
      items: object({
        name: text,
        url: text,
        allowed: { type: 'array', items: { enum: ['read', 'write'] } },
        module: text,
      }),
    },
  })
