/**
 * Charges mandates: takes up attempts that stand on record, tells the provider, and keeps what it says. One that was sent and
 * not answered is looked for by our reference before it is sent again, under the same reference: for the provider that is the
 * same payment (Stripe's idempotency key; Paystack refuses a reference that it has).
 */
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import { giveUpGift } from '../online-giving/give-up.ts'
import { GIVING } from '../online-giving/giving-route.ts'
import type { GivingParts } from '../online-giving/parts.ts'
import { churchProvider } from '../online-giving/payment-providers.ts'
import {
  type Charged,
  type Mandate,
  NotAllowed,
  type PaymentProvider,
  ProviderFault,
} from '../online-giving/provider.ts'
import { type DueOf, inRounds, isOver, type Round } from '../online-giving/rounds.ts'
import { CHARGE_GAPS, type ClaimedCharge, claimCharge, keepCharge, putOff, STOPPED } from './claim-charge.ts'
import { keepOneMandate } from './keep-mandate.ts'
import { openMandate } from './mandates.ts'

/** Stripe may forget a key after 24 hours: what was sent before is not sent again. */
const SEND_AGAIN_HOURS = 20
/** Charges of a church at the same time on a node. */
const WIDTH = 4

/** Charges what is due, and asks for mandates that are to be kept. @returns how many were taken up */
export async function chargeDue(parts: GivingParts, stop?: AbortSignal): Promise<number> {
  const now = parts.clock.now().toISOString()
  const due = await parts.read.all<DueOf>(sql`select d.provider, array_agg(c.slug order by c.id) as slugs from (
      select g.church_id, g.provider from gifts as g
        join recurring_gifts as r on r.church_id = g.church_id and r.id = g.recurring_id
        where g.charge_at <= ${now}::timestamptz and r.held_at is null
      union select g.church_id, g.provider from recurring_gifts as r
        join gifts as g on g.church_id = r.church_id and g.id = r.mandate_gift_id
        where r.mandate_look_at <= ${now}::timestamptz and r.held_at is null) as d
    join churches as c on c.id = d.church_id
    where c.status = 'active' and ${GIVING} = any(c.modules) group by d.provider`)
  const one = (church: Church, round: Round): Promise<number> => chargeChurch(parts, church, round)
  return await inRounds(parts, due, { one, failed: 'A charge could not be made and will be taken up again', stop })
}

/** What is due of a church with one provider. */
async function chargeChurch(parts: GivingParts, church: Church, round: Round): Promise<number> {
  let done = 0
  const work = async (): Promise<void> => {
    while (!isOver(round) && ((await chargeOne(parts, church, round)) || (await keepOneMandate(parts, church, round))))
      done += 1
  }
  const ends = await Promise.allSettled(Array.from({ length: WIDTH }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return done
}

/** @returns false where nothing is due */
async function chargeOne(parts: GivingParts, church: Church, round: Round): Promise<boolean> {
  const { take, log } = parts
  const claimed = await take(claimCharge, church, round.provider)
  if (claimed === undefined) return false
  if (claimed === 'stopped') return true
  try {
    const charged = await ask(parts, church, claimed)
    await take(keepCharge, church, { ...claimed, charged })
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (!(error instanceof NoAnswer || error instanceof ProviderFault)) {
      log.error({ err: error, church: church.slug, gift: claimed.id }, 'A charge could not be kept')
    } else {
      const about = { church: church.slug, provider: claimed.provider, gift: claimed.id, why: error.message }
      log.warn(about, 'A charge was not answered')
    }
    if (error instanceof NoAnswer) round.silent = true
    if (error instanceof NotAllowed) {
      await take(putOff, church, { ...claimed, said: error instanceof Removed ? null : error.message })
    } else if (claimed.charges > CHARGE_GAPS.length) {
      await take(giveUpGift, church, { gift: claimed, why: 'unanswered' })
    }
  }
  return true
}

/** The church has no account any more by which anything could be charged. */
class Removed extends NotAllowed {}

/** Outside any transaction. @throws NoAnswer, ProviderFault, VaultError */
async function ask({ read, vault, network }: GivingParts, church: Church, gift: ClaimedCharge): Promise<Charged> {
  const found = await churchProvider(read, vault, church.id, gift.provider)
  const mandate = await openMandate(read, vault, church.id, gift.mandate_id)
  const able = found !== undefined && isAble(found.provider) ? found.provider : undefined
  if (found === undefined || able === undefined) {
    if (gift.sent) throw new ProviderFault('There is no account any more that could be asked')
    throw new Removed('There is no account any more')
  }
  if (mandate === undefined) {
    if (gift.sent) throw new ProviderFault('There is no mandate any more by which it could be looked for')
    return noMandate(gift)
  }
  const send = (): Promise<Charged> =>
    able.charge({ ...gift, description: `${gift.fund_name}, ${church.name}` }, mandate, found.account, network)
  if (!gift.sent) return await send()
  const seen = await able.findCharge(gift, mandate, found.account, network)
  if (seen.state.status !== 'none') return seen
  if (!gift.wanted) return { state: STOPPED, provider_ref: null }
  if (gift.hours < SEND_AGAIN_HOURS) return await send()
  const state = { status: 'failed', error: 'provider_unavailable', method: null, final: true, decline: 'soft' } as const
  return { state, provider_ref: null }
}

type Able = Required<Pick<PaymentProvider, 'charge' | 'findCharge'>>

const isAble = (provider: PaymentProvider): provider is PaymentProvider & Able =>
  provider.charge !== undefined && provider.findCharge !== undefined

const noMandate = ({ provider_ref }: { provider_ref: Mandate['brand'] }): Charged => ({
  state: { status: 'failed', error: 'no_mandate', method: null, final: true, decline: 'giver' },
  provider_ref,
})
