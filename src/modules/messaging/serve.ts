/** What of messages runs while a node serves: the sender, the worker for messages to many, the routes of providers and links. */
import type { Served, ServiceParts } from '../../resource/module.ts'
import { BatchWorker } from './batch-worker.ts'
import { callbackRoute } from './callbacks.ts'
import { forgetTasks } from './forget.ts'
import { messageProviders } from './providers/index.ts'
import { Sender } from './sender.ts'
import { unsubscribeRoute } from './unsubscribe.ts'

const HOUR_MS = 3_600_000

export function serveMessages({ config, read, take, listen, vault, network, log, baseUrl }: ServiceParts): Served {
  const providers = messageProviders(config, take)
  const allowLoopback = config.webhookAllowInsecure
  return {
    publicRoutes: [callbackRoute({ read, take, vault, providers, log }), unsubscribeRoute({ read, take, vault })],
    workers: [
      new Sender({ read, take, listen, vault, network, providers, log, baseUrl, speech: config, allowLoopback }),
      new BatchWorker({ read, take, listen }, log),
    ],
    jobs: [{ every: HOUR_MS, run: () => forgetTasks(read, take) }],
  }
}
