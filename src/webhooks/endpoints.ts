/** Makes, changes, switches and deletes webhook endpoints (spec, Events; decisions, Webhooks). */
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import type { EventChurch } from '../events/record.ts'
import type { Vault } from '../vault.ts'
import {
  checkEndpoint,
  type Endpoint,
  type EndpointInput,
  type EndpointOf,
  findEndpoint,
  wakeLane,
} from './endpoint.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { newSecret } from './sign.ts'

/** Hours for which the secret before stays valid, unless said otherwise. */
export const ROTATION_HOURS = 24
/** Hours for which it may stay valid at most. */
export const MAX_ROTATION_HOURS = 24 * 30

/**
 * Makes an endpoint. Its secret is in the result only, and again only when it is rotated.
 * @param allowInsecure for development: plain http and this machine are taken, too
 * @throws ApiError `validation_failed`, or `plan_limit_reached` when the church may have no more endpoints
 */
export async function createEndpoint(
  database: Database,
  vault: Vault,
  church: EventChurch,
  input: { url: string; events: readonly string[]; description?: string | undefined },
  allowInsecure: boolean,
): Promise<Endpoint & { secret: string }> {
  const events = checkEndpoint(input, allowInsecure)
  const secret = newSecret()
  await vault.agree(database)
  return await database.write(church.id, async tx => {
    await checkLimit(tx, church.id)
    const row = await tx.first<{ id: number }>(sql`
      insert into webhook_endpoints (church_id, url, description, events, secret, status_since, created_at, updated_at)
      values (${church.id}, ${input.url}, ${input.description || null}, ${events}::text[], ${sealSecret(vault, church.id, secret)},
        ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
    const id = row?.id ?? 0
    await tx.run(sql`insert into webhook_lanes (church_id, endpoint_id) values (${church.id}, ${id})`)
    return { ...(await findEndpoint(tx, id)), secret }
  })
}

async function checkLimit(tx: Tx, church: number): Promise<void> {
  // Taken by each creation, and before counting, so that two at the same time cannot both be the last.
  const plan = await tx.first<{ most: number | null }>(
    sql`select webhook_limit as most from churches where id = ${church} for no key update`,
  )
  if (typeof plan?.most !== 'number') return
  const found = await tx.first<{ n: number }>(
    sql`select count(*)::int as n from webhook_endpoints where church_id = ${church}`,
  )
  if ((found?.n ?? 0) < plan.most) return
  throw new ApiError('plan_limit_reached', {
    message: `This church may have ${plan.most} webhook endpoints. Delete one first.`,
  })
}

/** Changes what is given; the rest stays. The next attempt follows. @throws ApiError `not_found`, `validation_failed` */
export async function updateEndpoint(
  database: Database,
  id: number,
  input: EndpointInput,
  allowInsecure: boolean,
): Promise<Endpoint> {
  const events = checkEndpoint(input, allowInsecure)
  return await changing(database, id, async (tx, { church }) => {
    await tx.run(sql`update webhook_endpoints set updated_at = ${tx.now}::timestamptz,
      url = coalesce(${input.url ?? null}, url),
      events = case when ${input.events === undefined}::boolean then events else ${events}::text[] end,
      description = case when ${input.description === undefined}::boolean then description else ${input.description || null} end
      where church_id = ${church.id} and id = ${id}`)
  })
}

/** Pauses: events are held until the endpoint is switched on again. */
export async function pauseEndpoint(database: Database, id: number): Promise<Endpoint> {
  return await changing(database, id, (tx, endpoint) =>
    endpoint.status === 'paused' ? Promise.resolve() : setStatus(tx, endpoint, 'paused', 'by hand'),
  )
}

/** Switches off: what is held is discarded, and no events are held for it. */
export async function switchOffEndpoint(
  database: Database,
  id: number,
): Promise<{ endpoint: Endpoint; discarded: number }> {
  let discarded = 0
  const endpoint = await changing(database, id, async (tx, found) => {
    if (found.status === 'off') return
    await setStatus(tx, found, 'off', 'by hand')
    discarded = await discard(tx, found, 'discarded when the endpoint was switched off')
  })
  return { endpoint, discarded }
}

/**
 * Switches on: what was held is sent, slowly at first, or discarded. The count of failures in a row begins anew.
 * @returns how many were discarded
 */
export async function resumeEndpoint(
  database: Database,
  id: number,
  { discardHeld = false }: { discardHeld?: boolean | undefined } = {},
): Promise<{ endpoint: Endpoint; discarded: number }> {
  let discarded = 0
  const endpoint = await changing(database, id, async (tx, found) => {
    if (found.status === 'active') return
    // An event that was being recorded while the endpoint was switched off may have left a delivery.
    if (discardHeld || found.status === 'off')
      discarded = await discard(tx, found, 'discarded when the endpoint was switched on')
    await setStatus(tx, found, 'active', null)
    const { church } = found
    await tx.run(sql`update webhook_lanes set failures = 0 where church_id = ${church.id} and endpoint_id = ${id}`)
  })
  return { endpoint, discarded }
}

/**
 * Gives the endpoint a new secret; the one before stays valid for a time.
 * @param hours how long; 0 ends it at once
 * @throws ApiError `not_found`, `validation_failed`
 */
export async function rotateSecret(
  database: Database,
  vault: Vault,
  id: number,
  hours = ROTATION_HOURS,
): Promise<Endpoint & { secret: string }> {
  if (!(hours >= 0 && hours <= MAX_ROTATION_HOURS)) {
    const problems = new Problems()
    problems.add('hours', `must be 0 to ${MAX_ROTATION_HOURS}`)
    problems.throwIfAny()
  }
  const secret = newSecret()
  await vault.agree(database)
  const endpoint = await changing(database, id, async (tx, { church }) => {
    await tx.run(sql`update webhook_endpoints set secret = ${sealSecret(vault, church.id, secret)}, updated_at = ${tx.now}::timestamptz,
      previous_secret = case when ${hours > 0}::boolean then secret end,
      previous_secret_until = case when ${hours > 0}::boolean then ${tx.now}::timestamptz + ${hours} * interval '1 hour' end
      where church_id = ${church.id} and id = ${id}`)
  })
  return { ...endpoint, secret }
}

/**
 * The secret that an endpoint's events are signed with now.
 * @throws ApiError `not_found` where the endpoint was deleted meanwhile; VaultError
 */
export async function revealSecret(database: Database, vault: Vault, { church, id }: EndpointOf): Promise<string> {
  const stored = await database.read.first<{ secret: string }>(
    sql`select secret from webhook_endpoints where church_id = ${church.id} and id = ${id}`,
  )
  if (stored === undefined) throw new ApiError('not_found')
  return openSecret(vault, church.id, stored.secret)
}

/** Deletes an endpoint with all that waits for it; its log stays until it is dropped with its week. */
export async function deleteEndpoint(database: Database, id: number): Promise<Endpoint> {
  const found = await findEndpoint(database.read, id)
  await database.write(found.church.id, async tx => {
    await tx.run(sql`delete from webhook_endpoints where church_id = ${found.church.id} and id = ${id}`)
    await tx.run(sql`delete from webhook_deliveries where church_id = ${found.church.id} and endpoint_id = ${id}`)
    await wakeLane(tx, found.church.id, id)
  })
  return found
}

/** One change of an endpoint: found, locked, changed, and the node that sends for it told. */
async function changing(
  database: Database,
  id: number,
  change: (tx: Tx, endpoint: Endpoint) => Promise<void>,
): Promise<Endpoint> {
  const { church } = await findEndpoint(database.read, id)
  return await database.write(church.id, async tx => {
    await tx.run(sql`select 1 from webhook_endpoints where church_id = ${church.id} and id = ${id} for update`)
    const endpoint = await findEndpoint(tx, id)
    await change(tx, endpoint)
    await wakeLane(tx, church.id, id)
    return await findEndpoint(tx, id)
  })
}

async function setStatus(
  tx: Tx,
  { church, id }: Endpoint,
  status: Endpoint['status'],
  reason: string | null,
): Promise<void> {
  await tx.run(sql`update webhook_endpoints set status = ${status}, status_reason = ${reason},
    status_since = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${id}`)
}

/** Takes what waits out of the table; the log says so, and it can be redelivered from there. */
async function discard(tx: Tx, { church, id, url }: Endpoint, reason: string): Promise<number> {
  return await tx.run(sql`
    with gone as (
      delete from webhook_deliveries where church_id = ${church.id} and endpoint_id = ${id} and kind <> 'test'
      returning id, event_id, kind)
    insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event, kind, url,
      duration_ms, outcome, reason)
    select ${church.id}, g.id, 0, ${tx.now}::timestamptz, ${id}, g.event_id, coalesce(e.name, ''), g.kind, ${url}, 0, 'discarded',
      ${reason}
    from gone g left join events e on e.church_id = ${church.id} and e.id = g.event_id`)
}
