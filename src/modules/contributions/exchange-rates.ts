/** Exchange rates, for each church and day (decisions, Money). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { parseDate, today } from '../../lib/calendar.ts'
import { isCurrency, parseRate } from '../../lib/money.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { extensionPoint } from '../../resource/extension-point.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'

/** A rate, from a day on. */
interface NewRate {
  currency: string
  /** Units of the church currency for one unit, as decimal text such as 1650.25. */
  rate: string
  /** The first day on which it holds. */
  valid_from: string
}

/** Does what follows when a rate is entered, in the transaction that keeps it. */
type FollowsRate = (tx: Tx, church: Church, rate: Omit<NewRate, 'rate'>) => Promise<void>

/** Where modules say what follows. */
export const enteredRates = extensionPoint<FollowsRate>('what follows entered rates')

// Texts that may be missing, so that every wrong one is named at once, in words of its own.
const rateText = () => field.text().nullable().settable()

/** The rate holds until the next one set. Gifts already recorded keep theirs. */
export const setRate = action({
  name: 'rates.set',
  logged: 'Set an exchange rate',
  may: churchWide(FINANCE),
  fields: {
    currency: rateText().doc('Such as USD'),
    rate: rateText().doc('Such as 1650.25'),
    valid_from: rateText().doc("YYYY-MM-DD. Default: today in the church's time zone"),
  },
  target: ({ currency }) => currency ?? '',
  detail: ({ rate, valid_from }) => ({ rate, valid_from }),
  async run(tx, { caller: { church }, clock, house }, sent) {
    const given = checked(church, {
      currency: sent.currency?.toUpperCase() ?? '',
      rate: sent.rate ?? '',
      valid_from: sent.valid_from ?? today(clock.now(), church.timezone),
    })
    const { currency, rate, valid_from } = given
    await tx.run(sql`insert into exchange_rates (church_id, currency, valid_from, rate, created_at)
      values (${church.id}, ${currency}, ${valid_from}::date, ${rate}::numeric, ${tx.now}::timestamptz)
      on conflict (church_id, currency, valid_from) do update set rate = excluded.rate, created_at = excluded.created_at`)
    for (const follows of house.addedAt(enteredRates)) await follows(tx, church, given)
    return given
  },
})

/** @throws ApiError `validation_failed` naming all that is wrong */
function checked(church: Church, rate: NewRate): NewRate {
  const { currency, valid_from } = rate
  const problems = new Problems()
  if (!isCurrency(currency)) problems.add('currency', because('must be a currency code (ISO 4217), such as USD'))
  if (currency === church.currency) problems.add('currency', because('is the currency of the church: it needs no rate'))
  if (parseRate(rate.rate) === null) problems.add('rate', because('must be a positive number such as 1650.25'))
  if (parseDate(valid_from) === null) problems.add('valid_from', because('must be a real date of the form YYYY-MM-DD'))
  problems.throwIfAny()
  return rate
}
