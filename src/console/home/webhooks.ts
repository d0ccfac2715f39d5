/** Webhooks on the home page: whether what happens in the church reaches its other systems. */
import type { Caller } from '../../resource/caller.ts'
import { type ConsoleParts, view } from '../../resource/operation.ts'
import { type Endpoint, listEndpoints } from '../../webhooks/endpoint.ts'
import { type Outcomes, outcomesOf } from '../../webhooks/health.ts'

/** Attempts of a time, test events with them, and how many were delivered. What was discarded was never tried. */
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

function shareOf(outcomes: ReadonlyMap<number, Outcomes>, endpoint: number): Share {
  const { delivered, failed } = outcomes.get(endpoint) ?? { delivered: 0, failed: 0 }
  return { attempts: delivered + failed, delivered }
}

const DAY_HOURS = 24

async function readWebhooks({ database, clock }: ConsoleParts, caller: Caller): Promise<string> {
  const { id: church } = caller.church
  const now = clock.now()
  const [endpoints, day, week] = await Promise.all([
    listEndpoints(database.read, church),
    outcomesOf(database, church, DAY_HOURS, now),
    outcomesOf(database, church, 7 * DAY_HOURS, now),
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
