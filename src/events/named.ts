/** What events name again and again: schemas of their own in the OpenAPI document. */
import { object } from '../resource/event.ts'
import type { JsonSchema } from '../resource/field.ts'

const integer = { type: 'integer' } as const
const text = { type: 'string' } as const

const schemas = {
  EventPerson: object({ id: integer, full_name: text }),
  EventActor: object({
    kind: {
      enum: ['user', 'key', 'station', 'link', 'command_line', 'clock', 'person'],
      description: 'person: they themselves',
    },
    name: { type: ['string', 'null'], description: 'Of the user or the API key' },
  }),
  EventMeeting: object({
    id: integer,
    kind: text,
    name: text,
    branch_id: integer,
    starts_at: { ...text, format: 'date-time' },
  }),
} satisfies Record<string, JsonSchema>

/** They, by name, for the document's components. */
export const NAMED_SCHEMAS: Readonly<Record<string, JsonSchema>> = schemas

const named = (name: keyof typeof schemas): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Somebody on record. */
export const WHO = named('EventPerson')
/** Who did something. */
export const BY = named('EventActor')
/** A meeting. */
export const MEETING = named('EventMeeting')
