/** A service whose webhooks may go to this machine and whose clock can be moved. */
import assert from 'node:assert/strict'
import { type Attempt, listAttempts } from '../../src/webhooks/delivery-log.ts'
import { type Endpoint, findEndpoint } from '../../src/webhooks/endpoint.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { eventually } from './receiver.ts'
import { startService, type TestChurch, type TestService } from './service.ts'

export interface WebhookService extends TestService {
  /** Moves the clock of the service on and lets it look at what is due. */
  pass(seconds: number): Promise<void>
  /** Adds an endpoint. */
  subscribe(church: TestChurch, url: string, events?: readonly string[]): Promise<Endpoint & { secret: string }>
  /** The endpoint as it is now. */
  look(id: number): Promise<Endpoint>
  /** Its log, oldest first, once it has so many entries. @param patience milliseconds */
  logged(id: number, count: number, patience?: number): Promise<Attempt[]>
}

/** Starts one. */
export async function startWebhooks(env: Record<string, string> = {}): Promise<WebhookService> {
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true', ...env }, { clock })
  const look = async (id: number): Promise<Endpoint> =>
    (await findEndpoint(service.database.read, id)) ?? assert.fail(`endpoint ${id} is not there`)
  return {
    ...service,
    look,
    async pass(seconds) {
      offset += seconds * 1000
      await service.app.webhooks.sweep()
    },
    subscribe: (church, url, events = ['*']) => church.act(createEndpoint, { url, events: [...events] }),
    async logged(id, count, patience) {
      const endpoint = await look(id)
      return await eventually(
        `${count} entries in the log`,
        async () => {
          const log = await listAttempts(service.database.read, endpoint, { limit: 1000 })
          return log.length >= count && log.reverse()
        },
        patience,
      )
    },
  }
}
