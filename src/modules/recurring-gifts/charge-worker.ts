/**
 * Charges mandates: takes up attempts that stand on record, tells the provider, and keeps what it says. One that was sent and
 * not answered is looked for by our reference before it is sent again, under the same reference: for the provider that is the
 * same payment (Stripe's idempotency key; Paystack refuses a reference that it has).
 */
import type { Tx } from '../../db/database.ts'
import { isUnavailable } from '../../db/faults.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { type Frequency, periodAfter } from '../../lib/periods.ts'
import { NoAnswer } from '../../outgoing/request.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { findChurch } from '../church/churches.ts'
import { giveUpGift } from '../online-giving/give-up.ts'
import { GIVING } from '../online-giving/giving-route.ts'
import type { GivingParts } from '../online-giving/parts.ts'
import { churchProvider } from '../online-giving/payment-providers.ts'
import { type Charged, type Mandate, type PaymentProvider, ProviderFault } from '../online-giving/provider.ts'
import { settle } from '../online-giving/settle.ts'
import { keepOneMandate } from './keep-mandate.ts'
import { openMandate } from './mandates.ts'
import { isBefore } from './pass-moved.ts'

/** Minutes from sending a charge to looking what became of it, then from look to look; after the last it is given up. */
const CHARGE_GAPS = [1, 5, 10, 30, 60, 180, 360, 720, 1_440] as const
/** Stripe may forget a key after 24 hours: what was sent before is not sent again. */
const SEND_AGAIN_HOURS = 20
/** Charges at the same time on a node. */
const WIDTH = 4

interface Claimed {
  id: number
  reference: string
  provider: string
  provider_ref: string | null
  mandate_id: number
  amount: number
  currency: string
  donor_name: string
  donor_email: string
  fund_name: string
  charges: number
  begun_at: string
  /** True where the provider was told of it before. */
  sent: boolean
  /** Hours since it was first told. */
  hours: number
  /** False where it may only be looked for, and not be sent: it was cancelled or paused meanwhile, or its time is over. */
  wanted: boolean
}

/** Charges what is due, and asks for mandates that are to be kept. @returns how many were taken up */
export async function chargeDue(parts: GivingParts, stop?: AbortSignal): Promise<number> {
  const now = parts.clock.now().toISOString()
  const churches = await parts.read.all<{ slug: string }>(sql`select c.slug from churches as c
    where c.status = 'active' and ${GIVING} = any(c.modules)
      and (exists (select 1 from gifts as g join recurring_gifts as r on r.church_id = c.id and r.id = g.recurring_id
          where g.church_id = c.id and g.charge_at <= ${now}::timestamptz and r.held_at is null)
        or exists (select 1 from recurring_gifts as r
          where r.church_id = c.id and r.mandate_look_at <= ${now}::timestamptz and r.held_at is null))
    order by c.id`)
  let done = 0
  for (const { slug } of churches) {
    const church = await findChurch(parts, slug)
    if (church === undefined || stop?.aborted) continue
    const work = async (): Promise<void> => {
      while (!stop?.aborted && ((await chargeOne(parts, church)) || (await keepOneMandate(parts, church)))) done += 1
    }
    const ends = await Promise.allSettled(Array.from({ length: WIDTH }, work))
    for (const end of ends) {
      if (end.status === 'fulfilled') continue
      parts.log.warn({ err: end.reason, church: slug }, 'A charge could not be made and will be taken up again')
    }
  }
  return done
}

/** @returns false where nothing is due */
async function chargeOne(parts: GivingParts, church: Church): Promise<boolean> {
  const { take, log } = parts
  const claimed = await take(claimCharge, church, undefined)
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
      log.warn(
        { church: church.slug, provider: claimed.provider, gift: claimed.id, why: error.message },
        'A charge was not answered',
      )
    }
    if (claimed.charges > CHARGE_GAPS.length) await take(giveUpGift, church, { gift: claimed, why: 'unanswered' })
  }
  return true
}

/** Outside any transaction. @throws NoAnswer, ProviderFault, VaultError */
async function ask({ read, vault, network }: GivingParts, church: Church, gift: Claimed): Promise<Charged> {
  const found = await churchProvider(read, vault, church.id, gift.provider)
  const mandate = await openMandate(read, vault, church.id, gift.mandate_id)
  const able = found !== undefined && isAble(found.provider) ? found.provider : undefined
  if (found === undefined || able === undefined || mandate === undefined) {
    if (gift.sent) throw new ProviderFault('There is no account any more that could be asked')
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

/** What an attempt comes to that nobody wants any more, and of which the provider knows nothing. */
const STOPPED = { status: 'failed', error: 'stopped', method: null, final: true, decline: 'giver' } as const

type Able = Required<Pick<PaymentProvider, 'charge' | 'findCharge'>>

const isAble = (provider: PaymentProvider): provider is PaymentProvider & Able =>
  provider.charge !== undefined && provider.findCharge !== undefined

const noMandate = ({ provider_ref }: { provider_ref: Mandate['brand'] }): Charged => ({
  state: { status: 'failed', error: 'no_mandate', method: null, final: true, decline: 'giver' },
  provider_ref,
})

/** Whether an attempt may still be sent; `passed` where the next period has come, so that nothing is charged late. */
async function standing(
  tx: Tx,
  { church, now }: { church: Church; now: Date },
  { recurring_id, fund_id, due_on }: { recurring_id: number; fund_id: number; due_on: string },
): Promise<{ fund_name: string; isGoing: boolean; isPassed: boolean; isMoved: boolean }> {
  const found = await tx.first<{
    fund_name: string
    going: boolean
    anchor_on: string
    frequency: Frequency
    charged_here_from: string | null
  }>(sql`
    select f.name as fund_name, r.anchor_on, r.frequency, r.charged_here_from,
      r.status in ('active', 'past_due') and p.removed is not true as going
    from recurring_gifts as r join funds as f on f.church_id = ${church.id} and f.id = ${fund_id}
      left join people as p on p.church_id = ${church.id} and p.id = r.person_id
    where r.church_id = ${church.id} and r.id = ${recurring_id}`)
  if (found === undefined) return { fund_name: '', isGoing: false, isPassed: false, isMoved: false }
  const { fund_name, going, anchor_on, frequency } = found
  return {
    fund_name,
    isGoing: going,
    isPassed: periodAfter(anchor_on, frequency, due_on) <= today(now, church.timezone),
    isMoved: isBefore(found, due_on),
  }
}

/**
 * Takes an attempt that is due, and writes down that the provider is told of it, before it is. One that was not sent yet and is
 * not wanted any more is ended. Nothing is taken of a church that was closed or gave up online giving since it was looked up.
 */
const claimCharge = step({
  name: 'gifts.claim_charge',
  by: 'worker',
  async run(tx, { church, clock }, _: undefined): Promise<Claimed | 'stopped' | undefined> {
    const now = clock.now().toISOString()
    const due = await tx.first<
      Omit<Claimed, 'fund_name' | 'wanted'> & { fund_id: number; recurring_id: number; due_on: string }
    >(sql`
      select id, reference, provider, provider_ref, mandate_id, amount, currency, donor_name, donor_email, fund_id, recurring_id,
        due_on, charges + 1 as charges, created_at::text as begun_at, sent_at is not null as sent,
        coalesce(extract(epoch from ${now}::timestamptz - sent_at) / 3600, 0)::float8 as hours
      from gifts where church_id = ${church.id} and charge_at <= ${now}::timestamptz and status = 'pending'
        and not exists (select 1 from recurring_gifts as r where r.church_id = ${church.id} and r.id = recurring_id
          and r.held_at is not null)
        and exists (select 1 from churches where id = ${church.id} and status = 'active' and ${GIVING} = any(modules))
      order by charge_at, id limit 1 for update skip locked`)
    if (due === undefined) return undefined
    const { id, provider, reference, due_on, recurring_id } = due
    const { fund_name, isGoing, isPassed, isMoved } = await standing(tx, { church, now: clock.now() }, due)
    // Another installation may have sent it since the records were copied: it is looked for, and not sent from here.
    const sent = due.sent || isMoved
    if (!sent && (!isGoing || isPassed)) {
      await settle(tx, clock, { church, provider, reference }, STOPPED)
      if (isPassed) await skipPeriod(tx, church.id, recurring_id, due_on)
      return 'stopped'
    }
    const gap = CHARGE_GAPS[Math.min(due.charges, CHARGE_GAPS.length) - 1] ?? 1
    await tx.run(sql`update gifts set charges = ${due.charges}, sent_at = coalesce(sent_at, ${now}::timestamptz),
        charge_at = ${now}::timestamptz + ${gap} * interval '1 minute'
      where church_id = ${church.id} and id = ${id}`)
    return { ...due, fund_name, sent, wanted: isGoing && !isPassed && !isMoved }
  },
})

/** Nothing was charged of it in its time: nobody failed to pay it. */
const skipPeriod = (tx: Tx, church: number, recurring: number, due_on: string): Promise<unknown> =>
  tx.run(sql`update recurring_periods set status = 'skipped', error = 'passed', updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and recurring_id = ${recurring} and due_on = ${due_on}::date and status = 'charging'`)

/** Keeps what the provider said. What it has not decided yet is asked about with all other payments (`reconcile.ts`). */
const keepCharge = step({
  name: 'gifts.keep_charge',
  by: 'worker',
  async run(
    tx,
    { church, clock },
    { id, provider, reference, charged }: Claimed & { charged: Charged },
  ): Promise<void> {
    const { state, provider_ref } = charged
    await tx.run(sql`update gifts set provider_ref = coalesce(provider_ref, ${provider_ref}) where church_id = ${church.id}
      and id = ${id}`)
    if (state.status === 'none') return
    await settle(tx, clock, { church, provider, reference }, state)
    if (state.status === 'processing' || state.status === 'pending') {
      await tx.run(sql`update gifts set charge_at = null, look_at = coalesce(look_at, ${clock.now().toISOString()}::timestamptz
        + interval '1 hour') where church_id = ${church.id} and id = ${id}`)
    }
  },
})
