/** Both rate limits of a request: by client address and by key (spec, Limits; decisions, Order of checks). */

import { ApiError } from '../errors.ts'
import { addressSubject } from '../lib/address-subject.ts'
import type { Caller } from '../resource/caller.ts'
import { ENGLISH, msg } from '../texts/language.ts'
import { saidIn } from '../texts/said.ts'
import { type LimitStatus, type RateLimit, type RateLimiter, WINDOW_MS } from './rate-limit.ts'

/** What one request was granted. */
export interface Pass {
  /** @throws ApiError `rate_limited` when the key has used up its window; the address is then not charged either */
  admitKey(caller: Caller): Promise<void>
  /** `RateLimit` and `RateLimit-Policy` (IETF draft ratelimit-headers) for the limits that applied. */
  headers(): Record<string, string>
}

/** The limits of the service. */
export interface Limits {
  /** @throws ApiError `rate_limited` */
  admitAddress(ip: string): Promise<Pass>
}

/** Counts what is sent by a link without an account, whoever has it. */
export interface LinkLimit {
  /** @throws ApiError `rate_limited` for a link by which too much was sent within a minute */
  admit(link: string): Promise<void>
}

/** Counts what turned out to be wrong, by address. */
export interface Refusals {
  /** @throws ApiError `rate_limited` for an address that was refused too often within a minute */
  check(ip: string): void
  /** Notes that the address was refused. */
  note(ip: string): void
}

const SECONDS = WINDOW_MS / 1000

const refuse = (standing: LimitStatus, name: 'ip' | 'key', who: string): ApiError => {
  const seconds = standing.resetSeconds
  const message = `${who} has sent ${standing.limit} requests within a minute. Try again in ${seconds} s.`
  return new ApiError('rate_limited', {
    message,
    headers: { 'Retry-After': String(seconds), ...headersOf({ [name]: standing }) },
  })
}

const headersOf = (standings: Record<string, LimitStatus>): Record<string, string> => {
  const entries = Object.entries(standings)
  if (entries.length === 0) return {}
  return {
    'RateLimit-Policy': entries.map(([name, { limit }]) => `"${name}";q=${limit};w=${SECONDS}`).join(', '),
    RateLimit: entries.map(([name, one]) => `"${name}";r=${one.remaining};t=${one.resetSeconds}`).join(', '),
  }
}

/** Joins the two limits; one whose limit is 0 is off. */
export function limits(addresses: RateLimiter, keys: RateLimiter): Limits {
  return {
    async admitAddress(ip) {
      const standings: Record<string, LimitStatus> = {}
      const address = addressSubject(ip)
      if (addresses.limit > 0) {
        const { admitted, standing } = await addresses.take(address)
        if (!admitted) throw refuse(standing, 'ip', 'This address')
        standings.ip = standing
      }
      return {
        async admitKey({ by }) {
          if (keys.limit === 0 || by.kind !== 'key') return
          const { admitted, standing } = await keys.take(String(by.key.id))
          standings.key = standing
          if (admitted) return
          if (addresses.limit > 0) await addresses.giveBack(address)
          throw refuse(standing, 'key', 'This key')
        },
        headers: () => headersOf(standings),
      }
    },
  }
}

const LINK_USED = msg(
  'This link was used more than {limit, number} times within a minute, so this was not saved. Wait {seconds, plural, one {# second} other {# seconds}}, go back, and send it again. If it goes on, ask your church for a new link.',
)

/** The limit of links; 0 is off. */
export const linkLimit = (links: RateLimiter): LinkLimit => ({
  async admit(link) {
    if (links.limit === 0) return
    const { admitted, standing } = await links.take(link)
    if (admitted) return
    const seconds = standing.resetSeconds
    const said = { message: LINK_USED, values: { limit: standing.limit, seconds } }
    throw new ApiError('rate_limited', {
      message: saidIn(ENGLISH, said),
      said,
      headers: { 'Retry-After': String(seconds) },
    })
  },
})

/** The refusals of one node: asking costs nothing, so that who is refused makes no work. */
export const refusals = (addresses: RateLimit): Refusals => ({
  check(ip) {
    const standing = addresses.standing(addressSubject(ip))
    if (addresses.limit > 0 && standing.remaining === 0) throw refuse(standing, 'ip', 'This address')
  },
  note(ip) {
    if (addresses.limit > 0) addresses.take(addressSubject(ip))
  },
})
