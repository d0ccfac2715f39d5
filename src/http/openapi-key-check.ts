/** The shape of the key check (spec, Key-check resource). */
import type { JsonSchema } from '../resource/field.ts'
import { API_ROOT } from './route.ts'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** JSON Schema of `data` in the answer to GET /api/v1. */
export const keyCheckSchema = (): JsonSchema =>
  object({
    church: object({
      id: integer,
      name: text,
      slug: text,
      country: text,
      currency: text,
      timezone: text,
    }),
    key: object({
      id: integer,
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

/** An example of it, with one resource. */
export const keyCheckExample = (resource: string, module: string, baseUrl: string): Record<string, unknown> => ({
  church: {
    id: 1,
    name: 'Grace Church',
    slug: 'grace',
    country: 'NG',
    currency: 'NGN',
    timezone: 'Africa/Lagos',
  },
  key: {
    id: 1,
    name: 'Website',
    prefix: 'sx_live_RuhE',
    scopes: [`${resource}:read`],
    branch_id: null,
    created_at: '2026-03-01T09:30:00Z',
  },
  resources: [{ name: resource, url: `${baseUrl}${API_ROOT}/${resource}`, allowed: ['read'], module }],
})
