/** Pauses endpoints, switches them off, and on again (spec, Events; decisions, Webhooks). */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { action } from '../resource/action.ts'
import type { Church } from '../resource/caller.ts'
import { ADMINISTRATORS, churchWide } from '../resource/roles.ts'
import * as field from '../resource/types.ts'
import { changeEndpoint, type Endpoint } from './endpoint.ts'

const may = churchWide(ADMINISTRATORS)
const id = field.ref().required()

/** An endpoint that was switched, and how many waiting events were discarded. */
interface SwitchedEndpoint {
  endpoint: Endpoint
  discarded: number
}

/** Events are held until the endpoint is switched on again. */
export const pauseEndpoint = action({
  name: 'endpoints.pause',
  logged: 'Paused a webhook endpoint',
  may,
  fields: { id },
  run: (tx, { caller: { church } }, { id }) =>
    changeEndpoint(tx, church, id, async endpoint => {
      if (endpoint.status !== 'paused') await setStatus(tx, endpoint, 'paused', 'by hand')
    }),
})

/** What is held is discarded, and no events are held for it. */
export const switchOffEndpoint = action({
  name: 'endpoints.switch_off',
  logged: 'Switched a webhook endpoint off',
  may,
  fields: { id },
  async run(tx, { caller: { church } }, { id }): Promise<SwitchedEndpoint> {
    let discarded = 0
    const endpoint = await changeEndpoint(tx, church, id, async found => {
      if (found.status === 'off') return
      await setStatus(tx, found, 'off', 'by hand')
      discarded = await discard(tx, found, 'discarded when the endpoint was switched off')
    })
    return { endpoint, discarded }
  },
})

export const resumeEndpoint = action({
  name: 'endpoints.resume',
  logged: 'Resumed a webhook endpoint',
  may,
  fields: { id, discard: field.boolean().settable() },
  detail: ({ discard = false }) => ({ discard }),
  run: (tx, { caller: { church } }, { id, discard }) => switchOn(tx, church, id, discard),
})

/**
 * Switches an endpoint on, in the caller's transaction: what was held is sent, slowly at first, or discarded. The count of
 * failures in a row begins anew.
 */
export async function switchOn(
  tx: Tx,
  church: Pick<Church, 'id'>,
  id: number,
  discardHeld = false,
): Promise<SwitchedEndpoint> {
  let discarded = 0
  const endpoint = await changeEndpoint(tx, church, id, async found => {
    if (found.status === 'active') return
    // An event that was being recorded while the endpoint was switched off may have left a delivery.
    if (discardHeld || found.status === 'off')
      discarded = await discard(tx, found, 'discarded when the endpoint was switched on')
    await setStatus(tx, found, 'active', null)
    await tx.run(sql`update webhook_lanes set failures = 0 where church_id = ${church.id} and endpoint_id = ${id}`)
  })
  return { endpoint, discarded }
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
