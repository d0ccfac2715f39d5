/** The pledges of a campaign with what was given towards each, and who is behind. */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Frequency } from '../../lib/periods.ts'
import { type CountedParts, GRACE_DAYS, type Standing, standingOf } from './instalments.ts'
import { bothGiven } from './progress-sql.ts'

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
  amount: number
  currency: string
  amount_base: number
  frequency: Frequency | null
  pledged_on: string
  given: number
  given_base: number
  /** Whether anybody's gifts count towards it: nobody's do until somebody said who pledged. */
  has_givers: boolean
  no_reminders: boolean
  reminded_at: string | null
  standing: Standing
}

/** A campaign's span; undefined where there is none. */
export const spanOf = (db: Db, church: number, id: number): Promise<CampaignSpan | undefined> =>
  db.first<CampaignSpan>(sql`select id, name, fund_id, starts_on::text as starts_on, ends_on::text as ends_on
    from pledge_campaigns where church_id = ${church} and id = ${id}`)

/**
 * The pledges of a campaign that are not cancelled.
 * @param visible branches whose pledges are wanted; null for all
 * @param day on which they stand as they are told
 */
export async function figuresOf(
  db: Db,
  church: number,
  { id, starts_on, ends_on }: CampaignSpan,
  { visible, day }: { visible: readonly number[] | null; day: string },
): Promise<PledgeFigures[]> {
  const limit = visible === null ? sql`true` : sql`t.branch_id = any(${idArray(visible)})`
  const rows = await db.all<
    Omit<PledgeFigures, 'standing'>
  >(sql`select t.id, t.amount, t.currency, t.amount_base, t.frequency,
      t.pledged_on::text as pledged_on, t.no_reminders, t.reminded_at::text as reminded_at, ${bothGiven.columns},
      exists (select 1 from pledge_givers as g where g.church_id = ${church} and g.pledge_id = t.id) as has_givers
    from pledges as t ${bothGiven.joined(church)}
    where t.church_id = ${church} and t.campaign_id = ${id} and t.status = 'active' and ${limit} order by t.id`)
  const counted: CountedParts = new Map()
  // Assigned: of tens of thousands, copies took longer than all the rest.
  return rows.map(row => {
    const { amount, given, frequency, pledged_on } = row
    const standing = standingOf({ amount, given, frequency, pledged_on, starts_on, ends_on }, day, counted)
    return Object.assign(row, { standing })
  })
}

/** Whether somebody is behind with a pledge: so many days late with a part of it. Of one that counts nobody's gifts nobody knows. */
export const isBehind = ({ has_givers, standing }: PledgeFigures, days = GRACE_DAYS): boolean =>
  has_givers && standing.missing > 0 && standing.days_late > days

/** For sorting: who is latest comes first. */
export const latestFirst = (one: PledgeFigures, other: PledgeFigures): number =>
  other.standing.days_late - one.standing.days_late || one.id - other.id

/** What all posted gifts of the campaign are worth in the church currency, whoever gave them. */
export async function givenToFund(
  db: Db,
  church: number,
  { fund_id, starts_on, ends_on }: CampaignSpan,
): Promise<number> {
  const found = await db.first<{
    sum: number
  }>(sql`select coalesce(sum(amount_base), 0)::bigint as sum from contributions
    where church_id = ${church} and fund_id = ${fund_id} and given_on between ${starts_on}::date and ${ends_on}::date
      and status = 'posted'`)
  return found?.sum ?? 0
}
