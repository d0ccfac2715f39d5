/** A giver's bank asks for money back: the gift counts until that is lost, and then it is a refund (decision 0027). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { canonicalJson } from '../../lib/json.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { AMOUNT_MISMATCH } from './never-paid.ts'
import type { ToldDispute, ToldRefund } from './provider.ts'
import { tellDispute } from './refund-notices.ts'
import { lockPaid, type PaidGift, type Settled, type ToldOf, takeTold } from './settle-refund.ts'

/** What is known of one dispute. */
interface Known extends Pick<ToldDispute, 'status' | 'respond_by'>, Partial<Pick<ToldDispute, 'amount' | 'currency'>> {
  /** When the provider said so; null where it does not say. */
  told_at: string | null
}

/** Those of a gift, by what the provider calls them. */
type Disputes = Readonly<Record<string, Known>>

/**
 * Settles a dispute by what its provider says. What is decided is not open again, and what is older than what is known is nothing
 * new; a decision that turns out otherwise is followed, and the money is back in the books. Each dispute of a gift is one of its own.
 */
export const settleDispute = step({
  name: 'disputes.settle',
  by: 'worker',
  async run(tx, { church, clock, house }, { dispute, ...of }: ToldOf & { dispute: ToldDispute }): Promise<Settled> {
    const gift = await lockPaid(tx, church, of)
    if (gift === undefined) return 'none'
    const isBooked = gift.status === 'succeeded'
    if (!isBooked && gift.error !== AMOUNT_MISMATCH) return 'unpaid'
    const kept = await tx.first<{ disputes: string }>(sql`select disputes::text as disputes from gifts
      where church_id = ${church.id} and id = ${gift.id}`)
    const all = JSON.parse(kept?.disputes ?? '{}') as Disputes
    const { status, dispute_id } = dispute
    const known = all[dispute_id]
    if (known !== undefined && isOld(known, dispute)) return 'settled'
    await keep(tx, church.id, gift.id, { ...all, [dispute_id]: joined(known, dispute) })
    if (known?.status === status) return 'settled'
    await tellDispute(tx, church, { ...gift, isBooked }, dispute)
    const about = { church, clock, house, gift, provider: of.provider }
    if (isBooked && status === 'lost') await takeTold(tx, about, asRefund(dispute, 'succeeded'), 'dispute')
    if (isBooked && status === 'won') await takeTold(tx, about, asRefund(dispute, 'failed'), 'dispute')
    return 'settled'
  },
})

const timeOf = (moment: string | null | undefined): number => (moment == null ? Number.NaN : Date.parse(moment))

function isOld(known: Known, told: ToldDispute): boolean {
  if (timeOf(told.told_at) < timeOf(known.told_at)) return true
  return known.status !== 'open' && told.status === 'open'
}

/** A reminder may name another day, and need not name one. */
const joined = (known: Known | undefined, { status, respond_by, told_at, amount, currency }: ToldDispute): Known => ({
  ...{ status, amount, currency },
  respond_by: status === 'open' ? (respond_by ?? known?.respond_by ?? null) : null,
  told_at: told_at ?? known?.told_at ?? null,
})

/** That of a gift which is shown: what is open, the first to be answered; else what is lost, else the last one. */
function shownOf(all: Disputes): { dispute_id: string; status: string; respond_by: string | null } | undefined {
  const [first] = Object.entries(all)
    .map(([dispute_id, { status, respond_by, told_at }]) => ({ dispute_id, status, respond_by, told_at }))
    .sort((one, other) => {
      const rank = RANK[one.status] - RANK[other.status]
      if (rank !== 0) return rank
      if (one.status === 'open') return orLast(one.respond_by) - orLast(other.respond_by)
      return (timeOf(other.told_at) || 0) - (timeOf(one.told_at) || 0)
    })
  return first
}

const RANK: Readonly<Record<ToldDispute['status'], number>> = { open: 0, lost: 1, won: 2 }

const orLast = (moment: string | null): number => timeOf(moment) || Number.MAX_SAFE_INTEGER

async function keep(tx: Tx, church: number, gift: number, all: Disputes): Promise<void> {
  const shown = shownOf(all)
  const disputes = canonicalJson(all)
  await tx.run(sql`update gifts set disputes = ${disputes}::jsonb, dispute = ${shown?.status ?? null},
      dispute_id = ${shown?.dispute_id ?? null}, respond_by = ${shown?.respond_by ?? null}::timestamptz,
      updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${gift} and disputes <> ${disputes}::jsonb`)
}

/** What disputes took of a payment that was in no books then. @param gift as it is in the books now */
export async function lostDisputes(tx: Tx, church: Church, gift: PaidGift): Promise<ToldRefund[]> {
  const kept = await tx.first<{ disputes: string }>(sql`select disputes::text as disputes from gifts
    where church_id = ${church.id} and id = ${gift.id}`)
  return Object.entries(JSON.parse(kept?.disputes ?? '{}') as Disputes)
    .filter(([, { status }]) => status === 'lost')
    .map(([dispute_id, { amount = gift.amount, currency = gift.currency }]) =>
      asRefund({ dispute_id, amount, currency }, 'succeeded'),
    )
}

const asRefund = (
  { dispute_id, amount, currency }: Pick<ToldDispute, 'dispute_id' | 'amount' | 'currency'>,
  status: ToldRefund['status'],
): ToldRefund => ({
  provider_refund_id: `dispute-${dispute_id}`,
  reference: null,
  amount,
  currency,
  status,
  error: status === 'failed' ? 'dispute_won' : null,
  made_at: null,
})
