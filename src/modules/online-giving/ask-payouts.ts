/**
 * Asks the providers what they paid out, and makes a batch of each payout (decision 0032). Run by every node; an account is asked by
 * one of them, and a payout that two tell of at once is one batch.
 */
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import { findChurch } from '../church/churches.ts'
import { askNow } from './ask-provider.ts'
import { findGift } from './begin-gift.ts'
import { makePayout, sendPayoutBack } from './make-payout.ts'
import type { GivingParts } from './parts.ts'
import { type ChurchProvider, churchProvider } from './payment-providers.ts'
import type { Books, OwnMoney, ToldLine, ToldPayout } from './payout.ts'
import { type Claim, claimPayouts, endLook } from './payout-looks.ts'
import { NotAllowed, ProviderFault } from './provider.ts'

/** Accounts that are asked at the same time. */
const AT_ONCE = 4

interface Due {
  slug: string
  provider: string
}

/** One round. */
interface Round {
  /** Providers that could not be reached: they are asked nothing more in it. */
  silent: Set<string>
  stop: AbortSignal | undefined
}

/** Asks the accounts that are due. @param stop ends it after the payout that is under way @returns how many were asked */
export async function askForPayouts(parts: GivingParts, stop?: AbortSignal): Promise<number> {
  const due = await parts.read.all<Due>(sql`select c.slug, p.provider from payment_providers as p
    join churches as c on c.id = p.church_id where p.payouts_look_at <= ${parts.clock.now().toISOString()}::timestamptz
    order by p.payouts_look_at, c.id`)
  const round: Round = { silent: new Set(), stop }
  let asked = 0
  const worker = async (): Promise<void> => {
    for (let one = due.shift(); one !== undefined && stop?.aborted !== true; one = due.shift()) {
      if (round.silent.has(one.provider)) continue
      const did = await askOne(parts, one, round)
      asked += did ? 1 : 0
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return asked
}

/** @returns false where another node asks */
async function askOne(parts: GivingParts, { slug, provider }: Due, round: Round): Promise<boolean> {
  const church = await findChurch(parts, slug)
  const claim = church && (await parts.take(claimPayouts, church, provider))
  if (church === undefined || claim === undefined) return false
  try {
    const found = await churchProvider(parts.read, parts.vault, church.id, provider)
    if (found !== undefined) await askAccount(parts, church, found, { claim, round })
  } catch (error) {
    // It is due again when the claim runs out.
    if (isUnavailable(error)) throw error
    parts.log.warn({ err: error, church: slug, provider }, 'The payouts of an account could not be asked for')
  }
  return true
}

async function askAccount(
  parts: GivingParts,
  church: Church,
  found: ChurchProvider,
  { claim, round }: { claim: Claim; round: Round },
): Promise<void> {
  const { provider, account } = found
  const { title } = provider
  try {
    for await (const told of provider.payouts?.(claim.since, account, parts.network, booksOf(parts, church, claim)) ??
      []) {
      if (round.stop?.aborted) return
      await take(parts, church, found, told)
    }
    await parts.take(endLook, church, { claim, title, error: null })
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) throw error
    if (error instanceof NoAnswer) round.silent.add(provider.name)
    const about = { church: church.slug, provider: provider.name, why: error.message }
    parts.log.warn(about, 'Payouts were not told of')
    const rights = error instanceof NotAllowed ? provider.payoutRights : undefined
    await parts.take(endLook, church, { claim, title, error: error.message, rights })
  }
}

/** One payout: made into a batch, or sent back, or known. */
async function take(parts: GivingParts, church: Church, found: ChurchProvider, told: ToldPayout): Promise<void> {
  const { name, title } = found.provider
  const known = await parts.read.first<{
    failed: boolean
  }>(sql`select payout_failed_on is not null as failed from batches
    where church_id = ${church.id} and provider = ${name} and payout_ref = ${told.payout_id}`)
  if (told.status === 'failed' && known?.failed === false) {
    const { payout_id, error } = told
    await parts.take(sendPayoutBack, church, { provider: name, title, payout_id, error })
  }
  if (told.status !== 'paid' || known !== undefined) return
  const lines = await told.lines()
  await learnOfGifts(parts, church, name, lines)
  await parts.take(makePayout, church, { provider: name, title, told, lines })
}

/** A payment whose callback was lost is asked about first: its gift belongs into the batch. */
async function learnOfGifts(
  parts: GivingParts,
  church: Church,
  provider: string,
  lines: readonly ToldLine[],
): Promise<void> {
  const references = lines.flatMap(({ kind, gift }) => (kind === 'payment' && gift !== null ? [gift] : []))
  const open = await parts.read.all<{
    reference: string
  }>(sql`select reference from gifts where church_id = ${church.id}
    and provider = ${provider} and reference = any(${references}::text[]) and status <> 'succeeded' order by id`)
  for (const { reference } of open) {
    const gift = await findGift(parts.read, church.id, reference)
    if (gift !== undefined) await askNow(parts, church, gift)
  }
}

/** Our own books, for a provider that keeps none. */
function booksOf({ read, clock }: GivingParts, { id, timezone }: Church, { provider }: Claim): Books {
  const paidOn = sql`(g.completed_at at time zone ${timezone})::date`
  return {
    day: today(clock.now(), timezone),
    money: since =>
      read.all<OwnMoney>(sql`
        select 'payment' as kind, g.reference, g.payment_id, g.amount, g.currency, ${paidOn}::text as day
        from gifts as g where g.church_id = ${id} and g.provider = ${provider} and g.status = 'succeeded'
          and ${paidOn} >= ${since}::date
        union all
        select 'refund', r.reference, g.payment_id, r.amount, r.currency, r.refunded_on::text
        from refunds as r join gifts as g on g.church_id = ${id} and g.id = r.gift_id
        where r.church_id = ${id} and r.provider = ${provider} and r.status = 'succeeded' and r.refunded_on >= ${since}::date
        order by day, kind, reference`),
  }
}
