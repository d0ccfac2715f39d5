/** Webhooks on the home page: whether what happens in the church reaches its other systems. */
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../resource/caller.ts'
import { type ConsoleParts, view } from '../../resource/operation.ts'
import { type Endpoint, listEndpoints } from '../../webhooks/endpoint.ts'

/** Attempts of a time, test events with them, and how many were delivered. */
export interface Share {
  attempts: number
  delivered: number
}

/** How one endpoint goes. */
export interface HomeWebhook
  extends Pick<
    Endpoint,
    'id' | 'url' | 'description' | 'status' | 'status_reason' | 'status_since' | 'waiting' | 'last_failure_at'
  > {
  last_24_hours: Share
  last_7_days: Share
}

interface Counts {
  endpoint_id: number
  attempts: number
  missed: number
}

/** Attempts of each endpoint since a moment, from the log. */
const countsSince = ({ database }: ConsoleParts, church: number, since: string) =>
  database.read.all<Counts>(sql`
    select e.id as endpoint_id,
      (select count(*) from webhook_attempts a where a.church_id = e.church_id and a.endpoint_id = e.id
        and a.started_at >= ${since}::timestamptz) as attempts,
      (select count(*) from webhook_attempts a where a.church_id = e.church_id and a.endpoint_id = e.id
        and a.started_at >= ${since}::timestamptz and a.outcome <> 'delivered') as missed
    from webhook_endpoints e where e.church_id = ${church}`)

function shareOf(counts: readonly Counts[], endpoint: number): Share {
  const { attempts, missed } = counts.find(({ endpoint_id }) => endpoint_id === endpoint) ?? { attempts: 0, missed: 0 }
  return { attempts, delivered: attempts - missed }
}

const DAY_MS = 86_400_000

async function readWebhooks(parts: ConsoleParts, caller: Caller): Promise<string> {
  const { id: church } = caller.church
  const ago = (days: number): string => new Date(parts.clock.now().getTime() - days * DAY_MS).toISOString()
  const [endpoints, day, week] = await Promise.all([
    listEndpoints(parts.database.read, church),
    countsSince(parts, church, ago(1)),
    countsSince(parts, church, ago(7)),
  ])
  const home = endpoints.map(
    ({ id, url, description, status, status_reason, status_since, waiting, last_failure_at }): HomeWebhook => ({
      ...{ id, url, description, status, status_reason, status_since, waiting, last_failure_at },
      last_24_hours: shareOf(day, id),
      last_7_days: shareOf(week, id),
    }),
  )
  return JSON.stringify(home)
}

export const HOME_WEBHOOKS = view({ name: 'home.webhooks', fields: {}, run: readWebhooks })
