/** At which rate an amount of a campaign or a pledge is kept in the church currency. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { parseRate } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { currencyExponent } from '../../texts/exponents.ts'
import { baseAmount } from '../contributions/base-amount.ts'
import { rateOn } from '../contributions/post-contribution.ts'

/** Of the church currency itself. */
const ONE = '1'

/** The rate of a currency on a day, as decimal text; undefined where the church has none. */
export async function rateOf(db: Db, church: Church, currency: string, day: string): Promise<string | undefined> {
  if (currency === church.currency) return ONE
  const found = await db.first<{ rate: string | null }>(
    sql`select trim_scale(${rateOn(church.id, currency, day)})::text as rate`,
  )
  return found?.rate ?? undefined
}

/** What is wrong with a currency that has no rate. */
export const noRate = ({ currency }: Church): string =>
  because('has no exchange rate to {currency} on that day', { currency })

/** What is wrong with an amount that is beyond JSON's exact integers. */
export const TOO_LARGE = because('is too large in the church currency')

/** Minor units of the church currency; undefined beyond JSON's exact integers. */
export const inBase = (amount: number, currency: string, church: Church, rate: string): number | undefined =>
  baseAmount(amount, currency, church.currency, parseRate(rate))

/** Minor units of the church currency for one minor unit: exact, as PostgreSQL reads a number. */
export const minorRate = (currency: string, church: Church, rate: string): string =>
  `${rate}e${currencyExponent(church.currency) - currencyExponent(currency)}`
