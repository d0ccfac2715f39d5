/** How often addresses and keys may ask, of each way in. */
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { NodeLease } from '../modules/church/node-lease.ts'
import { ALLOWANCES } from './allowances.ts'
import { type Limits, limits, type Refusals, refusals } from './limits.ts'
import { NodeRateLimit } from './node-rate-limit.ts'
import { RateLimit } from './rate-limit.ts'

/** The bounds of one node. */
export interface Bounds {
  bounds: Limits
  forms: Limits
  visits: Limits
  refused: Refusals
}

/**
 * How often addresses and keys may ask, and how many forms an address may send, counted with the other nodes; and what
 * each node counts by itself, because counting in the database would cost more than the answer.
 */
export function boundsOf(
  { rateLimitIp, rateLimitKey, rateLimitPages }: Config,
  database: Database,
  lease: NodeLease,
  monotonic: () => number,
): Bounds {
  const limit = (most: number, name: string): NodeRateLimit =>
    new NodeRateLimit(new RateLimit(most, monotonic), database, name)
  const addresses = limit(rateLimitIp, 'ip')
  const forms = limit(Math.min(rateLimitIp, ALLOWANCES.formRate.most), 'form')
  const keys = limit(rateLimitKey, 'key')
  lease.onCompany(async alone => {
    await Promise.all([addresses, forms, keys].map(one => one.follow(alone)))
  })
  return {
    bounds: limits(addresses, keys),
    forms: limits(forms, keys),
    visits: limits(new RateLimit(rateLimitPages, monotonic), keys),
    refused: refusals(new RateLimit(rateLimitIp, monotonic)),
  }
}
