/** A giver's bank asks for money back: the gift counts until that is lost, and then it is a refund (decision 0027). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { step } from '../../resource/step.ts'
import type { ToldDispute, ToldRefund } from './provider.ts'
import { tellDispute } from './refund-notices.ts'
import { lockPaid, type Settled, type ToldOf, takeTold } from './settle-refund.ts'

/** The dispute that a gift is known to have. */
interface Known {
  dispute: string | null
  dispute_id: string | null
}

/**
 * Settles a dispute by what its provider says. What is decided is not open again; a decision that turns out otherwise is
 * followed, and the money is back in the books.
 */
export const settleDispute = step({
  name: 'disputes.settle',
  by: 'worker',
  async run(tx, { church, clock }, { dispute, ...of }: ToldOf & { dispute: ToldDispute }): Promise<Settled> {
    const gift = await lockPaid(tx, church, of)
    if (gift === undefined) return 'none'
    if (gift.status !== 'succeeded') return 'unpaid'
    const known = await tx.first<Known>(sql`select dispute, dispute_id from gifts
      where church_id = ${church.id} and id = ${gift.id}`)
    const { status, respond_by, dispute_id } = dispute
    const isSame = known?.dispute_id === dispute_id
    if (isSame && (known?.dispute === status || status === 'open')) {
      if (known?.dispute === 'open') await keepDeadline(tx, church.id, gift.id, respond_by)
      return 'settled'
    }
    await tx.run(sql`update gifts set dispute = ${status}, dispute_id = ${dispute_id},
        respond_by = ${status === 'open' ? respond_by : null}::timestamptz, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${gift.id}`)
    await tellDispute(tx, church, gift, dispute)
    const about = { church, clock, gift, provider: of.provider }
    if (status === 'lost') await takeTold(tx, about, asRefund(dispute, 'succeeded'), 'dispute')
    if (status === 'won') await takeTold(tx, about, asRefund(dispute, 'failed'), 'dispute')
    return 'settled'
  },
})

const asRefund = ({ dispute_id, amount, currency }: ToldDispute, status: ToldRefund['status']): ToldRefund => ({
  provider_refund_id: `dispute-${dispute_id}`,
  reference: null,
  amount,
  currency,
  status,
  error: status === 'failed' ? 'dispute_won' : null,
  made_at: null,
})

/** A reminder may name another day. */
async function keepDeadline(tx: Tx, church: number, gift: number, respond_by: string | null): Promise<void> {
  if (respond_by === null) return
  await tx.run(sql`update gifts set respond_by = ${respond_by}::timestamptz, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${gift} and respond_by is distinct from ${respond_by}::timestamptz`)
}
