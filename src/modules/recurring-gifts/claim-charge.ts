/** Attempts to charge a mandate, on record: claimed before the provider is told, kept when it has answered, put off where it refuses. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { type Frequency, periodAfter } from '../../lib/periods.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { GIVING } from '../online-giving/giving-route.ts'
import type { Charged } from '../online-giving/provider.ts'
import { settle } from '../online-giving/settle.ts'
import { tellAccount } from './account-notice.ts'
import { moneyOf } from './attempt.ts'
import { isBefore } from './pass-moved.ts'

/** Minutes from sending a charge to looking what became of it, then from look to look; after the last it is given up. */
export const CHARGE_GAPS = [1, 5, 10, 30, 60, 180, 360, 720, 1_440] as const
/** A provider that refuses the account is asked again after that, by one charge of all that are due. */
const REFUSED_MINUTES = 60
const HOUR_MS = 3_600_000

/** An attempt that this node has taken up. */
export interface ClaimedCharge {
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
  /** False where it may only be looked for, and not be sent: it was cancelled or paused meanwhile, paid, or its time is over. */
  wanted: boolean
}

/** What an attempt comes to that nobody wants any more, and of which the provider knows nothing. */
export const STOPPED = { status: 'failed', error: 'stopped', method: null, final: true, decline: 'giver' } as const

/**
 * Whether an attempt may still be sent: not where the next period has come, so that nothing is charged late, nor where another gift
 * has paid the period since, or may have.
 */
async function standing(
  tx: Tx,
  { church, now }: { church: Church; now: Date },
  { recurring_id, fund_id, due_on }: { recurring_id: number; fund_id: number; due_on: string },
): Promise<{ fund_name: string; isOpen: boolean; isPassed: boolean; isMoved: boolean }> {
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
  if (found === undefined) return { fund_name: '', isOpen: false, isPassed: false, isMoved: false }
  const { fund_name, going, anchor_on, frequency } = found
  const money = await moneyOf(tx, church.id, recurring_id, due_on)
  return {
    fund_name,
    isOpen: going && money === undefined,
    isPassed: money === undefined && periodAfter(anchor_on, frequency, due_on) <= today(now, church.timezone),
    isMoved: isBefore(found, due_on),
  }
}

/**
 * Takes an attempt that is due with a provider, and writes down that it is told of it, before it is. One that was not sent yet and
 * is not wanted any more is ended. Nothing is taken of a church that was closed or gave up online giving since it was looked up.
 */
export const claimCharge = step({
  name: 'gifts.claim_charge',
  by: 'worker',
  async run(tx, { church, clock }, provider: string): Promise<ClaimedCharge | 'stopped' | undefined> {
    const now = clock.now().toISOString()
    const due = await tx.first<
      Omit<ClaimedCharge, 'fund_name' | 'wanted'> & { fund_id: number; recurring_id: number; due_on: string }
    >(sql`
      select id, reference, provider, provider_ref, mandate_id, amount, currency, donor_name, donor_email, fund_id, recurring_id,
        due_on, charges + 1 as charges, created_at::text as begun_at, sent_at is not null as sent,
        coalesce(extract(epoch from ${now}::timestamptz - sent_at) / 3600, 0)::float8 as hours
      from gifts where church_id = ${church.id} and provider = ${provider} and charge_at <= ${now}::timestamptz
        and status = 'pending'
        and not exists (select 1 from recurring_gifts as r where r.church_id = ${church.id} and r.id = recurring_id
          and r.held_at is not null)
        and exists (select 1 from churches where id = ${church.id} and status = 'active' and ${GIVING} = any(modules))
      order by charge_at, id limit 1 for update skip locked`)
    if (due === undefined) return undefined
    const { id, reference, due_on, recurring_id } = due
    const { fund_name, isOpen, isPassed, isMoved } = await standing(tx, { church, now: clock.now() }, due)
    // Another installation may have sent it since the records were copied: it is looked for, and not sent from here.
    const sent = due.sent || isMoved
    if (!sent && (!isOpen || isPassed)) {
      await settle(tx, clock, { church, provider, reference }, STOPPED)
      if (isPassed) await skipPeriod(tx, church.id, recurring_id, due_on)
      return 'stopped'
    }
    const gap = CHARGE_GAPS[Math.min(due.charges, CHARGE_GAPS.length) - 1] ?? 1
    await tx.run(sql`update gifts set charges = ${due.charges}, sent_at = coalesce(sent_at, ${now}::timestamptz),
        charge_at = ${now}::timestamptz + ${gap} * interval '1 minute'
      where church_id = ${church.id} and id = ${id}`)
    return { ...due, fund_name, sent, wanted: isOpen && !isPassed && !isMoved }
  },
})

/** Nothing was charged of it in its time: nobody failed to pay it. */
const skipPeriod = (tx: Tx, church: number, recurring: number, due_on: string): Promise<unknown> =>
  tx.run(sql`update recurring_periods set status = 'skipped', error = 'passed', updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and recurring_id = ${recurring} and due_on = ${due_on}::date and status = 'charging'`)

/** Keeps what the provider said. What it has not decided yet is asked about with all other payments (`reconcile.ts`). */
export const keepCharge = step({
  name: 'gifts.keep_charge',
  by: 'worker',
  async run(
    tx,
    { church, clock },
    { id, provider, reference, charged }: ClaimedCharge & { charged: Charged },
  ): Promise<void> {
    const { state, provider_ref } = charged
    await tx.run(sql`update gifts set provider_ref = coalesce(provider_ref, ${provider_ref}) where church_id = ${church.id}
      and id = ${id}`)
    if (state.status === 'none') return
    await settle(tx, clock, { church, provider, reference }, state)
    if (state.status === 'processing' || state.status === 'pending') {
      const soon = new Date(clock.now().getTime() + HOUR_MS).toISOString()
      await tx.run(
        sql`update gifts set charge_at = null, look_at = coalesce(look_at, ${soon}::timestamptz) where church_id = ${church.id} and id = ${id}`,
      )
    }
  },
})

interface RefusedCharge extends Pick<ClaimedCharge, 'id' | 'provider' | 'charges' | 'sent'> {
  /** What the provider said; null where the church has no account with it. */
  said: string | null
}

/**
 * The provider refuses the account, whatever is charged: nothing was. That does not count as a try, however long it lasts; what is
 * due waits, and administrators are told.
 */
export const putOff = step({
  name: 'gifts.put_off_charges',
  by: 'worker',
  unseen: true,
  async run(tx, { church, clock }, { id, provider, charges, sent, said }: RefusedCharge): Promise<void> {
    const now = clock.now().toISOString()
    const later = sql`${now}::timestamptz + ${REFUSED_MINUTES} * interval '1 minute'`
    await tx.run(sql`update gifts set charges = charges - 1, sent_at = case when ${sent}::boolean then sent_at end,
        charge_at = ${later}
      where church_id = ${church.id} and id = ${id} and charges = ${charges} and status = 'pending' and charge_at is not null`)
    await tx.run(sql`update gifts set charge_at = ${later} where church_id = ${church.id} and provider = ${provider}
      and status = 'pending' and charge_at <= ${now}::timestamptz`)
    await tellAccount(tx, church, { provider, said })
  },
})
