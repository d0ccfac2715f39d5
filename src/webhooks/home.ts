/** Webhooks on the home page: whether what happens in the church reaches its other systems. */
import { view } from '../resource/action.ts'
import type { Caller } from '../resource/caller.ts'
import { ADMINISTRATORS, churchWide } from '../resource/roles.ts'
import type { Reading } from '../resource/services.ts'
import { type Endpoint, listEndpoints } from './endpoint.ts'
import { type Outcomes, outcomesOf } from './health.ts'

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

async function readWebhooks({ read, clock }: Reading, caller: Caller): Promise<HomeWebhook[]> {
  const { id: church } = caller.church
  const now = clock.now()
  const [endpoints, day, week] = await Promise.all([
    listEndpoints(read, church),
    outcomesOf(read, church, DAY_HOURS, now),
    outcomesOf(read, church, 7 * DAY_HOURS, now),
  ])
  return endpoints.map(
    ({ id, url, description, status, status_reason, status_since, waiting, last_failure_at }): HomeWebhook => ({
      ...{ id, url, description, status, status_reason, status_since, waiting, last_failure_at },
      last_24_hours: shareOf(day, id),
      last_7_days: shareOf(week, id),
    }),
  )
}

export const homeWebhooks = view({
  name: 'home.webhooks',
  may: churchWide(ADMINISTRATORS),
  fields: {},
  run: readWebhooks,
})
