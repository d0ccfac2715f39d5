/** Giving on the home page: the last twelve months by fund, and this month against the one before. */
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { inSight, lastMonths, type Period, periodRows } from '../../resource/periods.ts'
import { remembered } from '../../resource/remembered.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'

const MONTHS = 12

/** Posted gifts that the reader may see; amounts in minor units of the church's currency. */
export interface HomeGiving {
  currency: string
  /** Funds that got something, most first. */
  funds: { id: number; name: string }[]
  /** Oldest first, the last one is the current month of the church; an amount for each of the funds, in their order. */
  months: { month: string; amounts: number[] }[]
  this_month: number
  last_month: number
  /** What was given last month up to the same day. */
  last_month_by_now: number
}

interface Sum {
  month: string
  fund_id: number
  amount: number
}

/** The sum of each fund in each period. */
const sums = ({ read }: Reading, caller: Caller, periods: readonly Period[]): Promise<Sum[]> =>
  remembered(read, caller, 'contributions', periods, () =>
    read.all<Sum>(sql`
      select period.first as month, given.fund_id, given.amount
      from ${periodRows(periods)} cross join lateral (
        select fund_id, sum(amount_base)::bigint as amount from contributions
        where church_id = ${caller.church.id} and given_on >= period.first and given_on < period.next
          and status = 'posted' and ${inSight(caller)}
        group by fund_id) as given`),
  )

/** Last month up to the day of today's number; the whole month where it is shorter. */
function monthBefore(day: string, { first, next }: Period): Period {
  const same = `${first.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`
  const length = (Date.parse(next) - Date.parse(first)) / 86_400_000
  return { first, next: Number(day.slice(8)) < length ? same : next }
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

async function readGiving(parts: Reading, caller: Caller): Promise<HomeGiving> {
  const { church } = caller
  const day = today(parts.clock.now(), church.timezone)
  const months = lastMonths(day, MONTHS)
  const before = months[MONTHS - 2] as Period
  const [found, byNow, names] = await Promise.all([
    sums(parts, caller, months),
    sums(parts, caller, [monthBefore(day, before)]),
    parts.read.all<{ id: number; name: string }>(
      sql`select id, name from funds where church_id = ${church.id} order by id`,
    ),
  ])
  const amounts = new Map(found.map(({ month, fund_id, amount }) => [`${month}/${fund_id}`, amount]))
  const ofFund = (fund: number): number[] => months.map(({ first }) => amounts.get(`${first}/${fund}`) ?? 0)
  const funds = names
    .map(fund => ({ ...fund, total: total(ofFund(fund.id)) }))
    .filter(fund => fund.total > 0)
    .sort((a, b) => b.total - a.total)
  const shown = months.map(({ first }) => ({
    month: first.slice(0, 7),
    amounts: funds.map(({ id }) => amounts.get(`${first}/${id}`) ?? 0),
  }))
  return {
    currency: church.currency,
    funds: funds.map(({ id, name }) => ({ id, name })),
    months: shown,
    this_month: total(shown.at(-1)?.amounts ?? []),
    last_month: total(shown.at(-2)?.amounts ?? []),
    last_month_by_now: total(byNow.map(({ amount }) => amount)),
  }
}

export const homeGiving = view({ name: 'home.giving', may: within(FINANCE), fields: {}, run: readGiving })
