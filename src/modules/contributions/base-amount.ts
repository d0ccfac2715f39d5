/** What a gift is worth in the church currency (decisions, Money: fixed when it is recorded, half to even). */
import { addYears } from '../../lib/calendar.ts'
import { convert, type Rate } from '../../lib/money.ts'

/** Gifts were not given before. */
export const EARLIEST = '1900-01-01'

/** The last day on which a gift may be given: a year ahead. */
export const latest = (today: string): string => addYears(today, 1)

/**
 * Minor units of the church currency.
 * @param rate units of `base` for one unit of `currency`; not needed where both are the same
 * @returns undefined without a rate, or when it is beyond JSON's exact integers
 */
export function baseAmount(amount: number, currency: string, base: string, rate: Rate | null): number | undefined {
  if (currency === base) return amount
  if (rate === null) return undefined
  const converted = convert(amount, rate, currency, base)
  return converted <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(converted) : undefined
}
