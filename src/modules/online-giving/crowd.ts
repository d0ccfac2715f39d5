/**
 * How many gifts of the last hour nobody paid, and what is asked of whoever begins another. Providers are asked about each
 * of them, so they may not be without end; but whoever makes many must not keep others from giving.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Unpaid gifts of the last hour. */
interface Crowd {
  /** Of the church; counted no further than MOST_COUNTED. */
  all: number
  /** Of the address that asks, but for those that are about to be paid. */
  own: number
  /** Of that address, all. */
  begun: number
}

/** What is asked before a gift is begun. */
export interface Demand {
  /** Work, as proof-of-work.ts measures it. */
  bits: number
  /** Or, of those whose browser runs no scripts, patience: seconds since the demand was made. */
  seconds: number
}

/** Unpaid gifts of a church from which on work is asked of everybody. */
export const CROWD = 200
/** Unpaid gifts of an address from which on work is asked of it: a congregation may have one address. */
export const BUSY = 20
/** Unpaid gifts of an address from which on the most work is asked of it: whoever shares it gives all the same. */
export const FULL = 100
/** Unpaid gifts of an address from which on it begins no more: after hours of work on all that it has. */
export const REFUSED = 1_000
/** Younger gifts of an address do not count: those who share it may be about to pay. */
const PAYING_MINUTES = 5

/** A fifth of a second on a phone; each doubling of the crowd asks for twice as much, up to some ten seconds. */
const [LEAST_BITS, MOST_BITS] = [16, 22]
const MOST_COUNTED = CROWD * 2 ** (MOST_BITS - LEAST_BITS)

/** Each unpaid gift of an address doubles its wait. */
const [LEAST_SECONDS, MOST_SECONDS] = [60, 24 * 3_600]

/** @param sender the address, as the gift keeps it; null where addresses are not told apart */
export async function crowdOf(tx: Tx, church: number, sender: string | null): Promise<Crowd> {
  const since = sql`${tx.now}::timestamptz - interval '1 hour'`
  const found = await tx.first<Crowd>(sql`select
    (select count(*) from (select 1 from gifts where church_id = ${church} and status <> 'succeeded'
      and created_at > ${since} limit ${MOST_COUNTED}) as unpaid) as all,
    mine.begun, mine.own
    from (select count(*) as begun, count(*) filter (where created_at
        <= ${tx.now}::timestamptz - ${PAYING_MINUTES} * interval '1 minute') as own
      from gifts where church_id = ${church} and sender = ${sender} and status <> 'succeeded'
        and created_at > ${since}) as mine`)
  return found ?? { all: 0, own: 0, begun: 0 }
}

/** What is asked; undefined for nothing, `full` for an address that begins no more gifts for now. */
export function demandOf({ all, own, begun }: Crowd): Demand | 'full' | undefined {
  if (own >= REFUSED) return 'full'
  if (all < CROWD && own < BUSY) return undefined
  const doublings = Math.floor(Math.log2(Math.max(all / CROWD, 1)) + Math.log2(Math.max(own / BUSY, 1)))
  return {
    bits: own >= FULL ? MOST_BITS : Math.min(LEAST_BITS + doublings, MOST_BITS),
    seconds: Math.min(LEAST_SECONDS * 2 ** begun, MOST_SECONDS),
  }
}
