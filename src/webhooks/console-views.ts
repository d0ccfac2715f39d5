/** What the console shows of webhook endpoints: how they go, what was sent to them, what they can be told. */
import type { Db } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { view } from '../resource/action.ts'
import type { Church } from '../resource/caller.ts'
import type { OfferedModule } from '../resource/event.ts'
import { ADMINISTRATORS, churchWide } from '../resource/roles.ts'
import { atOnce, tableFile } from '../resource/table-file.ts'
import * as field from '../resource/types.ts'
import { type Attempt, findDelivery, listAttempts } from './delivery-log.ts'
import { type Endpoint, endpointOf, listEndpoints } from './endpoint.ts'
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

const MOST_ATTEMPTS = 5_000
const ATTEMPTS = 50
/** Attempts of a file, the newest ones. */
const MOST_IN_FILE = 10_000

const may = churchWide(ADMINISTRATORS)

export const endpointsView = view({
  name: 'endpoints',
  may,
  fields: {},
  run: ({ read, clock }, { church }) => entriesOf(read, church, clock.now()),
})

async function entriesOf(read: Db, { id }: Church, now: Date): Promise<EndpointEntry[]> {
  const [found, days] = await Promise.all([listEndpoints(read, id), outcomesOf(read, id, 24, now)])
  return found.map(one => ({ ...one, last_day: days.get(one.id) ?? { delivered: 0, failed: 0 } }))
}

/** The endpoints as a CSV file, without their secrets. */
export const endpointsFile = tableFile({
  name: 'endpoints_file',
  may,
  fields: {},
  called: 'webhook-endpoints',
  columns: {
    url: (one: EndpointEntry) => one.url,
    description: one => one.description,
    events: one => one.events.join(', '),
    status: one => one.status,
    status_reason: one => one.status_reason,
    waiting: one => one.waiting,
    delivered: one => one.delivered,
    failed: one => one.failed,
    last_success_at: one => one.last_success_at,
    last_failure_at: one => one.last_failure_at,
    created_at: one => one.created_at,
  },
  rows: ({ read, clock }, { church }) => atOnce(entriesOf(read, church, clock.now())),
})

export const endpointView = view({
  name: 'endpoint',
  may,
  fields: { id: field.ref().required() },
  run: ({ read }, { church }, { id }) => endpointOf(read, church, id),
})

export const healthView = view({
  name: 'endpoint_health',
  may,
  fields: { id: field.ref().required() },
  async run({ read, clock }, { church }, { id }) {
    return await healthOf(read, await endpointOf(read, church, id), church.timezone, clock.now())
  },
})

export const deliveriesView = view({
  name: 'deliveries',
  may,
  fields: {
    endpoint_id: field.ref().required(),
    failed: field.boolean().settable(),
    event_id: field.text(40).settable(),
    limit: field.integer(1, MOST_ATTEMPTS).settable(),
  },
  async run({ read }, { church }, { endpoint_id, failed, event_id, limit = ATTEMPTS }) {
    const found = await endpointOf(read, church, endpoint_id)
    const attempts = await listAttempts(read, found, { failed, event_id, limit })
    return attempts.map(({ response: _, ...entry }): DeliveryEntry => entry)
  },
})

/** What was sent to an endpoint as a CSV file, without what was in it and without the answers. */
export const deliveriesFile = tableFile({
  name: 'deliveries_file',
  may,
  fields: { endpoint_id: field.ref().required(), failed: field.boolean().settable() },
  called: 'webhook-log',
  columns: {
    started_at: (one: Attempt) => one.started_at,
    event: one => one.event,
    event_id: one => one.event_id,
    delivery: one => one.id,
    kind: one => one.kind,
    number: one => one.number,
    url: one => one.url,
    outcome: one => one.outcome,
    status: one => one.status,
    reason: one => one.reason,
    duration_ms: one => one.duration_ms,
    next_at: one => one.next_at,
  },
  rows: ({ read }, { church }, { endpoint_id, failed }) =>
    atOnce(
      endpointOf(read, church, endpoint_id).then(found => listAttempts(read, found, { failed, limit: MOST_IN_FILE })),
    ),
})

export const deliveryView = view({
  name: 'delivery',
  may,
  fields: { delivery: field.text(40).required() },
  async run({ read }, { church }, { delivery }): Promise<DeliveryDetail> {
    const found = await findDelivery(read, church.id, delivery)
    if (found === undefined) throw new ApiError('not_found')
    const { endpoint_id, body, ...attempt } = found
    const headers = sentHeaders({ attempt: attempt.id, event_id: attempt.event_id, event: attempt.event })
    return { attempt, endpoint_id, request: { headers, body } }
  },
})

export const catalogueView = view({
  name: 'event_catalogue',
  may,
  fields: {},
  run: async ({ house: { catalogue } }, { church }): Promise<OfferedModule[]> => catalogue.offered(church.modules),
})
