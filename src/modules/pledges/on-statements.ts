/** What statements of giving say of pledges, read in the statement that reads the gifts and so of the same moment. */
import { type Sql, sql } from '../../db/sql.ts'
import { givenUntil } from './progress-sql.ts'

/** A pledge as it was read: who made it by themselves, its campaign, the days of that, what was promised, and what came of it. */
export interface ReadPledge {
  /** Null where a family made it. */
  person: number | null
  campaign: string
  from: string
  to: string
  amount: number
  currency: string
  given: number
}

/**
 * JSON of `ReadPledge`s, an expression over a row `one` of `people` and `family_id`: the pledges that are not cancelled, towards
 * which gifts of one of them count or that one of them or their family made, and whose campaign has a day in the period. What is
 * given is all that was given towards them up to the last day of the period, also before it and by others of the family.
 */
export const pledgesOnStatement = (church: number, { from, to }: { from: string; to: string }): Sql => sql`(
  select coalesce(json_agg(json_build_object('person', t.person_id, 'campaign', k.name, 'from', k.starts_on, 'to', k.ends_on,
      'amount', t.amount, 'currency', t.currency, 'given', ${givenUntil(church, to)}) order by k.starts_on, t.id), '[]')::text
  from (select pledge_id as id from pledge_givers where church_id = ${church} and person_id = any(one.people)
      union select id from pledges where church_id = ${church} and person_id = any(one.people)
      union select id from pledges where church_id = ${church} and family_id = one.family_id) as theirs
    join pledges as t on t.church_id = ${church} and t.id = theirs.id
    join pledge_campaigns as k on k.church_id = ${church} and k.id = t.campaign_id
  where t.status = 'active' and k.starts_on <= ${to}::date and k.ends_on >= ${from}::date)`
