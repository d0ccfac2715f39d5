/** What the console shows of webhook endpoints: how they go, what was sent to them, what they can be told. */
import { ApiError } from '../errors.ts'
import { type OfferedModule, offeredEvents } from '../events/catalogue.ts'
import { type View, view } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { ownEndpoint } from './console.ts'
import { type Attempt, findDelivery, listAttempts } from './delivery-log.ts'
import { type Endpoint, findEndpointOf, listEndpoints } from './endpoint.ts'
import { type EndpointHealth, healthOf, type Outcomes, outcomesOf } from './health.ts'
import { sentHeaders } from './sign.ts'

/** An endpoint of the list, with its last 24 hours. */
export type EndpointEntry = Endpoint & { last_day: Outcomes }

export type { Attempt, Endpoint, EndpointHealth, OfferedModule }

/** An attempt of the list. */
export type DeliveryEntry = Omit<Attempt, 'response'>

/** An attempt with what was sent and what came back. */
export interface DeliveryDetail {
  attempt: Attempt
  endpoint_id: number
  request: {
    /** All but the signatures, which are made when it is sent and not kept. */
    headers: Record<string, string>
    /** As it was signed; null where the event is no longer kept. */
    body: string | null
  }
}

const MOST_ATTEMPTS = 200
const ATTEMPTS = 50

const endpoints = view({
  name: 'endpoints',
  fields: {},
  async run({ database, clock }, { church }) {
    const [found, days] = await Promise.all([
      listEndpoints(database.read, church.id),
      outcomesOf(database, church.id, 24, clock.now()),
    ])
    const entries: EndpointEntry[] = found.map(one => ({
      ...one,
      last_day: days.get(one.id) ?? { delivered: 0, failed: 0 },
    }))
    return JSON.stringify(entries)
  },
})

const endpoint = view({
  name: 'endpoint',
  fields: { id: field.ref().required() },
  async run({ database }, { church }, { id = 0 }) {
    const found: Endpoint | undefined = await findEndpointOf(database.read, church.id, id)
    if (found === undefined) throw new ApiError('not_found')
    return JSON.stringify(found)
  },
})

const health = view({
  name: 'endpoint_health',
  fields: { id: field.ref().required() },
  async run(parts, caller, { id = 0 }) {
    const found = await ownEndpoint(parts, caller, id)
    const { timezone } = caller.church
    return JSON.stringify(await healthOf(parts.database, found, timezone, parts.clock.now()))
  },
})

const deliveries = view({
  name: 'deliveries',
  fields: {
    endpoint_id: field.ref().required(),
    failed: field.boolean().settable(),
    event_id: field.text(40).settable(),
    limit: field.integer(1, MOST_ATTEMPTS).settable(),
  },
  async run(parts, caller, { endpoint_id = 0, failed, event_id, limit = ATTEMPTS }) {
    const found = await ownEndpoint(parts, caller, endpoint_id)
    const attempts = await listAttempts(parts.database.read, found, { failed, event_id, limit })
    const entries: DeliveryEntry[] = attempts.map(({ response: _, ...entry }) => entry)
    return JSON.stringify(entries)
  },
})

const delivery = view({
  name: 'delivery',
  fields: { delivery: field.text(40).required() },
  async run({ database }, { church }, { delivery = '' }) {
    const found = await findDelivery(database.read, church.id, delivery)
    if (found === undefined) throw new ApiError('not_found')
    const { endpoint_id, body, ...attempt } = found
    const headers = sentHeaders({ attempt: attempt.id, event_id: attempt.event_id, event: attempt.event })
    const detail: DeliveryDetail = { attempt, endpoint_id, request: { headers, body } }
    return JSON.stringify(detail)
  },
})

const catalogue = view({
  name: 'event_catalogue',
  fields: {},
  async run(_parts, { church }) {
    const modules: OfferedModule[] = offeredEvents(church.modules)
    return JSON.stringify(modules)
  },
})

export const WEBHOOK_VIEWS: readonly View[] = [endpoints, endpoint, health, deliveries, delivery, catalogue]
