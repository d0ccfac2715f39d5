/**
 * What the console does with webhook endpoints. Ids of endpoints are unique over all churches, so each operation first
 * finds the endpoint within the church of who asks. Nobody who is limited to a branch comes here (see sign-in/roles.ts).
 */
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import { parseTimestamp } from '../lib/calendar.ts'
import { insecureAllowed } from '../modules/church/node-lease.ts'
import type { Caller } from '../resource/caller.ts'
import { type ConsoleParts, type Operation, operation } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { redeliver, redeliverSince, sendTest } from './delivery-log.ts'
import { type Endpoint, type EndpointOf, MAX_PATTERNS } from './endpoint.ts'
import {
  createEndpoint,
  deleteEndpoint,
  MAX_ROTATION_HOURS,
  pauseEndpoint,
  resumeEndpoint,
  revealSecret,
  rotateSecret,
  switchOffEndpoint,
  updateEndpoint,
} from './endpoints.ts'

/** An endpoint with its secret, which is shown this once. */
export type NewEndpoint = Endpoint & { secret: string }

/** @throws ApiError `not_found`, the same for an endpoint of another church as for one that does not exist */
export async function ownEndpoint({ database }: ConsoleParts, { church }: Caller, id: number): Promise<EndpointOf> {
  const found = await database.read.first(
    sql`select 1 from webhook_endpoints where church_id = ${church.id} and id = ${id}`,
  )
  if (found === undefined) throw new ApiError('not_found')
  return { id, church }
}

/** Addresses for development are taken where a server that runs sends to them. */
const allowInsecure = async ({ config, database }: ConsoleParts): Promise<boolean> =>
  config.webhookAllowInsecure || (await insecureAllowed(database))

const id = field.ref().required()

const create = operation({
  name: 'endpoints.create',
  fields: {
    url: field.text(2_000).required(),
    events: field.texts(MAX_PATTERNS).required(),
    // Its length is checked with the rest, so that every wrong field is named at once.
    description: field.text(2_000).nullable().settable(),
  },
  stepUp: true,
  target: ({ url = '' }) => originOf(url),
  detail: ({ events }) => ({ events }),
  async run(parts, { church }, { url = '', events = [], description }) {
    const input = { url, events, description: description ?? undefined }
    const made: NewEndpoint = await createEndpoint(
      parts.database,
      parts.vault,
      church,
      input,
      await allowInsecure(parts),
    )
    return JSON.stringify(made)
  },
})

/** What the log keeps of an address: its path may hold a secret of the receiver. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

const update = operation({
  name: 'endpoints.update',
  fields: {
    id,
    url: field.text(2_000).settable(),
    events: field.texts(MAX_PATTERNS).settable(),
    // Its length is checked with the rest, so that every wrong field is named at once.
    description: field.text(2_000).nullable().settable(),
  },
  stepUp: true,
  detail: ({ url, events }) => ({ ...(url !== undefined && { url: originOf(url) }), ...(events && { events }) }),
  async run(parts, caller, { id = 0, ...input }) {
    await ownEndpoint(parts, caller, id)
    return JSON.stringify(await updateEndpoint(parts.database, id, input, await allowInsecure(parts)))
  },
})

const pause = operation({
  name: 'endpoints.pause',
  fields: { id },
  stepUp: false,
  async run(parts, caller, { id = 0 }) {
    await ownEndpoint(parts, caller, id)
    return JSON.stringify(await pauseEndpoint(parts.database, id))
  },
})

const resume = operation({
  name: 'endpoints.resume',
  fields: { id, discard: field.boolean().settable() },
  stepUp: false,
  detail: ({ discard = false }) => ({ discard }),
  async run(parts, caller, { id = 0, discard = false }) {
    await ownEndpoint(parts, caller, id)
    return JSON.stringify(await resumeEndpoint(parts.database, id, { discardHeld: discard }))
  },
})

const switchOff = operation({
  name: 'endpoints.switch_off',
  fields: { id },
  stepUp: false,
  async run(parts, caller, { id = 0 }) {
    await ownEndpoint(parts, caller, id)
    return JSON.stringify(await switchOffEndpoint(parts.database, id))
  },
})

const rotate = operation({
  name: 'endpoints.rotate',
  fields: { id, hours: field.integer(0, MAX_ROTATION_HOURS).settable() },
  stepUp: true,
  detail: ({ hours }) => ({ ...(hours !== undefined && { hours }) }),
  async run(parts, caller, { id = 0, hours }) {
    await ownEndpoint(parts, caller, id)
    const rotated: NewEndpoint = await rotateSecret(parts.database, parts.vault, id, hours)
    return JSON.stringify(rotated)
  },
})

/** Changes nothing, but is one of the things that the audit log has to know of. */
const reveal = operation({
  name: 'endpoints.reveal',
  fields: { id },
  stepUp: true,
  async run(parts, caller, { id = 0 }) {
    const endpoint = await ownEndpoint(parts, caller, id)
    return JSON.stringify({ secret: await revealSecret(parts.database, parts.vault, endpoint) })
  },
})

const remove = operation({
  name: 'endpoints.delete',
  fields: { id },
  stepUp: true,
  async run(parts, caller, { id = 0 }) {
    await ownEndpoint(parts, caller, id)
    await deleteEndpoint(parts.database, id)
    return JSON.stringify({ id })
  },
})

const test = operation({
  name: 'endpoints.test',
  fields: { id },
  stepUp: false,
  async run(parts, caller, { id = 0 }) {
    const event_id = await sendTest(parts.database, await ownEndpoint(parts, caller, id))
    return JSON.stringify({ event_id })
  },
})

const again = operation({
  name: 'endpoints.redeliver',
  fields: { delivery: field.text(40).required() },
  stepUp: false,
  target: ({ delivery = '' }) => delivery,
  async run({ database }, { church }, { delivery = '' }) {
    const { endpoint_id, event_id } = await redeliver(database, delivery, church.id)
    return JSON.stringify({ endpoint_id, event_id })
  },
})

const againSince = operation({
  name: 'endpoints.redeliver_since',
  fields: { id, since: field.text(40).required() },
  stepUp: false,
  detail: ({ since }) => ({ since }),
  async run(parts, caller, { id = 0, since = '' }) {
    const endpoint = await ownEndpoint(parts, caller, id)
    const problems = new Problems()
    const moment = parseTimestamp(since)
    if (moment === null) problems.add('since', 'must be a moment such as 2026-11-21T08:00:00Z')
    problems.throwIfAny()
    return JSON.stringify({ redelivered: await redeliverSince(parts.database, endpoint, moment ?? since) })
  },
})

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  create,
  update,
  pause,
  resume,
  switchOff,
  rotate,
  reveal,
  remove,
  test,
  again,
  againSince,
]
