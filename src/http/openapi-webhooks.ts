/** What the service sends: the `webhooks` of the OpenAPI document, made from the catalogue of events (spec, Events). */
import { catalogueOf } from '../events/catalogue.ts'
import { NAMED_SCHEMAS } from '../events/named.ts'
import type { EventEntry, EventShape } from '../resource/event.ts'
import type { JsonSchema } from '../resource/field.ts'
import type { Module } from '../resource/module.ts'
import { operationId } from './openapi-ids.ts'

const HEADERS: Record<string, JsonSchema> = {
  'X-Service-Event': { type: 'string', description: 'Name of the event' },
  'X-Service-Event-Id': {
    type: 'string',
    pattern: '^evt_',
    description: 'Unique per event; store it to ignore duplicates, since a redelivery reuses it',
  },
  'X-Service-Delivery': { type: 'string', description: 'Id of the delivery attempt, as shown in the delivery log' },
  'X-Service-Signature': {
    type: 'string',
    pattern: '^t=[0-9]+,v1=[0-9a-f]{64}$',
    description:
      '`t=<unix_time>,v1=<hex>`: the hex HMAC-SHA256 of `<t>.<raw body>` with the whole `whsec_` secret as its key. ' +
      'Compare in constant time; refuse when `t` is more than 300 seconds from now.',
  },
  'webhook-id': { type: 'string', pattern: '^evt_', description: 'Id of the event, as Standard Webhooks names it' },
  'webhook-timestamp': { type: 'string', pattern: '^[0-9]+$', description: 'Unix time in seconds' },
  'webhook-signature': {
    type: 'string',
    description:
      '`v1,<base64>` of Standard Webhooks; two of them, separated by a space, while the old secret is still valid',
  },
}

/** The request headers of every event, for the document's components. */
export const webhookParameters = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(HEADERS).map(([name, { description, ...schema }]) => [
      name,
      { name, in: 'header', required: true, description, schema },
    ]),
  )

/** The church, people, meetings and who did something, as events name them, for the document's components. */
export const webhookSchemas = (): Record<string, JsonSchema> => ({
  EventChurch: {
    type: 'object',
    required: ['id', 'slug', 'name'],
    properties: { id: { type: 'integer' }, slug: { type: 'string' }, name: { type: 'string' } },
  },
  ...NAMED_SCHEMAS,
})

/** The requests that endpoints receive, one for each event that the service records. */
export function webhooks(modules: readonly Module[]): Record<string, JsonSchema> {
  const recorded = Object.entries(catalogueOf(modules).events).filter(([, entry]) => entry.recorded)
  return Object.fromEntries(recorded.map(([name, entry]) => [name, { post: delivery(name, entry) }]))
}

function delivery(name: string, entry: EventEntry): JsonSchema {
  const { title, when } = entry
  return {
    operationId: operationId('on', name),
    summary: title,
    ...(when !== null && { description: `Sent when: ${when}.` }),
    // Endpoints get no key: they know the service by its signature.
    security: [],
    parameters: Object.keys(HEADERS).map(header => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: { required: true, content: { 'application/json': { schema: envelope(name, entry) } } },
    responses: RESPONSES,
  }
}

const RESPONSES = {
  '2XX': { description: 'Received: any 2xx within 10 seconds' },
  400: { description: 'The signature is wrong or too old' },
  410: { description: 'The endpoint is gone: it is paused at once' },
  default: { description: 'Anything else, or no answer within 10 seconds: sent again up to 4 times' },
}

function envelope(name: string, { data, previous }: EventEntry): JsonSchema {
  const properties: Record<string, JsonSchema> = {
    id: { type: 'string', pattern: '^evt_', description: 'The same when the event is sent again' },
    event: { const: name },
    created_at: { type: 'string', format: 'date-time' },
    api_version: { const: 'v1' },
    church: { $ref: '#/components/schemas/EventChurch' },
    data: shape(data),
    ...(previous !== undefined && { previous: shape(previous) }),
  }
  return { type: 'object', required: Object.keys(properties), properties }
}

const shape = (shown: EventShape): JsonSchema =>
  typeof shown === 'string' ? { $ref: `#/components/schemas/${shown}` } : (shown ?? { type: 'object' })
