/** What payouts are worth in the books: by the rate of their day, or of when that is entered. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { parseRate } from '../../lib/money.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { msg } from '../../texts/language.ts'
import { baseAmount } from '../contributions/base-amount.ts'
import { rateOn } from '../contributions/post-contribution.ts'

/** What of a payout is valued: minor units of its currency, by the rate of the day on which the bank has it. */
interface Valued {
  currency: string
  net: number
  fees: number
  arrives_on: string
}

/** In the currency of the church; null where there is no rate. */
export interface Worth {
  net_base: number | null
  fees_base: number | null
}

/** What it comes to in the currency of the church, by the rate of the day; nulls where there is none. */
export async function worth(
  tx: Tx,
  church: Pick<Church, 'id' | 'currency'>,
  { currency, net, fees, arrives_on }: Valued,
): Promise<Worth> {
  const found = await tx.first<{ rate: string | null }>(sql`select ${rateOn(church.id, currency, arrives_on)} as rate`)
  const rate = found?.rate == null ? null : parseRate(found.rate)
  const of = (amount: number): number | null => baseAmount(amount, currency, church.currency, rate) ?? null
  return { net_base: of(net), fees_base: of(fees) }
}

/** Nobody knows what it is worth: until somebody says, it is not booked. */
export async function tellUnvalued(
  tx: Tx,
  church: number,
  title: string,
  { currency, net, arrives_on, reference }: Valued & { reference: string },
): Promise<void> {
  await postNotice(tx, church, {
    kind: 'payout_without_rate',
    title: msg('There is no exchange rate for a payout of {amount}'),
    body: msg(
      '{provider} paid out {amount} ({payout}), which your bank has on {day}. The journal books it when it knows what it is worth: enter an exchange rate of {currency} that holds on that day.',
    ),
    values: {
      amount: { amount: net, currency },
      provider: title,
      payout: reference,
      day: { date: arrives_on },
      currency,
    },
  })
}

/** A rate was entered: payouts that waited for one are worth something from now on. Those that had one keep it, as gifts do. */
export async function valuePayouts(
  tx: Tx,
  church: Church,
  { currency, valid_from }: { currency: string; valid_from: string },
): Promise<void> {
  const waiting = await tx.all<{ id: number; payout: string }>(sql`select id, payout::text as payout from batches
    where church_id = ${church.id} and kind = 'payout' and payout ->> 'currency' = ${currency}
      and payout ->> 'net_base' is null and payout ->> 'arrives_on' >= ${valid_from} order by id for no key update`)
  for (const { id, payout } of waiting) {
    const said = JSON.parse(payout) as Valued
    const valued = { ...said, ...(await worth(tx, church, said)) }
    await tx.run(sql`update batches set payout = ${JSON.stringify(valued)}::jsonb,
        payout_valued_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id}`)
  }
}
