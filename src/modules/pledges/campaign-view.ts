/** How a campaign stands, and who is behind, for the console: computed once for each version of gifts and pledges. */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import type { Frequency } from '../../lib/periods.ts'
import { action, view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { remembered } from '../../resource/remembered.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { tallyRows } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { MAY_RUN_CAMPAIGNS, pledgeCampaigns } from './campaigns.ts'
import { type CampaignSpan, figuresOf, givenToFund, isBehind, latestFirst, type PledgeFigures } from './figures.ts'
import { GRACE_DAYS } from './instalments.ts'
import { percentOf } from './progress-sql.ts'
import { type Reminded, remindOf, toBeReminded } from './remind-behind.ts'

/** How many who are behind are shown, those who are latest first. */
const SHOWN = 100
const MOST_DAYS = 3_660

/** A pledge that is behind. Amounts are minor units of its currency. */
export interface BehindPledge {
  id: number
  /** Who pledged, as far as they are in sight. */
  who: string | null
  amount: number
  currency: string
  given: number
  /** What should have been given by now. */
  expected: number
  missing: number
  days_late: number
  frequency: Frequency | null
  reminded_at: string | null
  no_reminders: boolean
}

/** Amounts are minor units of the church currency. */
export interface CampaignProgress {
  id: number
  name: string
  starts_on: string
  ends_on: string
  status: string
  currency: string
  goal_base: number | null
  /** Pledges that are not cancelled. */
  pledges: number
  /** Of those, pledges of somebody who is not on record: no gifts count yet. */
  unlinked: number
  fulfilled: number
  pledged_base: number
  /** Given towards pledges. */
  given_base: number
  /** Given to the fund in these days by others; null for who sees a part of the church. */
  other_base: number | null
  /** Of the goal, else of what is pledged, what is given; rounded down. */
  percent: number
  behind: number
  /** Those who are latest. */
  shown: BehindPledge[]
}

interface Summary
  extends Pick<CampaignProgress, 'pledges' | 'unlinked' | 'fulfilled' | 'pledged_base' | 'given_base' | 'behind'> {
  fund_base: number | null
  latest: PledgeFigures[]
}

interface Head extends CampaignSpan {
  status: string
  goal_base: number | null
  changed: string
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

async function summarize(
  db: Db,
  caller: Caller,
  head: Head,
  { day, days }: { day: string; days: number },
): Promise<Summary> {
  const { church, visible } = caller
  const pledges = await figuresOf(db, church.id, head, { visible, day })
  const behind = pledges.filter(one => isBehind(one, days))
  return {
    pledges: pledges.length,
    unlinked: pledges.filter(({ has_givers }) => !has_givers).length,
    fulfilled: pledges.filter(({ amount, given }) => given >= amount).length,
    pledged_base: sumOf(pledges.map(({ amount_base }) => amount_base)),
    given_base: sumOf(pledges.map(({ given_base }) => given_base)),
    fund_base: visible === null ? await givenToFund(db, church.id, head) : null,
    behind: behind.length,
    latest: behind.sort(latestFirst).slice(0, SHOWN),
  }
}

/** How a campaign stands on a day of the church. @throws ApiError `not_found` */
export async function progressOf(
  db: Db,
  caller: Caller,
  id: number,
  { day, days = GRACE_DAYS }: { day: string; days?: number | undefined },
): Promise<CampaignProgress> {
  const { church } = caller
  const head =
    await db.first<Head>(sql`select id, name, fund_id, starts_on::text as starts_on, ends_on::text as ends_on, status,
      goal_base, updated_at::text as changed from pledge_campaigns where church_id = ${church.id} and id = ${id}`)
  if (head === undefined) throw new ApiError('not_found')
  const version = await db.first<{ version: string }>(
    sql`select coalesce(sum(writes), 0)::text as version from ${tallyRows(church.id, 'pledges')}`,
  )
  const summary = await remembered(db, caller, 'contributions', ['campaign', head, version, day, days], () =>
    summarize(db, caller, head, { day, days }),
  )
  const { fund_base, latest, ...counts } = summary
  const { name, starts_on, ends_on, status, goal_base } = head
  const given = fund_base ?? counts.given_base
  return {
    ...{ id, name, starts_on, ends_on, status, goal_base },
    ...counts,
    currency: church.currency,
    other_base: fund_base === null ? null : fund_base - counts.given_base,
    percent: percentOf(goal_base ?? counts.pledged_base, given),
    shown: await namedPledges(db, caller, latest),
  }
}

async function namedPledges(
  db: Db,
  { church, visible }: Caller,
  pledges: readonly PledgeFigures[],
): Promise<BehindPledge[]> {
  const limit = visible === null ? sql`true` : sql`branch_id = any(${idArray(visible)})`
  const found = await db.all<{
    id: number
    who: string | null
  }>(sql`select t.id, coalesce(p.full_name, f.name, t.donor_name) as who
    from pledges as t
      left join people as p on p.church_id = ${church.id} and p.id = t.person_id and p.id in (select id from people
        where church_id = ${church.id} and id = t.person_id and ${limit})
      left join families as f on f.church_id = ${church.id} and f.id = t.family_id and f.id in (select id from families
        where church_id = ${church.id} and id = t.family_id and ${limit})
    where t.church_id = ${church.id} and t.id = any(${idArray(pledges.map(({ id }) => id))})`)
  const names = new Map(found.map(({ id, who }) => [id, who]))
  return pledges.map(({ id, amount, currency, given, standing, frequency, reminded_at, no_reminders }) => ({
    ...{ id, who: names.get(id) ?? null, amount, currency, given, frequency, no_reminders },
    ...standing,
    reminded_at: reminded_at === null ? null : new Date(reminded_at).toISOString(),
  }))
}

export const campaignView = view({
  name: 'campaign_progress',
  may: within(FINANCE),
  fields: {
    id: field.ref('pledge_campaigns').required(),
    days: field.integer(0, MOST_DAYS).settable().doc('Who is more than so many days late is behind. Default 7'),
  },
  run: ({ read, clock }, caller, { id, days }): Promise<CampaignProgress> =>
    progressOf(read, caller, id, { day: today(clock.now(), caller.church.timezone), days }),
})

/** Most pledges that are reminded of at once; the rest are reminded by asking again. */
const MOST_AT_ONCE = 500
const DAY_MS = 86_400_000

export const remindCampaign = action({
  name: 'pledge_campaigns.remind',
  logged: 'Reminded those who are behind with a pledge',
  done: 'Those who are behind will be reminded.',
  may: MAY_RUN_CAMPAIGNS,
  fields: { id: field.ref().required(), days: field.integer(0, MOST_DAYS).settable() },
  on: pledgeCampaigns,
  when: { status: ['open'] },
  async run(tx, { caller: { church }, clock }, { id, days = GRACE_DAYS }): Promise<Reminded & { left: number }> {
    const now = clock.now()
    // Whoever was reminded today is not reminded again.
    const since = new Date(now.getTime() - DAY_MS)
    const due = await toBeReminded(tx, church, id, { since, now, days })
    const pledges = due?.pledges.slice(0, MOST_AT_ONCE) ?? []
    const became = await remindOf(tx, church, due?.name ?? '', pledges, now)
    return { ...became, left: (due?.pledges.length ?? 0) - pledges.length }
  },
})
