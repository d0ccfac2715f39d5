/** The pledges of a campaign with what was given towards each, by the gifts of the campaign. */
import { type Db, idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Frequency } from '../../lib/periods.ts'
import type { Church } from '../../resource/caller.ts'
import { type CountedParts, GRACE_DAYS, type Standing, standingOf } from './instalments.ts'
import { givenTowards } from './rates.ts'

/** A campaign, as far as it tells which gifts count. */
export interface CampaignSpan {
  id: number
  name: string
  fund_id: number
  starts_on: string
  ends_on: string
}

/** A pledge that is not cancelled, and how it stands. Amounts are minor units of its currency, `…_base` of the church's. */
export interface PledgeFigures {
  id: number
  branch_id: number
  amount: number
  currency: string
  amount_base: number
  frequency: Frequency | null
  pledged_on: string
  given: number
  given_base: number
  /** People whose gifts count towards it; 0 where nobody said yet who pledged. */
  givers: number
  no_reminders: boolean
  reminded_at: string | null
  standing: Standing
}

type Row = Omit<PledgeFigures, 'given' | 'given_base' | 'givers' | 'standing'> & { rate: string }

/** What somebody gave to the campaign in one currency. */
interface GivenBy {
  person_id: number
  currency: string
  amount: string
  base: string
}

/** A campaign's span; undefined where there is none. */
export const spanOf = (db: Db, church: number, id: number): Promise<CampaignSpan | undefined> =>
  db.first<CampaignSpan>(sql`select id, name, fund_id, starts_on::text as starts_on, ends_on::text as ends_on
    from pledge_campaigns where church_id = ${church} and id = ${id}`)

/** Posted gifts `c` of the campaign. */
export const giftsOf = (
  church: number,
  { fund_id, starts_on, ends_on }: CampaignSpan,
): Sql => sql`c.church_id = ${church}
  and c.fund_id = ${fund_id} and c.given_on between ${starts_on}::date and ${ends_on}::date and c.status = 'posted'`

/**
 * The pledges of a campaign that are not cancelled. Three reads that are put together here: a join of so many rows goes by what the
 * planner believes of them.
 * @param visible branches whose pledges are wanted; null for all
 * @param day on which they stand as they are told
 */
export async function figuresOf(
  db: Db,
  church: Church,
  campaign: CampaignSpan,
  { visible, day }: { visible: readonly number[] | null; day: string },
): Promise<PledgeFigures[]> {
  const { id } = campaign
  const limit = visible === null ? sql`true` : sql`branch_id = any(${idArray(visible)})`
  const [pledges, givers, gifts] = [
    await db.all<Row>(sql`select id, branch_id, amount, currency, amount_base, frequency, pledged_on::text as pledged_on,
        trim_scale(rate)::text as rate, no_reminders, reminded_at::text as reminded_at
      from pledges where church_id = ${church.id} and campaign_id = ${id} and status = 'active' and ${limit} order by id`),
    await db.all<{ pledge_id: number; person_id: number }>(
      sql`select pledge_id, person_id from pledge_givers where church_id = ${church.id} and campaign_id = ${id}`,
    ),
    await db.all<GivenBy>(sql`select c.person_id, c.currency, sum(c.amount)::text as amount, sum(c.amount_base)::text as base
      from contributions as c where ${giftsOf(church.id, campaign)} and c.person_id is not null
      group by c.person_id, c.currency`),
  ]
  const giftsBy = groupBy(gifts, ({ person_id }) => person_id)
  const giversOf = groupBy(givers, ({ pledge_id }) => pledge_id)
  const counted: CountedParts = new Map()
  return pledges.map(({ rate, ...pledge }) => {
    const { currency } = pledge
    const theirs = giversOf.get(pledge.id) ?? []
    const given = theirs.flatMap(({ person_id }) => giftsBy.get(person_id) ?? [])
    const face = sum(given.filter(one => one.currency === currency).map(({ amount }) => amount))
    const other = sum(given.filter(one => one.currency !== currency).map(({ base }) => base))
    const so = {
      given: givenTowards({ face, other, currency, rate }, church),
      given_base: Number(sum(given.map(({ base }) => base))),
      givers: theirs.length,
    }
    return { ...pledge, ...so, standing: standingOf({ ...pledge, ...campaign, given: so.given }, day, counted) }
  })
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((all, one) => all + BigInt(one), 0n)

/** Whether somebody is behind with a pledge: so many days late with a part of it. Of one that counts nobody's gifts nobody knows. */
export const isBehind = ({ givers, standing }: PledgeFigures, days = GRACE_DAYS): boolean =>
  givers > 0 && standing.missing > 0 && standing.days_late > days

/** What all gifts of the campaign are worth in the church currency, whoever gave them. */
export async function givenToFund(db: Db, church: number, campaign: CampaignSpan): Promise<number> {
  const found = await db.first<{ sum: number }>(
    sql`select coalesce(sum(c.amount_base), 0)::bigint as sum from contributions as c where ${giftsOf(church, campaign)}`,
  )
  return found?.sum ?? 0
}
