/** Webhook endpoints as they are shown, found and checked (spec, Events; decisions, Webhooks). */
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { ApiError, Problems } from '../errors.ts'
import type { EventChurch } from '../events/record.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { isPlainText } from '../lib/json.ts'
import { insecureAllowed } from '../modules/church/node-lease.ts'
import { urlProblem } from '../outgoing/address-guard.ts'
import type { Church } from '../resource/caller.ts'
import type { Catalogue } from '../resource/event.ts'
import { because } from '../texts/because.ts'
import { CHANGED, wake } from './wake.ts'

/** An endpoint; its secret is shown only when it is made. */
export interface Endpoint {
  id: number
  church: EventChurch
  url: string
  description: string | null
  /** Exact names, `prefix.*`, or `*`. */
  events: string[]
  status: 'active' | 'paused' | 'off'
  /** Why it is paused: `failures`, `gone`, or `by hand`. */
  status_reason: string | null
  status_since: string
  /** Until when the secret before the current one is valid, too. */
  previous_secret_until: string | null
  created_at: string
  updated_at: string
  /** Failed attempts in a row. */
  failures: number
  /** Attempts that succeeded and that failed, ever. */
  delivered: number
  failed: number
  last_success_at: string | null
  last_failure_at: string | null
  /** Events that wait to be sent, tests aside. */
  waiting: number
}

/** An endpoint as far as others have to know whose it is. */
export type EndpointOf = Pick<Endpoint, 'id' | 'church'>

/** What may be set of an endpoint. */
interface EndpointInput {
  url?: string | undefined
  description?: string | null | undefined
  events?: readonly string[] | undefined
}

/** Subscriptions that an endpoint may have. */
export const MAX_PATTERNS = 200

/**
 * Checks what is set, all of it.
 * @returns the subscriptions, each once
 * @throws ApiError `validation_failed` naming every wrong field
 */
export function checkEndpoint(
  { url, description, events }: EndpointInput,
  { catalogue, allowInsecure }: { catalogue: Catalogue; allowInsecure: boolean },
): string[] {
  const problems = new Problems()
  const wrong = url === undefined ? undefined : urlProblem(url, allowInsecure)
  if (wrong !== undefined) problems.add('url', wrong)
  if (typeof description === 'string' && (description.length > 190 || !isPlainText(description))) {
    problems.add('description', because('must be at most 190 characters'))
  }
  if (events?.length === 0)
    problems.add('events', because('name at least one event, such as person.created, person.* or *'))
  if ((events?.length ?? 0) > MAX_PATTERNS)
    problems.add('events', because('must be at most {most} names', { most: MAX_PATTERNS }))
  const checked = catalogue.check((events ?? []).slice(0, MAX_PATTERNS))
  if (checked.problems.length > 0) problems.add('events', checked.problems.join('; '))
  problems.throwIfAny()
  return checked.patterns
}

type Row = Omit<Endpoint, 'church'> & { church_id: number; slug: string; church_name: string }

const endpointsWhere = (condition: Sql, church = sql`e.church_id`): Sql => sql`
  select e.id, e.church_id, c.slug, c.name as church_name, e.url, e.description, e.events, e.status, e.status_reason,
    e.status_since, case when e.previous_secret_until > now() then e.previous_secret_until end as previous_secret_until,
    e.created_at, e.updated_at, l.failures, l.delivered, l.failed, l.last_success_at, l.last_failure_at,
    (select count(*)::int from webhook_deliveries d where d.church_id = ${church} and d.endpoint_id = e.id
      and d.kind <> 'test') as waiting
  from webhook_endpoints e join webhook_lanes l on l.church_id = e.church_id and l.endpoint_id = e.id
    join churches c on c.id = e.church_id
  where ${condition} order by e.church_id, e.id`

function asEndpoint({ church_id, slug, church_name, ...row }: Row): Endpoint {
  const moment = (text: string | null): string | null => (text === null ? null : printTimestamp(text))
  return {
    ...row,
    church: { id: church_id, slug, name: church_name },
    status_since: printTimestamp(row.status_since),
    created_at: printTimestamp(row.created_at),
    updated_at: printTimestamp(row.updated_at),
    previous_secret_until: moment(row.previous_secret_until),
    last_success_at: moment(row.last_success_at),
    last_failure_at: moment(row.last_failure_at),
  }
}

/** The endpoints of one church, or of all, oldest first. */
export async function listEndpoints(db: Db, church?: number): Promise<Endpoint[]> {
  const one = church === undefined ? undefined : sql`${church}`
  const rows = await db.all<Row>(endpointsWhere(one === undefined ? sql`true` : sql`e.church_id = ${one}`, one))
  return rows.map(asEndpoint)
}

/** One endpoint of any church: ids are unique over all of them. */
export async function findEndpoint(db: Db, id: number): Promise<Endpoint | undefined> {
  const row = await db.first<Row>(endpointsWhere(sql`e.id = ${id}`))
  return row && asEndpoint(row)
}

/** One endpoint of a church. @throws ApiError `not_found`, the same for one of another church as for none */
export async function endpointOf(db: Db, { id: church }: Pick<Church, 'id'>, id: number): Promise<Endpoint> {
  const row = await db.first<Row>(endpointsWhere(sql`e.church_id = ${church} and e.id = ${id}`, sql`${church}`))
  if (row === undefined) throw new ApiError('not_found')
  return asEndpoint(row)
}

/** The same, locked: nobody else changes it until the commit. @throws ApiError `not_found` */
export async function lockEndpoint(tx: Tx, church: Pick<Church, 'id'>, id: number): Promise<Endpoint> {
  await tx.run(sql`select 1 from webhook_endpoints where church_id = ${church.id} and id = ${id} for update`)
  return await endpointOf(tx, church, id)
}

/** One change of an endpoint: found, locked, changed, and the node that sends for it told. @throws ApiError `not_found` */
export async function changeEndpoint(
  tx: Tx,
  church: Pick<Church, 'id'>,
  id: number,
  change: (endpoint: Endpoint) => Promise<void>,
): Promise<Endpoint> {
  await change(await lockEndpoint(tx, church, id))
  await wakeLane(tx, church.id, id)
  tx.announce(CHANGED, { church_id: church.id, endpoint_id: id })
  return await endpointOf(tx, church, id)
}

/** Addresses for development are taken where this process, or a server that runs, sends to them. */
export const allowsInsecure = async (db: Db, { webhookAllowInsecure }: Config): Promise<boolean> =>
  webhookAllowInsecure || (await insecureAllowed(db))

/** Tells the node that holds the lane, once the change has committed, that the endpoint changed or has work. */
export async function wakeLane(tx: Tx, church: number, endpoint: number): Promise<void> {
  await tx.run(wake([[church, endpoint]]))
}
