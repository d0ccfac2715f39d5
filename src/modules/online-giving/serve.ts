/** What of online gifts runs while a node serves: the pages that people give on, the calls of providers, asking after payments. */
import type { Served, ServiceParts } from '../../resource/module.ts'
import { askForPayouts } from './ask-payouts.ts'
import { paymentCallbackRoute } from './callback-route.ts'
import { forgetSenders } from './forget.ts'
import { givingRoute } from './giving-route.ts'
import { PAYMENT_PROVIDERS } from './providers/index.ts'
import { reconcileGifts } from './reconcile.ts'
import { RefundWorker } from './refund-worker.ts'

const MINUTE_MS = 60_000

export function serveGifts(parts: ServiceParts): Served {
  const tellsApart = parts.config.rateLimitIp > 0
  return {
    publicRoutes: [givingRoute({ ...parts, tellsApart }), paymentCallbackRoute(parts)],
    workers: PAYMENT_PROVIDERS.map(({ name }) => new RefundWorker(parts, name)),
    jobs: [
      { every: MINUTE_MS, run: stop => reconcileGifts(parts, stop) },
      { every: MINUTE_MS, run: stop => askForPayouts(parts, stop) },
      { every: 60 * MINUTE_MS, run: () => forgetSenders(parts) },
    ],
  }
}
