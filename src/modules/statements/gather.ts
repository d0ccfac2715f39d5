/**
 * Reads the gifts that stand on statements: posted ones of the days asked for, by giver, with their pledges, all in one statement and
 * so of one moment.
 */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { pledgesOnStatement, type ReadPledge } from '../pledges/on-statements.ts'
import type { ReadFunds, ReadLine, ReadWho } from './figures.ts'

/** First and last day. */
export interface Span {
  from: string
  to: string
}

/** Of whom the gifts are put together: expressions over a gift `c` and its giver `p`; one of the two is null for each gift. */
export interface Holder {
  person: Sql
  family: Sql
}

export const BY_PERSON: Holder = { person: sql`c.person_id`, family: sql`null::bigint` }

/** A household is a family; who is of none is one of their own. */
export const BY_FAMILY: Holder = {
  person: sql`case when p.family_id is null then c.person_id end`,
  family: sql`p.family_id`,
}

/** Those whose gifts of these days stand on a statement already: a gift is on one that is valid, never on two. */
export const covered = (church: number, { from, to }: Span): Sql => sql`select one.person_id
  from statements as s cross join lateral unnest(s.people) as one (person_id)
  where s.church_id = ${church} and s.kind = 'statement' and s.status = 'issued'
    and s.from_on = ${from}::date and s.to_on = ${to}::date`

/**
 * A select of `person_id`, `family_id`, `people`, `who`, `lines` and `pledges`, as figures.ts reads them, a row for each holder in
 * the order of their names.
 * @param which of the gifts: a condition over the gift `c`
 */
export const gathered = (church: number, { from, to }: Span, { person, family }: Holder, which: Sql): Sql => sql`
  select one.person_id, one.family_id, one.people, json_build_object(
      'name', coalesce(f.name, p.full_name), 'address', coalesce(f.address, p.address),
      'place', case when f.id is null then nullif(concat_ws(', ', p.city, concat_ws(' ', p.state, p.postal_code)), '') end,
      'givers', case when f.id is not null then one.givers end)::text as who, one.lines::text as lines,
    ${pledgesOnStatement(church, { from, to })} as pledges
  from (select given.person_id, given.family_id, array_agg(distinct given.giver) as people,
      json_object_agg(given.giver, given.full_name) as givers,
      json_agg(json_build_array(given.id, given.given_on, given.fund_id, given.method, given.amount, given.currency,
        given.amount_base, given.goods, given.giver, given.branch_id) order by given.given_on, given.id) as lines
    from (select ${person} as person_id, ${family} as family_id, c.id, c.given_on, c.fund_id, c.method, c.amount, c.currency,
        c.amount_base, case when c.method = 'in_kind' then c.note end as goods, c.person_id as giver, p.full_name, c.branch_id
      from contributions as c join people as p on p.church_id = ${church} and p.id = c.person_id
      where c.church_id = ${church} and c.status = 'posted' and c.given_on between ${from}::date and ${to}::date
        and ${which}) as given
    group by given.person_id, given.family_id) as one
  left join people as p on p.church_id = ${church} and p.id = one.person_id
  left join families as f on f.church_id = ${church} and f.id = one.family_id
  order by folded(coalesce(f.name, p.full_name)), one.family_id, one.person_id`

/** A holder's gifts, as they were read. */
export interface Gathered {
  person_id: number | null
  family_id: number | null
  people: number[]
  who: ReadWho
  lines: ReadLine[]
  pledges: ReadPledge[]
}

/** As the database gives it. */
export interface GatheredRow {
  person_id: number | null
  family_id: number | null
  people: number[]
  who: string
  lines: string
  /** Null in a draft of a version that knew none. */
  pledges: string | null
}

export const readGathered = ({ person_id, family_id, people, who, lines, pledges }: GatheredRow): Gathered => ({
  person_id,
  family_id,
  people,
  who: JSON.parse(who) as ReadWho,
  lines: JSON.parse(lines) as ReadLine[],
  pledges: JSON.parse(pledges ?? '[]') as ReadPledge[],
})

/** The funds of a church as statements name them: JSON of `ReadFunds`. */
export const fundsSql = (
  church: number,
): Sql => sql`select coalesce(json_object_agg(id, json_build_array(name, is_deductible)), '{}')::text
  from funds where church_id = ${church}`

/** One holder's gifts with the funds, in one statement; undefined where there are none. */
export async function gatherOne(
  db: Db,
  church: number,
  span: Span,
  holder: Holder,
  which: Sql,
): Promise<(Gathered & { funds: ReadFunds }) | undefined> {
  const row = await db.first<GatheredRow & { funds: string }>(sql`select one.*, fund.list as funds
    from (${gathered(church, span, holder, which)}) as one cross join (select (${fundsSql(church)}) as list) as fund`)
  return row && { ...readGathered(row), funds: JSON.parse(row.funds) as ReadFunds }
}
