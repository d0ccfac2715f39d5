/**
 * Carries out refunds that were asked for, and asks about those that are on their way. Any node may: a refund is claimed for a
 * minute, so that of a node that dies another takes it up. What was sent and not answered is looked for before it is sent again.
 */
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import type { GivingParts } from './parts.ts'
import { type ChurchProvider, churchProvider } from './payment-providers.ts'
import { NoRefund, ProviderFault, type ToldRefund } from './provider.ts'
import { nextPendingLook, nextTry, QUIET_MS } from './refund-gaps.ts'
import { tellFailed, tellUnconfirmed } from './refund-notices.ts'
import { NOTHING_LEFT, UNCONFIRMED } from './refunds.ts'
import { type DueOf, inRounds, isOver, type Round } from './rounds.ts'
import { lockPaid, namedFirst, settleRefund } from './settle-refund.ts'

const CLAIM_MS = 60_000

/** A refund that this node has claimed. */
interface Claimed {
  id: number
  reference: string
  provider: string
  provider_refund_id: string | null
  amount: number
  currency: string
  status: 'requested' | 'pending'
  tries: number
  /** When it was sent before; null where it surely was not. */
  sent_at: string | null
  /** So long ago, by the database's clock: another node may have sent it, whose clock differs from ours. */
  quiet_ms: number | null
  payment_id: string
}

/**
 * Does what is due now, each provider beside the others.
 * @param provider of this one alone
 * @param stop ends it after the refunds that are under way
 * @returns how many were looked at
 */
export async function carryOutRefunds(
  parts: GivingParts,
  { provider = null, stop }: { provider?: string | null; stop?: AbortSignal } = {},
): Promise<number> {
  const now = parts.clock.now().toISOString()
  const due = await parts.read.all<DueOf>(sql`select due.provider, array_agg(c.slug order by c.id) as slugs from (
      select distinct church_id, provider from refunds
        where try_at <= ${now}::timestamptz and (${provider}::text is null or provider = ${provider})) as due
    join churches as c on c.id = due.church_id group by due.provider`)
  const one = (church: Church, round: Round) => ofChurch(parts, church, round)
  return await inRounds(parts, due, { one, failed: 'The refunds of a church could not be looked at', stop })
}

async function ofChurch(parts: GivingParts, church: Church, round: Round): Promise<number> {
  let done = 0
  while (!isOver(round)) {
    const claimed = await parts.take(claimRefund, church, round.provider)
    if (claimed === undefined) break
    done += 1
    if ((await carryOut(parts, church, claimed)) === 'silent') round.silent = true
  }
  return done
}

/** `silent`: the provider did not answer. `waits`: it was not asked, or said nothing of this one. */
type Outcome = 'done' | 'waits' | 'silent'

/** What fails is logged, and tried again when the claim runs out: it stops no other. */
async function carryOut(parts: GivingParts, church: Church, claimed: Claimed): Promise<Outcome> {
  try {
    const found = await churchProvider(parts.read, parts.vault, church.id, claimed.provider)
    const outcome = found === undefined ? 'waits' : await doOne(parts, church, claimed, found)
    if (outcome !== 'done') await parts.take(putOff, church, claimed)
    return outcome
  } catch (error) {
    if (isUnavailable(error)) throw error
    const about = { church: church.slug, refund: claimed.id, provider: claimed.provider }
    parts.log.warn({ ...about, err: error }, 'A refund could not be carried out and will be tried again')
    return 'waits'
  }
}

async function doOne(parts: GivingParts, church: Church, claimed: Claimed, found: ChurchProvider): Promise<Outcome> {
  const known = claimed.sent_at === null ? 'unknown' : await lookFor(parts, church, claimed, found)
  if (known === 'told') return 'done'
  if (known !== 'unknown') return known === 'silent' ? 'silent' : 'waits'
  if (claimed.status === 'pending') return 'waits'
  if (claimed.quiet_ms !== null && claimed.quiet_ms < QUIET_MS && !found.provider.repeatable) return 'waits'
  return await send(parts, church, claimed, found)
}

/**
 * Asks for all refunds of the payment, and settles them.
 * @returns `told` where this one is among them; `same` where it is as it was; `unknown` where it is not there; `silent` where the
 *   provider did not answer, `garbled` where nobody understands what it did
 */
async function lookFor(
  parts: GivingParts,
  church: Church,
  claimed: Claimed,
  { provider, account }: ChurchProvider,
): Promise<'told' | 'same' | 'unknown' | 'silent' | 'garbled'> {
  if (provider.refunds === undefined) return 'unknown'
  const { payment_id } = claimed
  let all: readonly ToldRefund[]
  try {
    all = await provider.refunds(payment_id, account, parts.network)
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
    warn(parts, church, claimed, error)
    return error instanceof NoAnswer ? 'silent' : 'garbled'
  }
  const of = { provider: provider.name, payment: { payment_id } }
  for (const told of namedFirst(all)) await parts.take(settleRefund, church, { ...of, told })
  const now = await parts.read.first<{ provider_refund_id: string | null }>(sql`select provider_refund_id from refunds
    where church_id = ${church.id} and id = ${claimed.id}`)
  const named = now?.provider_refund_id ?? null
  if (named === null) return 'unknown'
  // One that is as it was is asked about again later.
  const same = all.some(one => one.provider_refund_id === named && one.status === claimed.status)
  return same ? 'same' : 'told'
}

function warn({ log }: GivingParts, church: Church, { id, provider }: Claimed, { message }: Error): void {
  log.warn({ church: church.slug, provider, refund: id, why: message }, 'A refund was not answered')
}

async function send(parts: GivingParts, church: Church, claimed: Claimed, found: ChurchProvider): Promise<Outcome> {
  const { provider, account } = found
  if (provider.refund === undefined) return 'waits'
  const { payment_id } = claimed
  if (!(await parts.take(beginSending, church, claimed))) return 'done'
  try {
    const told = await provider.refund(claimed, account, parts.network)
    await parts.take(settleRefund, church, { provider: provider.name, payment: { payment_id }, told })
    return 'done'
  } catch (error) {
    if (!(error instanceof NoRefund)) throw error
    warn(parts, church, claimed, error)
    if (error.kind === 'unavailable') await parts.take(notSent, church, claimed)
    // A round later it is asked again, whatever kept it from answering.
    if (error.kind === 'unknown' || error.kind === 'unavailable') return 'silent'
    // Of one that was sent before the refusal may be: it has been refunded already.
    const isSent = claimed.sent_at !== null && (await lookFor(parts, church, claimed, found)) !== 'unknown'
    if (!isSent) await parts.take(refuse, church, { claimed, error: error.message })
    return 'done'
  }
}

/** Takes a refund that is due, so that no other node does. */
const claimRefund = step({
  name: 'refunds.claim',
  by: 'worker',
  unseen: true,
  async run(tx, { church, clock }, provider: string): Promise<Claimed | undefined> {
    const now = clock.now()
    const claim = new Date(now.getTime() + CLAIM_MS).toISOString()
    return await tx.first<Claimed>(sql`with due as (select id from refunds
        where church_id = ${church.id} and provider = ${provider} and try_at <= ${now.toISOString()}::timestamptz
        order by try_at, id limit 1 for update skip locked),
      r as (update refunds as r set tries = r.tries + 1, try_at = ${claim}::timestamptz from due
        where r.church_id = ${church.id} and r.id = due.id returning r.*)
      select r.id, r.reference, r.provider, r.provider_refund_id, r.amount, r.currency, r.status, r.tries,
        r.sent_at::text as sent_at, (extract(epoch from ${tx.now}::timestamptz - r.sent_at) * 1000)::float8 as quiet_ms,
        g.payment_id
      from r join gifts as g on g.church_id = ${church.id} and g.id = r.gift_id`)
  },
})

/**
 * From now on it may have reached the provider, whatever becomes of this node. False where it is settled by now, another node
 * has claimed it since, or so much is no longer left: money went back at the provider meanwhile, and it ends.
 */
const beginSending = step({
  name: 'refunds.begin_sending',
  by: 'worker',
  async run(tx, { church }, claimed: Claimed) {
    const { id, provider, payment_id, tries, sent_at, amount } = claimed
    const gift = await lockPaid(tx, church, { provider, payment: { payment_id } })
    if (gift === undefined) return false
    if (amount > gift.amount - gift.refunded_amount) {
      const kept = await end(tx, church.id, id, NOTHING_LEFT)
      if (kept !== undefined) await tellFailed(tx, church, { gift, kept, error: NOTHING_LEFT })
      return false
    }
    const begun = await tx.run(sql`update refunds set sent_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id} and status = 'requested' and provider_refund_id is null
        and tries = ${tries} and sent_at is not distinct from ${sent_at}::timestamptz`)
    return begun > 0
  },
})

/** This time it surely did not reach the provider; an earlier time may have. */
const notSent = step({
  name: 'refunds.not_sent',
  by: 'worker',
  unseen: true,
  async run(tx, { church }, { id, tries, sent_at }: Claimed) {
    await tx.run(sql`update refunds set sent_at = ${sent_at}::timestamptz where church_id = ${church.id} and id = ${id}
      and status = 'requested' and tries = ${tries}`)
  },
})

/** Says when it is tried again; after the last time one that was asked for has failed, for all that anybody knows. */
const putOff = step({
  name: 'refunds.put_off',
  by: 'worker',
  async run(tx, { church, clock }, { id, provider, payment_id, tries, status }: Claimed): Promise<void> {
    const now = clock.now()
    const next = status === 'pending' ? nextPendingLook(now, tries) : nextTry(now, tries)
    if (next !== null || status === 'pending') {
      await tx.run(sql`update refunds set try_at = ${next?.toISOString() ?? null}::timestamptz
        where church_id = ${church.id} and id = ${id} and status = ${status}`)
      return
    }
    const gift = await lockPaid(tx, church, { provider, payment: { payment_id } })
    const kept = await end(tx, church.id, id, UNCONFIRMED)
    if (kept !== undefined && gift !== undefined) await tellUnconfirmed(tx, church, { gift, kept })
  },
})

/** The provider's plain no. */
const refuse = step({
  name: 'refunds.refuse',
  by: 'worker',
  async run(tx, { church }, { claimed, error }: { claimed: Claimed; error: string }): Promise<void> {
    const { id, provider, payment_id } = claimed
    const gift = await lockPaid(tx, church, { provider, payment: { payment_id } })
    const kept = await end(tx, church.id, id, error)
    if (kept !== undefined && gift !== undefined) await tellFailed(tx, church, { gift, kept, error })
  },
})

/** Ends one that the provider has never told of. */
const end = (tx: Parameters<typeof lockPaid>[0], church: number, id: number, error: string) =>
  tx.first<{ id: number; amount: number }>(sql`update refunds set status = 'failed', error = ${error}, try_at = null,
      completed_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${id} and status = 'requested' and provider_refund_id is null
    returning id, amount`)
