/** The campaign of the demo church: a roof, for which thirty people and five families pledged half a year ago. Some are behind; one promised dollars. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import { seededRandom } from '../../lib/random.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'
import { recount } from '../../resource/tally.ts'
import { DOLLAR_RATE } from '../contributions/demo-gifts.ts'
import { pledges } from './pledges.ts'

const SEED = 1_618
const [PEOPLE, FAMILIES] = [30, 5]
const [BEGUN_DAYS, LEFT_DAYS] = [180, 185]
const GOAL = 1_500_000_000
/** Pledges are some of these, in minor units. */
const STEP = 1_000_000
/** 300 dollars. */
const DOLLARS = 30_000

/** Adds it, for those who gave most often to the fund, so that there is something to see. A stream of its own. */
export async function pledgeInDemo(tx: Tx, { id: church, currency, day }: DemoChurch): Promise<void> {
  const random = seededRandom(SEED)
  const fund = await tx.first<{ id: number }>(
    sql`select id from funds where church_id = ${church} and kind = 'building' order by id limit 1`,
  )
  if (fund === undefined) return
  const starts = addDays(day, -BEGUN_DAYS)
  const campaign = await tx.first<{
    id: number
  }>(sql`insert into pledge_campaigns (church_id, name, description, fund_id,
      goal_amount, currency, goal_base, starts_on, ends_on, is_public, created_at, updated_at)
    values (${church}, 'A new roof', 'A roof for the hall, before the next rains.', ${fund.id}, ${GOAL}, ${currency}, ${GOAL},
      ${starts}::date, ${addDays(day, LEFT_DAYS)}::date, true, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  const givers = await tx.all<{
    id: number
    branch_id: number
    family_id: number | null
  }>(sql`select p.id, p.branch_id, p.family_id
    from people as p join contributions as c on c.church_id = ${church} and c.person_id = p.id and c.fund_id = ${fund.id}
      and c.given_on >= ${starts}::date
    where p.church_id = ${church} group by p.id, p.branch_id, p.family_id order by count(*) desc, p.id limit ${PEOPLE + FAMILIES + 1}`)
  const rows = givers.map(({ id, branch_id, family_id }, at) => ({
    person: id,
    family: at >= PEOPLE && at < PEOPLE + FAMILIES ? family_id : null,
    branch_id,
    ...(at < PEOPLE + FAMILIES
      ? { amount: random.whole(2, 40) * STEP, currency, rate: '1' }
      : { amount: DOLLARS, currency: 'USD', rate: DOLLAR_RATE }),
    frequency: random.chance(0.7) ? 'monthly' : null,
  }))
  const columns =
    'person bigint, family bigint, branch_id bigint, amount bigint, currency text, rate numeric, frequency text'
  await tx.run(sql`insert into pledges (church_id, campaign_id, person_id, family_id, branch_id, amount, currency, rate, minor_rate,
      amount_base, pledged_on, frequency, source, created_at, updated_at)
    select ${church}, ${campaign?.id ?? 0}, case when one.family is null then one.person end, one.family, one.branch_id, one.amount,
      one.currency, one.rate, one.rate, (one.amount * one.rate)::bigint, ${starts}::date, one.frequency, 'manual', ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from ${listed(rows, columns)} as one order by one.ordinality`)
  await tx.run(sql`insert into pledge_givers (church_id, pledge_id, campaign_id, person_id)
    select distinct on (p.id) ${church}::bigint, t.id, t.campaign_id, p.id from pledges as t
      join people as p on p.church_id = t.church_id and (p.id = t.person_id or p.family_id = t.family_id) and not p.removed
    where t.church_id = ${church} order by p.id, t.person_id nulls last, t.id`)
  await recount(tx, church, pledges)
}
