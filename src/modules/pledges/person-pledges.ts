/** The pledges of somebody: those that their gifts count towards, and those that they made; for their page. */
import { type Db, idArray } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Frequency } from '../../lib/periods.ts'
import { view } from '../../resource/action.ts'
import { checkVisible } from '../../resource/list.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { people } from '../people/people.ts'
import { pledges } from './pledges.ts'
import { givenOf, percentOf } from './progress-sql.ts'

/** A line about a pledge. Amounts are minor units of its currency. */
export interface PledgeLine {
  id: number
  campaign_id: number
  campaign_name: string
  family_id: number | null
  starts_on: string
  ends_on: string
  amount: number
  currency: string
  given: number
  percent: number
  frequency: Frequency | null
  pledged_on: string
  status: string
}

/** Pledges `t` with their campaigns `k`. @param visible branches whose pledges are wanted; null for all */
async function lines(db: Db, church: number, which: Sql, visible: readonly number[] | null): Promise<PledgeLine[]> {
  const limit = visible === null ? sql`true` : sql`t.branch_id = any(${idArray(visible)})`
  const rows = await db.all<
    Omit<PledgeLine, 'percent'>
  >(sql`select t.id, t.campaign_id, k.name as campaign_name, t.family_id,
      k.starts_on::text as starts_on, k.ends_on::text as ends_on, t.amount, t.currency, ${givenOf(church)} as given, t.frequency,
      t.pledged_on::text as pledged_on, t.status
    from pledges as t join pledge_campaigns as k on k.church_id = ${church} and k.id = t.campaign_id
    where t.church_id = ${church} and ${which} and ${limit} order by k.starts_on desc, t.id desc`)
  return rows.map(row => ({ ...row, percent: percentOf(row.amount, row.given) }))
}

const ofPeople = (church: number, ids: readonly number[]): Sql => sql`(t.person_id = any(${idArray(ids)})
  or t.id in (select pledge_id from pledge_givers where church_id = ${church} and person_id = any(${idArray(ids)})))`

/** The pledges of a person, those of their family among them where their gifts count. */
export const personPledgesView = view({
  name: 'person_pledges',
  may: within(FINANCE),
  fields: { id: field.ref('people').required() },
  async run({ read }, caller, { id }): Promise<PledgeLine[]> {
    await checkVisible(read, people, caller, id)
    return await lines(read, caller.church.id, ofPeople(caller.church.id, [id]), caller.visible)
  },
})

/** Somebody whose gifts count towards a pledge. */
export interface PledgeGiver {
  id: number
  full_name: string
  /** What they gave towards it, in minor units of the church currency. */
  given_base: number
}

/** Whose gifts count towards a pledge, as far as they are in sight. */
export const pledgeGiversView = view({
  name: 'pledge_givers',
  may: within(FINANCE),
  fields: { id: field.ref('pledges').required() },
  async run({ read }, caller, { id }): Promise<PledgeGiver[]> {
    const { church, visible } = caller
    await checkVisible(read, pledges, caller, id)
    return await read.all<PledgeGiver>(sql`select p.id, p.full_name, coalesce(sum(c.amount_base), 0)::bigint as given_base
      from pledge_givers as g join people as p on p.church_id = ${church.id} and p.id = g.person_id
        join pledge_campaigns as k on k.church_id = ${church.id} and k.id = g.campaign_id
        left join contributions as c on c.church_id = ${church.id} and c.person_id = g.person_id and c.fund_id = k.fund_id
          and c.given_on between k.starts_on and k.ends_on and c.status = 'posted'
      where g.church_id = ${church.id} and g.pledge_id = ${id} and ${visible === null ? sql`true` : sql`p.branch_id = any(${idArray(visible)})`}
      group by p.id, p.full_name order by p.full_name, p.id`)
  },
})
