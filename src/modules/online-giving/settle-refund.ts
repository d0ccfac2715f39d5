/**
 * What a refund's outcome does: one transaction with the gift's row locked, so that whatever a provider repeats or reorders
 * counts once, and refunds of one gift never come to more than it (decision 0027).
 */
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { restateGift } from '../contributions/restate-gift.ts'
import type { Books } from '../contributions/what-follows.ts'
import { AMOUNT_MISMATCH } from './never-paid.ts'
import type { PaymentName, ToldRefund } from './provider.ts'
import { firstPendingLook } from './refund-gaps.ts'
import { tellClipped, tellFailed } from './refund-notices.ts'
import { type RefundStatus, UNCONFIRMED } from './refunds.ts'

/** Letters, digits and a hyphen; 128 random bits. */
export const newRefundReference = (): string => `refund-${randomBytes(16).toString('hex')}`

/** Of whom something is told. */
export interface ToldOf {
  provider: string
  payment: PaymentName
}

/** A gift whose money may go back. */
export interface PaidGift {
  id: number
  reference: string
  status: string
  error: string | null
  amount: number
  currency: string
  branch_id: number
  payment_id: string | null
  refunded_amount: number
  contribution_id: number | null
}

/** Locks a gift by what its payment is called. */
export const lockPaid = (tx: Tx, church: Church, { provider, payment }: ToldOf): Promise<PaidGift | undefined> =>
  tx.first<PaidGift>(sql`select id, reference, status, error, amount, currency, branch_id, payment_id,
      refunded_amount, contribution_id
    from gifts where church_id = ${church.id} and provider = ${provider}
      and (reference = ${payment.reference ?? null} or payment_id = ${payment.payment_id ?? null})
    order by id limit 1 for no key update`)

/** A refund as it is on record. */
interface Kept {
  id: number
  provider_refund_id: string | null
  amount: number
  status: RefundStatus
  source: string
  requested_by: string | null
}

/** `none`: the church has no such gift in its books. `unpaid`: it has, and does not know yet that it was paid. */
export type Settled = 'settled' | 'none' | 'unpaid'

/** Settles a refund by what its provider says; one that is not on record began there, or with a dispute. */
export const settleRefund = step({
  name: 'refunds.settle',
  by: 'worker',
  async run(
    tx,
    { church, clock, house },
    { told, source = 'provider', ...of }: ToldOf & { told: ToldRefund; source?: 'provider' | 'dispute' },
  ): Promise<Settled> {
    const gift = await lockPaid(tx, church, of)
    if (gift === undefined) return 'none'
    // What is not in the books stays out of them when it goes back.
    if (gift.error === AMOUNT_MISMATCH) return 'none'
    if (gift.status !== 'succeeded') return 'unpaid'
    await takeTold(tx, { church, clock, house, gift, provider: of.provider }, told, source)
    return 'settled'
  },
})

interface About extends Books {
  clock: Clock
  gift: PaidGift
  provider: string
}

/** Takes what is told of one refund of a gift that is locked. */
export async function takeTold(
  tx: Tx,
  about: About,
  told: ToldRefund,
  source: 'provider' | 'dispute' = 'provider',
): Promise<void> {
  const found = await findKept(tx, about, told)
  if (found === undefined ? told.status === 'failed' : !isNews(found, told)) return
  const begins = counts(told.status) && !counts(found?.status)
  const amount = begins ? await fitting(tx, about, told) : (found?.amount ?? 0)
  if (amount === 0) return
  const kept = found ?? (await insertTold(tx, about, { told, amount, source }))
  await move(tx, about, { ...kept, amount }, told)
}

/** It goes on, and backwards never; but for one of which the provider had said nothing, and for what a dispute comes to. */
const isNews = (kept: Kept, told: ToldRefund): boolean =>
  kept.provider_refund_id === null ||
  RANK[told.status] > RANK[kept.status] ||
  (kept.source === 'dispute' && told.status !== kept.status)

/** What of a refund can be recorded: no more than is left of the gift. Of what does not fit administrators are told. */
async function fitting(tx: Tx, { church, gift }: About, told: ToldRefund): Promise<number> {
  const isAmount = told.currency === gift.currency && Number.isSafeInteger(told.amount) && told.amount > 0
  const amount = isAmount ? Math.min(told.amount, gift.amount - gift.refunded_amount) : 0
  if (amount !== told.amount) await tellClipped(tx, church, gift, told, amount)
  return amount
}

/** True for money that is gone, or on its way. */
const counts = (status: RefundStatus | undefined): boolean => status === 'pending' || status === 'succeeded'

const RANK: Readonly<Record<RefundStatus, number>> = { requested: 0, pending: 1, succeeded: 2, failed: 3 }

/** Those that name ours first: none of the others is then taken for one of them. */
export const namedFirst = (all: readonly ToldRefund[]): readonly ToldRefund[] =>
  all.toSorted((one, other) => Number(other.reference != null) - Number(one.reference != null))

/**
 * The refund on record that is meant: by the provider's name or ours; a name of ours that it has told of by another of its own is
 * another refund. Where the provider cannot tell whose it is, one of the same amount that it was asked for, and of which nobody knows
 * yet what became, is meant: a refund that somebody makes in the dashboard meanwhile is then made once, and not twice.
 */
async function findKept(tx: Tx, { church, gift, provider }: About, told: ToldRefund): Promise<Kept | undefined> {
  const columns = sql`id, provider_refund_id, amount, status, source, requested_by`
  const named = await tx.first<Kept>(sql`select ${columns} from refunds where church_id = ${church.id}
      and provider = ${provider} and gift_id = ${gift.id}
      and (provider_refund_id = ${told.provider_refund_id}
        or (provider_refund_id is null and reference = ${told.reference ?? null}))
    order by (provider_refund_id = ${told.provider_refund_id}) desc nulls last, id limit 1`)
  if (named !== undefined || told.reference !== undefined) return named
  return await tx.first<Kept>(sql`select ${columns} from refunds where church_id = ${church.id} and gift_id = ${gift.id}
      and provider = ${provider} and source = 'console' and provider_refund_id is null
      and (status = 'requested' or error = ${UNCONFIRMED}) and amount = ${told.amount}
      and case when ${told.made_at}::timestamptz is null then sent_at is not null
        else ${told.made_at}::timestamptz > created_at - interval '5 minutes' end
    order by (status = 'requested') desc, id limit 1`)
}

interface New {
  told: ToldRefund
  amount: number
  source: 'provider' | 'dispute'
}

/** Puts one on record that nobody asked for here; it does not count yet. */
async function insertTold(tx: Tx, { church, gift, provider }: About, { told, amount, source }: New): Promise<Kept> {
  const kept = await tx.first<Kept>(sql`insert into refunds (church_id, gift_id, branch_id, reference, provider,
      provider_refund_id, amount, currency, source, status, created_at, updated_at)
    values (${church.id}, ${gift.id}, ${gift.branch_id}, ${newRefundReference()}, ${provider},
      ${told.provider_refund_id}, ${amount}, ${gift.currency}, ${source}, 'requested', ${tx.now}::timestamptz,
      ${tx.now}::timestamptz)
    returning id, provider_refund_id, amount, status, source, requested_by`)
  if (kept === undefined) throw new Error('A refund was not inserted.')
  return kept
}

/** Moves a refund on, and the books with it. */
async function move(tx: Tx, about: About, kept: Kept, told: ToldRefund): Promise<void> {
  const { church, clock, gift } = about
  const change = (counts(told.status) ? kept.amount : 0) - (counts(kept.status) ? kept.amount : 0)
  const books = change === 0 ? {} : await intoBooks(tx, about, kept, change)
  const on = counts(told.status) ? refundedOn(clock, church, told.made_at) : null
  const next = told.status === 'pending' ? firstPendingLook(clock.now()) : null
  await tx.run(sql`update refunds set status = ${told.status}, amount = ${kept.amount}, provider_refund_id = ${told.provider_refund_id},
      error = ${told.error}, refunded_on = coalesce(refunded_on, ${on}::date),
      contribution_id = coalesce(contribution_id, ${books.voided ?? null}),
      rest_id = case when ${change !== 0}::boolean then ${books.rest ?? null} else rest_id end,
      completed_at = case when ${told.status !== 'pending'}::boolean then ${tx.now}::timestamptz end,
      try_at = ${next?.toISOString() ?? null}::timestamptz, tries = 0, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${kept.id}`)
  if (told.status === 'failed' && kept.source !== 'dispute')
    await tellFailed(tx, church, { gift, kept, error: told.error })
}

/** The day on which money went back: as the provider says, and never in the future. */
function refundedOn(clock: Clock, { timezone }: Church, made_at: string | null): string {
  const now = clock.now()
  const made = made_at === null ? Number.NaN : Date.parse(made_at)
  return today(Number.isNaN(made) ? now : new Date(Math.min(made, now.getTime())), timezone)
}

/** The gift counts for less, or for more again. */
async function intoBooks(
  tx: Tx,
  { clock, gift, ...books }: About,
  kept: Kept,
  change: number,
): Promise<{ voided?: number | null; rest?: number | null }> {
  const { church } = books
  const refunded = gift.refunded_amount + change
  const rest = gift.amount - refunded
  const words = kept.source === 'dispute' ? 'Dispute lost' : rest === 0 ? 'Refunded' : 'Partly refunded'
  const restated =
    gift.contribution_id === null
      ? undefined
      : await restateGift(tx, books, {
          contribution_id: gift.contribution_id,
          rest,
          cause: change > 0 ? 'refund' : 'refund_undone',
          reason: change > 0 ? words : 'The money did not go back',
          by: change > 0 ? kept.requested_by : null,
          happened_on: today(clock.now(), church.timezone),
        })
  const contribution_id = restated?.rest ?? gift.contribution_id
  await tx.run(sql`update gifts set refunded_amount = ${refunded}, contribution_id = ${contribution_id},
      updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${gift.id}`)
  Object.assign(gift, { refunded_amount: refunded, contribution_id })
  return restated ?? {}
}
