/** Development pays out what was given on a day on the day after, less a fee, so that all of it can be tried. No money moves. */
import { addDays } from '../../../lib/calendar.ts'
import { groupBy } from '../../../lib/group.ts'
import type { Books, OwnMoney, ToldLine, ToldPayout } from '../payout.ts'

/** 1.5 % of a payment. */
const feeOf = (amount: number): number => Math.round((amount * 15) / 1_000)

/** One payout for each day that is over, and each currency. */
export async function* payTests(since: string, books: Books): AsyncGenerator<ToldPayout> {
  const money = (await books.money(addDays(since, -1))).filter(({ day }) => addDays(day, 1) <= books.day)
  for (const [key, all] of groupBy(money, ({ day, currency }) => `${day}-${currency}`)) {
    const [one] = all
    if (one === undefined) continue
    const lines = all.map(lineOf)
    yield {
      payout_id: `test-payout-${key}`,
      status: 'paid',
      currency: one.currency,
      net: lines.reduce((sum, { amount, fee }) => sum + amount - fee, 0),
      made_on: addDays(one.day, 1),
      arrives_on: addDays(one.day, 1),
      error: null,
      lines: async () => lines,
    }
  }
}

function lineOf({ kind, reference, payment_id, amount, day }: OwnMoney): ToldLine {
  return {
    kind,
    reference: `test-${reference}`,
    payment_id,
    gift: kind === 'payment' ? reference : null,
    amount: kind === 'payment' ? amount : -amount,
    fee: kind === 'payment' ? feeOf(amount) : 0,
    happened_at: `${day}T12:00:00.000Z`,
  }
}
