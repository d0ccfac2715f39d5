/** Makes, changes and deletes webhook endpoints (spec, Events; decisions, Webhooks). Nobody limited to a branch does. */

import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { readUrl } from '../lib/read-url.ts'
import { action } from '../resource/action.ts'
import type { Church } from '../resource/caller.ts'
import type { Catalogue } from '../resource/event.ts'
import { ADMINISTRATORS, churchWide } from '../resource/roles.ts'
import * as field from '../resource/types.ts'
import { because } from '../texts/because.ts'
import type { Vault } from '../vault.ts'
import {
  allowsInsecure,
  changeEndpoint,
  checkEndpoint,
  type Endpoint,
  endpointOf,
  lockEndpoint,
  MAX_PATTERNS,
  wakeLane,
} from './endpoint.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { newSecret } from './sign.ts'

/** Hours for which the secret before stays valid, unless said otherwise. */
export const ROTATION_HOURS = 24
/** Hours for which it may stay valid at most. */
const MAX_ROTATION_HOURS = 24 * 30

/** An endpoint with its secret, which is shown this once. */
export type NewEndpoint = Endpoint & { secret: string }

const may = churchWide(ADMINISTRATORS)
const id = field.ref().required()

/** What an endpoint is made with. */
interface AddParts {
  vault: Vault
  church: Pick<Church, 'id'>
  /** For development: plain http and this machine are taken, too. */
  allowInsecure: boolean
  catalogue: Catalogue
}

/**
 * Makes an endpoint, in the caller's transaction. Its secret is in the result only, and again only when it is rotated.
 * @throws ApiError `validation_failed`, or `plan_limit_reached` when the church may have no more endpoints
 */
export async function addEndpoint(
  tx: Tx,
  { vault, church, allowInsecure, catalogue }: AddParts,
  input: { url: string; events: readonly string[]; description?: string | null | undefined },
): Promise<NewEndpoint> {
  const events = checkEndpoint(input, { allowInsecure, catalogue })
  const secret = newSecret()
  await vault.agreeWithin(tx)
  await checkLimit(tx, church.id)
  const row = await tx.first<{ id: number }>(sql`
    insert into webhook_endpoints (church_id, url, description, events, secret, status_since, created_at, updated_at)
    values (${church.id}, ${input.url}, ${input.description || null}, ${events}::text[], ${sealSecret(vault, church.id, secret)},
      ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  const made = row?.id ?? 0
  await tx.run(sql`insert into webhook_lanes (church_id, endpoint_id) values (${church.id}, ${made})`)
  return { ...(await endpointOf(tx, church, made)), secret }
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
    message: because('This church may have {most} webhook endpoints. Delete one first.', { most: plan.most }),
  })
}

/** What the log keeps of an address: its path may hold a secret of the receiver. */
const originOf = (url: string): string => readUrl(url)?.origin ?? ''

export const createEndpoint = action({
  name: 'endpoints.create',
  logged: 'Added a webhook endpoint',
  may,
  fields: {
    url: field.text(2_000).required(),
    events: field.texts(MAX_PATTERNS).required(),
    // Its length is checked with the rest, so that every wrong field is named at once.
    description: field.text(2_000).nullable().settable(),
  },
  stepUp: true,
  target: ({ url }) => originOf(url),
  detail: ({ events }) => ({ events }),
  async run(tx, { caller: { church }, config, vault, house: { catalogue } }, input): Promise<NewEndpoint> {
    const allowInsecure = await allowsInsecure(tx, config)
    return await addEndpoint(tx, { vault, church, allowInsecure, catalogue }, input)
  },
})

/** Changes what is given; the rest stays. The next attempt follows. */
export const updateEndpoint = action({
  name: 'endpoints.update',
  logged: 'Changed a webhook endpoint',
  may,
  fields: {
    id,
    url: field.text(2_000).settable(),
    events: field.texts(MAX_PATTERNS).settable(),
    // Its length is checked with the rest, so that every wrong field is named at once.
    description: field.text(2_000).nullable().settable(),
  },
  stepUp: true,
  detail: ({ url, events }) => ({ ...(url !== undefined && { url: originOf(url) }), ...(events && { events }) }),
  run: (tx, { caller: { church }, config, house: { catalogue } }, { id, ...input }) =>
    changeEndpoint(tx, church, id, async () => {
      const events = checkEndpoint(input, { allowInsecure: await allowsInsecure(tx, config), catalogue })
      await tx.run(sql`update webhook_endpoints set updated_at = ${tx.now}::timestamptz,
        url = coalesce(${input.url ?? null}, url),
        events = case when ${input.events === undefined}::boolean then events else ${events}::text[] end,
        description = case when ${input.description === undefined}::boolean then description else ${input.description || null} end
        where church_id = ${church.id} and id = ${id}`)
    }),
})

/** Gives the endpoint a new secret; the one before stays valid for a time, or ends at once where that is no hours. */
export const rotateSecret = action({
  name: 'endpoints.rotate',
  logged: 'Replaced a signing secret',
  may,
  fields: { id, hours: field.integer(0, MAX_ROTATION_HOURS).settable() },
  stepUp: true,
  detail: ({ hours }) => ({ ...(hours !== undefined && { hours }) }),
  async run(tx, { caller: { church }, vault }, { id, hours = ROTATION_HOURS }): Promise<NewEndpoint> {
    const secret = newSecret()
    const endpoint = await changeEndpoint(tx, church, id, async () => {
      await vault.agreeWithin(tx)
      await tx.run(sql`update webhook_endpoints set secret = ${sealSecret(vault, church.id, secret)}, updated_at = ${tx.now}::timestamptz,
        previous_secret = case when ${hours > 0}::boolean then secret end,
        previous_secret_until = ${tx.now}::timestamptz + ${hours === 0 ? null : hours}::integer * interval '1 hour'
        where church_id = ${church.id} and id = ${id}`)
    })
    return { ...endpoint, secret }
  },
})

/** Shows what its events are signed with now. Changes nothing, but is one of the things that the log has to know of. */
export const revealSecret = action({
  name: 'endpoints.reveal',
  logged: 'Viewed a signing secret',
  may,
  fields: { id },
  stepUp: true,
  async run(tx, { caller: { church }, vault }, { id }) {
    const stored = await tx.first<{ secret: string }>(
      sql`select secret from webhook_endpoints where church_id = ${church.id} and id = ${id}`,
    )
    if (stored === undefined) throw new ApiError('not_found')
    return { secret: openSecret(vault, church.id, stored.secret) }
  },
})

/** Deletes an endpoint with all that waits for it; its log stays until it is dropped with its week. */
export const deleteEndpoint = action({
  name: 'endpoints.delete',
  logged: 'Deleted a webhook endpoint',
  may,
  fields: { id },
  stepUp: true,
  async run(tx, { caller: { church } }, { id }) {
    await lockEndpoint(tx, church, id)
    await tx.run(sql`delete from webhook_endpoints where church_id = ${church.id} and id = ${id}`)
    await tx.run(sql`delete from webhook_deliveries where church_id = ${church.id} and endpoint_id = ${id}`)
    await wakeLane(tx, church.id, id)
    return { id }
  },
})
