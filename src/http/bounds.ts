/** How often addresses and keys may ask, of each way in. */
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { NodeLease } from '../modules/church/node-lease.ts'
import { ALLOWANCES } from './allowances.ts'
import { type Limits, type LinkLimit, limits, linkLimit, type Refusals, refusals } from './limits.ts'
import { NodeRateLimit } from './node-rate-limit.ts'
import { RateLimit } from './rate-limit.ts'

/** The bounds of one node. */
export interface Bounds {
  bounds: Limits
  forms: Limits
  visits: Limits
  links: LinkLimit
  refused: Refusals
}

/**
 * How often addresses and keys may ask, how many forms an address may send, and how many may come by one link, counted with the other nodes; and what
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
  const links = limit(Math.min(rateLimitIp, ALLOWANCES.linkRate.most), 'link')
  const keys = limit(rateLimitKey, 'key')
  lease.onCompany(async alone => {
    await Promise.all([addresses, forms, links, keys].map(one => one.follow(alone)))
  })
  return {
    bounds: limits(addresses, keys),
    forms: limits(forms, keys),
    links: linkLimit(links),
    visits: limits(new RateLimit(rateLimitPages, monotonic), keys),
    refused: refusals(new RateLimit(rateLimitIp, monotonic)),
  }
}
