/** Exchange rates, for each church and day (decisions, Money). */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { parseDate, today } from '../../lib/calendar.ts'
import { isCurrency, parseRate } from '../../lib/money.ts'
import type { Church } from '../../resource/caller.ts'

export interface NewRate {
  currency: string
  /** Units of the church currency for one unit, as decimal text such as 1650.25. */
  rate: string
  /** The first day on which it holds; today in the church's time zone where missing. */
  valid_from?: string | undefined
}

/**
 * Sets the rate that holds from a day on, until the next one set. Gifts already recorded keep theirs.
 * @throws ApiError `validation_failed`
 */
export async function setRate(
  database: Database,
  church: Church,
  input: NewRate,
  now: Date,
): Promise<Required<NewRate>> {
  const currency = input.currency.trim().toUpperCase()
  const valid_from = input.valid_from ?? today(now, church.timezone)
  const problems = new Problems()
  if (!isCurrency(currency)) problems.add('currency', 'must be a currency code (ISO 4217), such as USD')
  if (currency === church.currency) problems.add('currency', 'is the currency of the church: it needs no rate')
  if (parseRate(input.rate) === null) problems.add('rate', 'must be a positive number such as 1650.25')
  if (parseDate(valid_from) === null) problems.add('valid_from', 'must be a real date of the form YYYY-MM-DD')
  problems.throwIfAny()
  await database.write(church.id, tx =>
    tx.run(sql`insert into exchange_rates (church_id, currency, valid_from, rate, created_at)
      values (${church.id}, ${currency}, ${valid_from}::date, ${input.rate}::numeric, ${tx.now}::timestamptz)
      on conflict (church_id, currency, valid_from) do update set rate = excluded.rate, created_at = excluded.created_at`),
  )
  return { currency, rate: input.rate, valid_from }
}
